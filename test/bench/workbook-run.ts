// One reading and writing of a workbook in a separate process, so that its memory can be told: prints `{ms,
// maxRssMb}`. `workbook-run.ts ours|exceljs FILE`
import { readFileSync } from 'node:fs';
import { time } from '../support/figures.ts';

const [who, file = ''] = process.argv.slice(2);

async function withOurs() {
  const { translated } = await import('./translated.ts');
  return (source: Buffer) => translated('xlsx', source, Infinity);
}

/** The same with exceljs. */
async function withExcelJs() {
  const { default: ExcelJS } = await import('exceljs');
  return async (source: Buffer) => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(new Uint8Array(source).buffer);
    workbook.eachSheet((sheet) =>
      sheet.getColumn(1).eachCell((cell) => {
        cell.value = `[${cell.text}]`;
      }),
    );
    return workbook.xlsx.writeBuffer();
  };
}

const work = await (who === 'ours' ? withOurs() : withExcelJs());
const source = readFileSync(file);
const ms = await time(() => work(source));
// Kilobytes on every platform (libuv).
const maxRssMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ms, maxRssMb }));
