import { isRtl } from '../contract/index.ts';
import type { CheckFinding } from '../contract/index.ts';
import { encodedCell, newWorkbook } from './workbook.ts';

const COLUMNS = [
  ['check', 18],
  ['segment', 10],
  ['source', 60],
  ['target', 60],
  ['finding', 50],
  ['ignored', 40],
] as const;
/** Characters in a cell (Excel's limit). */
const CELL_CHARS = 32_767;
/** Rows in a sheet: fewer than Excel's limit, as exceljs holds them all. */
const MAX_ROWS = 100_000;
/** A light amber, on which black text is easy to read. */
const OPEN = 'FFFFF2CC';

/**
 * The report for an agency: a row for each segment of a finding, in the order of the findings, those that are still open
 * coloured, ignored ones with their reason. Segments count from 1, as Review shows them. All cells are texts: none
 * is a formula.
 */
export async function writeCheckReport(
  findings: readonly CheckFinding[],
  textsOf: (index: number) => { readonly source: string; readonly target: string },
  to: string,
): Promise<Uint8Array> {
  const workbook = await newWorkbook();
  workbook.creator = 'Interlinear';
  const sheet = workbook.addWorksheet('Checks', {
    views: [{ state: 'frozen', ySplit: 1, rightToLeft: isRtl(to) }],
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    },
  });
  sheet.columns = COLUMNS.map(([key, width]) => ({ header: key, key, width }));
  sheet.getRow(1).font = { bold: true };
  let rows = 0;
  for (const { code, message, segments, ignored } of findings) {
    for (const index of segments) {
      if (rows === MAX_ROWS) break;
      rows++;
      const { source, target } = textsOf(index);
      const row = sheet.addRow([
        code,
        index + 1,
        ...[source, target, message, ignored ?? ''].map((text) => encodedCell(text).slice(0, CELL_CHARS)),
      ]);
      row.alignment = { wrapText: true, vertical: 'top' };
      if (ignored === undefined) row.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: OPEN } };
    }
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: COLUMNS.length } };
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
