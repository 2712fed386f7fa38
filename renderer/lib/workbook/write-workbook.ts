/** A workbook of one sheet, of texts in up to 26 columns. The library comes with the first one. */
export async function writeWorkbook(rows: readonly (readonly string[])[]): Promise<Blob> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  for (const [name, xml] of Object.entries({ ...FIXED, 'xl/worksheets/sheet1.xml': sheetOf(rows) }))
    zip.file(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
  return zip.generateAsync({ type: 'blob', compression: 'DEFLATE', mimeType: XLSX });
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FIXED = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Interlinear" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

function sheetOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    (row, index) =>
      `<row r="${index + 1}">${row.map((text, column) => cellOf(text, `${LETTERS[column] ?? ''}${index + 1}`)).join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function cellOf(text: string, place: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/**
 * ECMA-376, 22.9.2.19: what XML cannot hold is written `_xHHHH_`, and a text that looks like that with its
 * underscore so.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(UNFIT, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;');
}
const UNFIT = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;
