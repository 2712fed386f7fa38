/** Documents and workbooks of Office Open XML with just the parts that a test is about. */
import { zip } from './zip.ts';
import type { Parts } from './zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const WORD = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
].join(' ');

/** A relationships part: `rId1` and so on, by kind and target. `more` is XML. */
export function relationships(rows: readonly (readonly [kind: string, target: string])[], more = ''): string {
  const inner = rows.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${inner.join('')}${more}</Relationships>`;
}

/** A content types part: whole types by the name of their part. */
export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const rows = Object.entries(overrides).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>${rows.join('')}</Types>`;
}

export interface DocxParts {
  /** Kind of relationship (`header`, `styles`) by file name under word/, and the content of its root element. */
  readonly related?: Readonly<Record<string, { kind: string; root: string; xml: string }>>;
  /** Whole parts by name. */
  readonly extra?: Parts;
  /** The content type of the document part. */
  readonly mainType?: string;
  /** Further relationships of the package, as XML. */
  readonly packageRelationships?: string;
  readonly documentRelationships?: string;
}

/** A Word document with the given content of `w:body`. */
export function docx(body: string, parts: DocxParts = {}): Buffer {
  const { mainType = `${TYPES}.wordprocessingml.document.main+xml`, extra } = parts;
  const related = Object.entries(parts.related ?? {});
  return zip({
    '[Content_Types].xml': contentTypes({ 'word/document.xml': mainType }),
    '_rels/.rels': relationships([['officeDocument', 'word/document.xml']], parts.packageRelationships),
    'word/document.xml': `<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      related.map(([name, { kind }]) => [kind, name]),
      parts.documentRelationships,
    ),
    ...Object.fromEntries(
      related.map(([name, { root, xml }]) => [`word/${name}`, `<${root} ${WORD}>${xml}</${root}>`]),
    ),
    ...extra,
  });
}

export interface WorkbookParts {
  /** The content of each `sheetData`, in workbook order. */
  readonly sheets: readonly string[];
  /** The content of `sst`; left out, the workbook has no string table. */
  readonly strings?: string;
  /** Attributes of `sst`. */
  readonly counts?: string;
  /** What follows `sheets` in the workbook part. */
  readonly afterSheets?: string;
  /** Table parts of the first sheet: attributes and content of `table`. */
  readonly table?: { readonly attributes: string; readonly content: string };
  /** The content type of the workbook part. */
  readonly mainType?: string;
  readonly more?: Parts;
}

export function workbook(parts: WorkbookParts): Buffer {
  const { sheets, strings, counts = '', afterSheets = '', table, more } = parts;
  const { mainType = `${TYPES}.spreadsheetml.sheet.main+xml` } = parts;
  const rows = sheets.map((_, i) => `<sheet name="S${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': mainType,
      'xl/tables/table1.xml': `${TYPES}.spreadsheetml.table+xml`,
    }),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${rows.join('')}</sheets>${afterSheets}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  };
  sheets.forEach((content, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `<worksheet xmlns="${SHEET}"><sheetData>${content}</sheetData></worksheet>`;
  });
  if (strings !== undefined)
    files['xl/sharedStrings.xml'] = `<sst xmlns="${SHEET}"${counts}>${strings}</sst>`;
  if (table) {
    files['xl/worksheets/_rels/sheet1.xml.rels'] = relationships([['table', '../tables/table1.xml']]);
    files['xl/tables/table1.xml'] =
      `<table xmlns="${SHEET}" id="1" name="T" displayName="T" ${table.attributes}>${table.content}</table>`;
  }
  return zip({ ...files, ...more });
}
