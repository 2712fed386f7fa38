import { withoutForbidden } from '../xml/chars.ts';
import { escapeXml } from '../xml/scan.ts';
import type { Block, Cell, Paragraph, PdfContent, Picture, Place, Run, Table } from './blocks.ts';
import { numberingOf } from './numbering.ts';
import type { Numbering } from './numbering.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Fixed, so that the same PDF gives the same bytes. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** Twips and EMU (English metric units) of a point. */
const [TWIPS, EMU] = [20, 12_700];
/** Twips. */
const MARGIN = 1_134;
/** Columns of a table that Word opens. */
const MAX_COLUMNS = 63;
const HEADINGS = 6;

export interface WrittenDocx {
  readonly bytes: Uint8Array;
  /** Where each paragraph with text stands in the PDF, in the order of the DOCX room's segments. */
  readonly places: readonly Place[];
}

interface Writer {
  readonly content: PdfContent;
  readonly numbering: Numbering;
  readonly places: Place[];
  /** Relationships of the part that is being written: addresses and pictures. */
  relationships: string[];
  readonly media: { readonly name: string; readonly bytes: Uint8Array }[];
  drawings: number;
  /** Points between the margins. */
  readonly textWidth: number;
}

/** A PDF's content as a DOCX. The same content gives the same bytes. */
export async function writeDocx(content: PdfContent): Promise<WrittenDocx> {
  const writer: Writer = {
    content,
    numbering: numberingOf(content.blocks),
    places: [],
    relationships: [],
    media: [],
    drawings: 0,
    textWidth: Math.max(100, content.page.width - (2 * MARGIN) / TWIPS),
  };
  const body = blocksXml(writer, content.blocks);
  const documentRelationships = writer.relationships;
  const part = (name: string, paragraphs: readonly Paragraph[]): Part | undefined => {
    if (paragraphs.length === 0) return undefined;
    writer.relationships = [];
    const xml = paragraphs.map((paragraph) => paragraphXml(writer, paragraph)).join('');
    return { name, xml, relationships: writer.relationships };
  };
  const header = part('header', content.headers);
  const footer = part('footer', content.footers);
  writer.relationships = [];
  const notes: Part | undefined =
    content.notes.length === 0
      ? undefined
      : { name: 'footnotes', xml: notesXml(writer), relationships: writer.relationships };
  return {
    bytes: await packageOf(writer, body, documentRelationships, { header, footer, notes }),
    places: writer.places,
  };
}

interface Part {
  readonly name: string;
  readonly xml: string;
  readonly relationships: readonly string[];
}

function blocksXml(writer: Writer, blocks: readonly Block[]): string {
  return blocks
    .map((block, i) => {
      if (block.kind === 'paragraph') return paragraphXml(writer, block);
      if (block.kind === 'picture') return `<w:p><w:r>${pictureXml(writer, block)}</w:r></w:p>`;
      // Word joins two tables without a paragraph between them.
      return tableXml(writer, block) + (blocks[i + 1]?.kind === 'table' ? '<w:p/>' : '');
    })
    .join('');
}

