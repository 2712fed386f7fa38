import { contentTypes, OFFICE, pack, relationships } from '../lib/ooxml.mjs';
import { sentence } from './make-docx.mjs';

/** A workbook of so many rows and columns, as spreadsheet programs write it: texts shared in the first two, numbers in place. */
export function makeWorkbook(rows, columns) {
  const names = Array.from({ length: columns }, (_, i) => columnName(i));
  const cells = (row) =>
    names
      .map((column, i) => {
        const ref = `${column}${row}`;
        const item = (row - 1) * 2 + (i > 0 ? 1 : 0);
        return i < 2 ? `<c r="${ref}" t="s"><v>${item}</v></c>` : `<c r="${ref}"><v>${row * i}</v></c>`;
      })
      .join('');
  const numbers = Array.from({ length: rows }, (_, i) => i + 1);
  const sheet = numbers.map((row) => `<row r="${row}">${cells(row)}</row>`).join('');
  const strings = numbers.map((row) => {
    return `<si><t>Item ${row}: ${sentence(row)}</t></si><si><t>Note ${row}</t></si>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return pack({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
    }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" count="${rows * 2}" uniqueCount="${rows * 2}">${strings.join('')}</sst>`,
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26 (ECMA-376-1, 18.18.62). */
function columnName(index) {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
