// One reading and writing of a workbook in a process of its own, so that its memory can be told: prints `{ms, maxRssMb}`.
// `node workbook-run.mjs ours|exceljs FILE FILTERS`
import { readFileSync } from 'node:fs';
import { time } from './figures.mjs';

const [who, file, filters] = process.argv.slice(2);

/** Column A translated, straight through the filter. */
async function withOurs() {
  const { filterFor } = await import(filters);
  const filter = filterFor('xlsx');
  return async (source) => {
    const { segments } = await filter.extract(source, { maxSegments: Infinity });
    const targets = segments.map(({ text, copy }) => (copy ? null : `[${text}]`));
    return filter.assemble(source, targets, { from: 'en', to: 'es' });
  };
}

/** The same with exceljs. */
async function withExcelJs() {
  const { default: ExcelJS } = await import('exceljs');
  return async (source) => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(source);
    workbook.eachSheet((sheet) =>
      sheet.getColumn(1).eachCell((cell) => {
        cell.value = `[${cell.value}]`;
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