function paragraphXml(writer: Writer, paragraph: Paragraph, style = styleOf(paragraph), lead = ''): string {
  const number = writer.numbering.numbers.get(paragraph);
  const properties = [
    style === '' ? '' : `<w:pStyle w:val="${style}"/>`,
    number ? `<w:numPr><w:ilvl w:val="${number.level}"/><w:numId w:val="${number.id}"/></w:numPr>` : '',
    paragraph.isRightToLeft ? '<w:bidi/>' : '',
    paragraph.role === 'item' && !number ? `<w:ind w:left="${360 * (paragraph.level + 1)}"/>` : '',
    paragraph.isCentred ? '<w:jc w:val="center"/>' : '',
  ].join('');
  const label: Run[] = !number && paragraph.label ? [{ text: `${paragraph.label} ` }] : [];
  const runs = [...label, ...paragraph.runs];
  // The number of a page is a field, which is no text to translate.
  const hasText = runs.some(({ text, isPageNumber }) => !isPageNumber && text.trim() !== '');
  if (hasText) writer.places.push(paragraph.place);
  const content = runs.map((run) => runXml(writer, run, paragraph)).join('');
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${lead}${content}</w:p>`;
}

function styleOf({ role, level }: Paragraph): string {
  if (role === 'heading') return `Heading${Math.min(HEADINGS, Math.max(1, level))}`;
  if (role === 'item') return 'ListParagraph';
  return role === 'caption' ? 'Caption' : '';
}

function runXml(writer: Writer, run: Run, paragraph: Paragraph): string {
  if (run.note !== undefined) {
    const isOwn = run.text !== '';
    const mark = isOwn ? `<w:t>${escapeXml(withoutForbidden(run.text))}</w:t>` : '';
    return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference${isOwn ? ' w:customMarkFollows="1"' : ''} w:id="${run.note + 1}"/>${mark}</w:r>`;
  }
  const isHeading = paragraph.role === 'heading';
  const { size } = paragraph;
  const half = size === undefined || isHeading ? 0 : Math.round(size * 2);
  const properties = [
    run.isBold && !isHeading ? '<w:b/><w:bCs/>' : '',
    run.isItalic ? '<w:i/><w:iCs/>' : '',
    run.link === undefined ? '' : '<w:color w:val="0563C1"/>',
    half > 0 && Math.abs(half / 2 - writer.content.bodySize) >= 0.75
      ? `<w:sz w:val="${half}"/><w:szCs w:val="${half}"/>`
      : '',
    run.link === undefined ? '' : '<w:u w:val="single"/>',
    run.raised === undefined ? '' : `<w:vertAlign w:val="${run.raised}"/>`,
    paragraph.isRightToLeft ? '<w:rtl/>' : '',
  ].join('');
  const text = `<w:t xml:space="preserve">${escapeXml(withoutForbidden(run.text))}</w:t>`;
  const xml = `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${text}</w:r>`;
  if (run.isPageNumber) return `<w:fldSimple w:instr=" PAGE ">${xml}</w:fldSimple>`;
  if (run.link === undefined) return xml;
  const id = relate(writer, 'hyperlink', run.link, true);
  return `<w:hyperlink r:id="${id}">${xml}</w:hyperlink>`;
}

function relate(writer: Writer, kind: string, target: string, isExternal = false): string {
  const mode = isExternal ? ' TargetMode="External"' : '';
  const rest = `Type="${OFFICE}/${kind}" Target="${escapeXml(withoutForbidden(target))}"${mode}/>`;
  const known = writer.relationships.findIndex((relationship) => relationship.endsWith(rest));
  if (known >= 0) return `rIdP${known + 1}`;
  const id = `rIdP${writer.relationships.length + 1}`;
  writer.relationships.push(`<Relationship Id="${id}" ${rest}`);
  return id;
}

