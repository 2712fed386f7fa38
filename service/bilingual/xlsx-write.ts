import { isRtl } from '../contract/index.ts';
import { COLUMNS, rowOf } from './table.ts';
import type { BilingualJob } from './unit.ts';
import { encodedCell, newWorkbook } from './workbook.ts';

/** Characters in a cell (Excel's limit). Longer units are left out. */
const CELL_CHARS = 32_767;
const WIDTHS = [8, 14, 60, 60, 10, 24];
/** A light amber, on which black text is easy to read. */
const FLAGGED = 'FFFFF2CC';

/** One sheet, a row a segment: flagged rows coloured, texts wrapped, right to left where the target is. */
export async function writeXlsx(job: BilingualJob): Promise<Uint8Array> {
  const workbook = await newWorkbook();
  workbook.creator = 'Interlinear';
  const sheet = workbook.addWorksheet('Segments', {
    views: [{ state: 'frozen', ySplit: 1, rightToLeft: isRtl(job.to) }],
    // In print, source and target share a page.
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    },
  });
  sheet.columns = COLUMNS.map((key, n) => ({ header: key, key, width: WIDTHS[n]! }));
  sheet.getRow(1).font = { bold: true };
  for (const unit of job.units) {
    if (unit.source.length > CELL_CHARS || unit.target.length > CELL_CHARS) continue;
    const [, ...texts] = rowOf(unit);
    const row = sheet.addRow([unit.index, ...texts.map(encodedCell)]);
    row.alignment = { wrapText: true, vertical: 'top' };
    if (unit.flags.some(({ code }) => code !== 'edited'))
      row.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: FLAGGED } };
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: COLUMNS.length } };
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
