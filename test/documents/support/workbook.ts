import { xlsxFilter } from '../../../service/documents/xlsx/xlsx-filter.ts';
import { EN_ES } from './pseudo.ts';
import { unzip, zip } from './zip.ts';
import type { Parts } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

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

/** A workbook with just the parts that a rule is about. */
export function workbook(parts: WorkbookParts): Promise<Uint8Array> {
  const {
    sheets,
    strings,
    counts = '',
    afterSheets = '',
    table,
    mainType = `${TYPE}.sheet.main+xml`,
  } = parts;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/><Override PartName="/xl/tables/table1.xml" ContentType="${TYPE}.table+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${sheets
      .map((_, i) => `<sheet name="S${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets>${afterSheets}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  };
  sheets.forEach((content, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `${XML}<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData></worksheet>`;
  });
  if (strings !== undefined)
    files['xl/sharedStrings.xml'] = `${XML}<sst xmlns="${MAIN}"${counts}>${strings}</sst>`;
  if (table) {
    files['xl/worksheets/_rels/sheet1.xml.rels'] = relationships([['table', '../tables/table1.xml']]);
    files['xl/tables/table1.xml'] =
      `${XML}<table xmlns="${MAIN}" id="1" name="T" displayName="T" ${table.attributes}>${table.content}</table>`;
  }
  return zip({ ...files, ...parts.more });
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const rows = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${REL}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;
}

/** Two items of a string table. */
export const STRINGS = '<si><t>Screw</t></si><si><t>Nut</t></si>';

export function row(...cells: string[]): string {
  return `<row>${cells.join('')}</row>`;
}

export function shared(index: number, ref = ''): string {
  return `<c${ref && ` r="${ref}"`} t="s"><v>${index}</v></c>`;
}

export function inline(text: string): string {
  return `<c t="inlineStr"><is>${text}</is></c>`;
}

/** Assembles, and returns the changed parts without their frame, and the codes of the warnings. */
export async function translated(parts: WorkbookParts, targets: (string | null)[]) {
  const { bytes, warnings } = await xlsxFilter.assemble(await workbook(parts), targets, EN_ES);
  const files = await unzip(bytes);
  const inside = (name: string, pattern: RegExp) => pattern.exec(files.get(name)?.toString() ?? '')?.[1];
  return {
    sheet: (n = 1) => inside(`xl/worksheets/sheet${n}.xml`, /<sheetData>(.*)<\/sheetData>/s),
    strings: inside('xl/sharedStrings.xml', /(<sst.*)<\/sst>/s)?.replace(/ xmlns="[^"]*"/, ''),
    workbook: inside('xl/workbook.xml', /<\/sheets>(.*)<\/workbook>/s),
    table: inside('xl/tables/table1.xml', /<table[^>]*>(.*)<\/table>/s),
    codes: warnings.map(({ code }) => code),
  };
}