function pictureXml(writer: Writer, { bytes, type, width, height, alt }: Picture): string {
  const number = ++writer.drawings;
  const name = `image${number}.${type}`;
  writer.media.push({ name, bytes });
  const id = relate(writer, 'image', `media/${name}`);
  const scale = Math.min(1, writer.textWidth / width);
  const [cx, cy] = [width, height].map((size) => Math.max(1, Math.round(size * scale * EMU)));
  const names = `id="${number}" name="Picture ${number}" descr="${escapeXml(withoutForbidden(alt))}"`;
  return `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${names}/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${names}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}

function tableXml(writer: Writer, table: Table): string {
  const columns = table.widths.length;
  // Too wide for Word: its cells as paragraphs, so that no text is lost.
  if (columns > MAX_COLUMNS)
    return blocksXml(
      writer,
      table.rows.flat().flatMap(({ blocks }) => blocks),
    );
  const total = writer.textWidth * TWIPS;
  const widths = table.widths.map((share) => Math.max(200, Math.round(share * total)));
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const covered = new Map<number, Covered>();
  const rows = table.rows.map((cells) => `<w:tr>${rowXml(writer, cells, columns, covered, widths)}</w:tr>`);
  const borders = table.isRuled ? '<w:tblStyle w:val="TableGrid"/>' : '';
  const direction = table.isRightToLeft ? '<w:bidiVisual/>' : '';
  return `<w:tbl><w:tblPr>${borders}${direction}<w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`;
}

/** The rows that a cell still reaches down, and its columns. */
interface Covered {
  rows: number;
  readonly columns: number;
}

/** `covered`: by column, how far a cell of an earlier row still reaches down. */
function rowXml(
  writer: Writer,
  cells: readonly Cell[],
  columns: number,
  covered: Map<number, Covered>,
  widths: readonly number[],
): string {
  let xml = '';
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  for (let column = 0; column < columns;) {
    const above = covered.get(column);
    const cell = byColumn.get(column);
    if (above && above.rows > 0 && !cell) {
      above.rows--;
      xml += cellXml(above.columns, widths, column, '<w:vMerge/>', '<w:p/>');
      column += above.columns;
      continue;
    }
    const next = [...byColumn.keys()].filter((other) => other > column);
    const span = Math.max(
      1,
      Math.min(cell?.columns ?? 1, columns - column, ...next.map((other) => other - column)),
    );
    const isTall = (cell?.rows ?? 1) > 1;
    covered.set(column, { rows: (cell?.rows ?? 1) - 1, columns: span });
    for (let n = 1; n < span; n++) covered.delete(column + n);
    xml += cellXml(
      span,
      widths,
      column,
      isTall ? '<w:vMerge w:val="restart"/>' : '',
      cellContent(writer, cell),
    );
    column += span;
  }
  return xml;
}

function cellContent(writer: Writer, cell: Cell | undefined): string {
  const blocks = cell?.blocks ?? [];
  const xml = blocksXml(writer, blocks);
  // A cell ends with a paragraph.
  return blocks.at(-1)?.kind === 'paragraph' ? xml : `${xml}<w:p/>`;
}

function cellXml(
  span: number,
  widths: readonly number[],
  column: number,
  merge: string,
  content: string,
): string {
  const width = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0);
  const grid = span > 1 ? `<w:gridSpan w:val="${span}"/>` : '';
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${grid}${merge}</w:tcPr>${content}</w:tc>`;
}

function paragraphsIn(block: Block): Paragraph[] {
  if (block.kind === 'paragraph') return [block];
  return block.kind === 'table'
    ? block.rows.flat().flatMap(({ blocks }) => blocks.flatMap(paragraphsIn))
    : [];
}

