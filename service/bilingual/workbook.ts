import type { Workbook, Worksheet } from 'exceljs';
import { decodeXString, encodeXString } from '../documents/ooxml/xstring.ts';
import { refuse } from '../documents/shared/refusals.ts';
import { openWorkbook } from '../documents/xlsx/workbook.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { ProblemError } from '../contract/index.ts';

/** Loaded when it is asked for: it takes longer than most documents do. */
export async function newWorkbook(): Promise<Workbook> {
  const { default: exceljs } = await import('exceljs');
  return new exceljs.Workbook();
}

/** exceljs drops control characters and writes bare CRs, which XML reads as LF. DEL needs no escape. */
export function encodedCell(text: string): string {
  return encodeXString(text).replaceAll('\x7f', '_x007F_');
}

/** Elements for which exceljs makes an object a cell, however many a hostile sheet names. */
const IGNORED = ['dataValidations', 'mergeCells', 'conditionalFormatting', 'cols', 'extLst'];
const SHEET = 'xl/worksheets/sheet1.xml';

export interface WorkbookLimits {
  readonly maxColumns: number;
  /** One row more is read, so that too many are noticed. */
  readonly maxRows: number;
}

/**
 * The cells of a workbook's first sheet as texts, undefined where it has none: formulas as their last
 * results, dates as the numbers they are. The package is opened within our own limits first, and exceljs, which knows none, gets just the sheet
 * and its strings. Throws `damaged_file` for what exceljs cannot read.
 */
export async function readFirstSheet(
  bytes: Uint8Array,
  limits: WorkbookLimits,
): Promise<string[][] | undefined> {
  const { pkg, sheets, mainPart } = openWorkbook(bytes);
  const [part] = sheets;
  if (part === undefined) return undefined;
  const strings = pkg.relationships(mainPart).find(({ kind }) => kind === 'sharedStrings')?.part;
  const read = (name: string): string => {
    const xml = pkg.text(name);
    const reader = new XmlReader(xml, name);
    // Refuses hostile and damaged packages, which exceljs accepts.
    while (reader.next());
    return xml;
  };
  const sheet = await load(read(part), strings === undefined ? undefined : read(strings));
  // exceljs leaves the escapes of texts in the cells themselves, and decodes those of the string table.
  const decode = strings === undefined ? decodeXString : String;
  const rows: string[][] = [];
  sheet.eachRow((row) => {
    if (rows.length > limits.maxRows) return;
    const cells: string[] = [];
    row.eachCell((cell, column) => {
      const text = textOf(cell.value, decode);
      if (text === '' || column > limits.maxColumns) return;
      while (cells.length < column - 1) cells.push('');
      cells[column - 1] = text;
    });
    rows.push(cells);
  });
  return rows;
}

async function load(sheet: string, strings: string | undefined): Promise<Worksheet> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  zip.file(
    'xl/workbook.xml',
    '<workbook><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>',
  );
  zip.file(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  );
  // Without any, it fails at the style of a row.
  zip.file('xl/styles.xml', '<styleSheet><cellXfs><xf/></cellXfs></styleSheet>');
  if (strings !== undefined) zip.file('xl/sharedStrings.xml', strings);
  zip.file(SHEET, sheet);
  const workbook = await newWorkbook();
  try {
    const packed = await zip.generateAsync({ type: 'arraybuffer', compression: 'STORE' });
    await workbook.xlsx.load(packed, { ignoreNodes: IGNORED });
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unreadableWorkbook();
  }
  const [first] = workbook.worksheets;
  // It takes no names with a prefix.
  if (!first || (first.rowCount === 0 && /<\w+:row[\s>]/.test(sheet))) throw unreadableWorkbook();
  return first;
}

export function unreadableWorkbook(): ProblemError {
  return refuse(
    'damaged_file',
    'The workbook is damaged, or written in a way that cannot be read here. Open it in Excel or LibreOffice, save it again as XLSX, and send the new copy.',
  );
}

function textOf(value: unknown, decode: (text: string) => string): string {
  if (typeof value === 'string') return decode(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'object' || value === null) return '';
  if ('richText' in value)
    return (value.richText as { text?: string }[]).map(({ text = '' }) => text).join('');
  if ('error' in value) return String(value.error);
  return 'result' in value ? textOf(value.result, decode) : '';
}
