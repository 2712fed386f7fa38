import { XmlReader } from '../documents/xml/reader.ts';
import { plainRichText } from '../documents/xlsx/rich-text.ts';
import type { SharedStrings } from '../documents/xlsx/shared-strings.ts';
import { openWorkbook } from '../documents/xlsx/workbook.ts';
import { decodeXString } from '../documents/ooxml/xstring.ts';
import { unitsOf } from './table.ts';
import { MAX_UNITS, notAnExport } from './unit.ts';
import type { ReadFile } from './unit.ts';

/** Columns that are looked at: a program may have added some of its own. */
const MAX_COLUMNS = 64;

/** Reads the first sheet of a workbook, under the limits of packages: exceljs knows none. */
export function readXlsx(bytes: Uint8Array): ReadFile {
  const workbook = openWorkbook(bytes);
  const [part] = workbook.sheets;
  if (part === undefined) throw notAnExport('it has no sheet');
  return { units: unitsOf(rowsOf(new XmlReader(workbook.pkg.text(part), part), workbook.sharedStrings())) };
}

function* rowsOf(reader: XmlReader, strings: SharedStrings | undefined): Generator<string[]> {
  let count = 0;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open' || reader.name !== 's:row') continue;
    // One unit over the limit, so that too many are noticed.
    if (++count > MAX_UNITS + 2) return;
    yield readRow(reader, strings);
  }
}

function readRow(reader: XmlReader, strings: SharedStrings | undefined): string[] {
  const row: string[] = [];
  let column = -1;
  reader.eachChild(() => {
    if (reader.name !== 's:c') return;
    column = columnOf(reader.attribute('r')) ?? column + 1;
    const text = readCell(reader, strings);
    if (column >= MAX_COLUMNS) return;
    while (row.length < column) row.push('');
    row[column] = text;
  });
  return row;
}

function readCell(reader: XmlReader, strings: SharedStrings | undefined): string {
  const isShared = reader.attribute('t') === 's';
  let text = '';
  reader.eachChild(() => {
    if (reader.name === 's:v') text = decodeXString(reader.elementText());
    else if (reader.name === 's:is') text = inlineText(reader);
  });
  if (!isShared) return text;
  const shared = strings?.read(Number(text));
  return shared ? plainRichText(shared) : '';
}

/** The text of an inline string, without readings (`rPh`). */
function inlineText(reader: XmlReader): string {
  let text = '';
  reader.eachChild(() => {
    if (reader.name === 's:t') text += decodeXString(reader.elementText());
    else if (reader.name === 's:r')
      reader.eachChild(() => {
        if (reader.name === 's:t') text += decodeXString(reader.elementText());
      });
  });
  return text;
}

/** 0 for `A12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Za-z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return (
    Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}