function notesXml(writer: Writer): string {
  const special = ['separator', 'continuationSeparator'].map(
    (type, i) =>
      `<w:footnote w:type="${type}" w:id="${i - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
  );
  const mark =
    '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>';
  const own = new Set(
    writer.content.blocks
      .flatMap(paragraphsIn)
      .flatMap(({ runs }) =>
        runs.flatMap(({ note, text }) => (note !== undefined && text !== '' ? [note] : [])),
      ),
  );
  const notes = writer.content.notes.map((paragraphs, i) => {
    const xml = paragraphs.map((one, n) =>
      paragraphXml(writer, one, 'FootnoteText', n === 0 && !own.has(i) ? mark : ''),
    );
    return `<w:footnote w:id="${i + 1}">${xml.join('')}</w:footnote>`;
  });
  return [...special, ...notes].join('');
}

async function packageOf(
  writer: Writer,
  body: string,
  relationships: readonly string[],
  { header, footer, notes }: { header: Part | undefined; footer: Part | undefined; notes: Part | undefined },
): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const add = (name: string, content: string | Uint8Array) =>
    zip.file(name, content, {
      date: DATE,
      createFolders: false,
      compression: typeof content === 'string' ? 'DEFLATE' : 'STORE',
    });
  const { content, numbering } = writer;
  const root = (name: string, xml: string) =>
    `${DECLARATION}<w:${name} xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture">${xml}</w:${name}>`;
  const parts = [
    { kind: 'styles', root: 'styles', xml: stylesXml(content) },
    ...(numbering.xml === '' ? [] : [{ kind: 'numbering', root: 'numbering', xml: numbering.xml }]),
    ...(header ? [{ kind: 'header', root: 'hdr', ...header }] : []),
    ...(footer ? [{ kind: 'footer', root: 'ftr', ...footer }] : []),
    ...(notes ? [{ kind: 'footnotes', root: 'footnotes', ...notes }] : []),
  ];
  const overrides = parts.map(
    ({ kind }) => `<Override PartName="/word/${kind}.xml" ContentType="${WORD_TYPE}.${kind}+xml"/>`,
  );
  add(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`,
  );
  add(
    '_rels/.rels',
    relationshipsXml([
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`,
      `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ]),
  );
  const references = [header, footer].flatMap((part) =>
    part ? [`<w:${part.name}Reference w:type="default" r:id="rId-${part.name}"/>`] : [],
  );
  add(
    'word/document.xml',
    root('document', `<w:body>${body}${sectionXml(content, references.join(''))}</w:body>`),
  );
  add(
    'word/_rels/document.xml.rels',
    relationshipsXml([
      ...parts.map(
        ({ kind }) => `<Relationship Id="rId-${kind}" Type="${OFFICE}/${kind}" Target="${kind}.xml"/>`,
      ),
      ...relationships,
    ]),
  );
  for (const part of parts) {
    add(`word/${part.kind}.xml`, root(part.root, part.xml));
    if ('relationships' in part && part.relationships.length > 0)
      add(`word/_rels/${part.kind}.xml.rels`, relationshipsXml(part.relationships));
  }
  add('docProps/core.xml', coreXml(content.title));
  for (const { name, bytes } of writer.media) add(`word/media/${name}`, bytes);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

function relationshipsXml(relationships: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`;
}

function sectionXml({ page }: PdfContent, references: string): string {
  const [width, height] = [page.width, page.height].map((points) =>
    Math.min(31_680, Math.max(2_880, Math.round(points * TWIPS))),
  );
  const orient = width! > height! ? ' w:orient="landscape"' : '';
  const margins = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${MARGIN}"`).join(' ');
  return `<w:sectPr>${references}<w:pgSz w:w="${width}" w:h="${height}"${orient}/><w:pgMar ${margins} w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`;
}

function stylesXml({ bodySize, blocks, language }: PdfContent): string {
  const half = (points: number): string => {
    const value = Math.min(400, Math.max(8, Math.round(points * 2)));
    return `<w:sz w:val="${value}"/><w:szCs w:val="${value}"/>`;
  };
  const lang = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(language) ? `<w:lang w:val="${language}"/>` : '';
  const headings = Array.from({ length: HEADINGS }, (_, i) => {
    const own = blocks.find(
      (block) => block.kind === 'paragraph' && block.role === 'heading' && block.level === i + 1,
    );
    const size =
      own?.kind === 'paragraph' && own.size ? own.size : bodySize * [1.8, 1.5, 1.3, 1.15, 1.05, 1][i]!;
    return style(
      `Heading${i + 1}`,
      `heading ${i + 1}`,
      `<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${i}"/>`,
      `<w:b/><w:bCs/>${half(size)}`,
    );
  });
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
    (side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`,
  );
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/>${half(bodySize)}${lang}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120"/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
    ...headings,
    style('ListParagraph', 'List Paragraph', '<w:spacing w:after="60"/>', ''),
    style('Caption', 'caption', '', '<w:i/><w:iCs/>'),
    style('FootnoteText', 'footnote text', '<w:spacing w:after="0"/>', half(bodySize * 0.85)),
    '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${borders.join('')}</w:tblBorders></w:tblPr></w:style>`,
  ].join('');
}

function style(id: string, name: string, paragraph: string, run: string): string {
  const properties =
    (paragraph === '' ? '' : `<w:pPr>${paragraph}</w:pPr>`) + (run === '' ? '' : `<w:rPr>${run}</w:rPr>`);
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${properties}</w:style>`;
}

function coreXml(title: string): string {
  const dublin = 'http://purl.org/dc/elements/1.1/';
  return `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="${dublin}"><dc:title>${escapeXml(withoutForbidden(title.slice(0, 1_000)))}</dc:title></cp:coreProperties>`;
}
