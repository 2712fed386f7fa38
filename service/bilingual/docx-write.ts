import { isRtl } from '../contract/index.ts';
import type { BilingualJob, BilingualUnit } from './unit.ts';
import { tokensOf, xmlText } from './markup.ts';
import { guardedText, markOf } from './word-marks.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The custom document property that names the job (ECMA-376 part 1 §22.3). */
export const JOB_PROPERTY = 'InterlinearJob';

/** Twentieths of a point, on landscape A4: number, source, target, comment; and with private notes. */
const WIDTHS = [800, 5_400, 5_400, 2_700];
const WIDTHS_WITH_NOTES = [800, 4_600, 4_600, 2_150, 2_150];
/** Heads the column that only an export with private notes has. */
export const PRIVATE_NOTE_TITLE = 'Private note';
const MARKED = '<w:rPr><w:rStyle w:val="InterlinearCode"/></w:rPr>';
/** A light amber, on which black text is easy to read. */
const FLAGGED = '<w:shd w:val="clear" w:color="auto" w:fill="FFF2CC"/>';

/** A Word table for reviewers: number, source, target, comment. Codes are marks with their own style. */
export async function writeDocx(job: BilingualJob): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD_TYPE}.styles+xml"/><Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/custom-properties" Target="docProps/custom.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
    'docProps/custom.xml': `<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${JOB_PROPERTY}"><vt:lpwstr>${xmlText(job.id)}</vt:lpwstr></property></Properties>`,
    'word/styles.xml': STYLES,
    'word/document.xml': documentXml(job),
  };
  for (const [name, xml] of Object.entries(parts)) zip.file(name, DECLARATION + xml);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

const STYLES = `<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="character" w:customStyle="1" w:styleId="InterlinearCode"><w:name w:val="Interlinear Code"/><w:rPr><w:noProof/><w:color w:val="7F3FBF"/><w:sz w:val="14"/><w:szCs w:val="14"/></w:rPr></w:style></w:styles>`;

function documentXml(job: BilingualJob): string {
  const hasNotes = job.units.some(({ privateNote }) => privateNote !== undefined);
  const widths = hasNotes ? WIDTHS_WITH_NOTES : WIDTHS;
  const rows = job.units.map((unit) => rowXml(job, unit, widths));
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`)
    .join('');
  const names = ['No.', `Source (${job.from})`, `Target (${job.to})`, 'Comment', PRIVATE_NOTE_TITLE];
  const head = widths
    .map((width, at) =>
      cellXml(width, `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${xmlText(names[at]!)}</w:t></w:r></w:p>`),
    )
    .join('');
  const table = `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((sum, width) => sum + width, 0)}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>${head}</w:tr>${rows.join('')}</w:tbl>`;
  const page =
    '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';
  return `<w:document xmlns:w="${W}"><w:body><w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${xmlText(job.name)}</w:t></w:r></w:p>${table}<w:p/>${page}</w:body></w:document>`;
}

function rowXml({ coded, from, to }: BilingualJob, unit: BilingualUnit, widths: readonly number[]): string {
  const isFlagged = unit.flags.some(({ code }) => code !== 'edited');
  const cells = [
    paragraphXml(runXml(String(unit.index + 1)), false),
    textXml(unit.source, coded, isRtl(from)),
    textXml(unit.target, coded, isRtl(to)),
    linesXml(unit.comment),
    linesXml(unit.privateNote),
  ]
    .slice(0, widths.length)
    .map((content, at) => cellXml(widths[at]!, content, isFlagged && at === 2 ? FLAGGED : ''));
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`;
}

function linesXml(text = ''): string {
  return text
    .split('\n')
    .map((line) => paragraphXml(runXml(line), false))
    .join('');
}

function cellXml(width: number, content: string, more = ''): string {
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${more}</w:tcPr>${content}</w:tc>`;
}

function textXml(text: string, coded: boolean, rtl: boolean): string {
  const runs = tokensOf(text, coded).map((token) =>
    token.kind === 'text'
      ? runXml(guardedText(token.text), rtl)
      : `<w:r>${MARKED}<w:t>${markOf(token)}</w:t></w:r>`,
  );
  return paragraphXml(runs.join(''), rtl);
}

function paragraphXml(runs: string, rtl: boolean): string {
  return `<w:p>${rtl ? '<w:pPr><w:bidi/></w:pPr>' : ''}${runs}</w:p>`;
}

/** Tabs and line ends are elements in Word. */
function runXml(text: string, rtl = false): string {
  if (text === '') return '';
  const content = text.split(/(\t|\r\n?|\n)/).map((piece) => {
    if (piece === '\t') return '<w:tab/>';
    if (/^[\r\n]/.test(piece)) return '<w:br/>';
    return piece === '' ? '' : `<w:t xml:space="preserve">${xmlText(piece)}</w:t>`;
  });
  return `<w:r>${rtl ? '<w:rPr><w:rtl/></w:rPr>' : ''}${content.join('')}</w:r>`;
}
