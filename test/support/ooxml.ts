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
  /**
   * Kind of relationship (`header`, `styles`) by file name under word/, and the content of its root element.
   */
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

const SLIDES = [
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ');

export interface SlideParts {
  /** The content of `p:spTree`. */
  readonly tree: string;
  /** Attributes of `p:sld`. */
  readonly attributes?: string;
  /** The content of the `p:spTree` of its notes. */
  readonly notes?: string;
  /** `rId3` and so on. */
  readonly related?: readonly (readonly [kind: string, target: string])[];
}

export interface DeckParts {
  readonly slides: readonly SlideParts[];
  /** The content of `p:spTree`; all slides have the one layout. */
  readonly layout?: string;
  readonly master?: string;
  /** XML after the tree in the master. */
  readonly masterStyles?: string;
  /** XML after the list of slides in the presentation. */
  readonly afterSlides?: string;
  readonly mainType?: string;
  readonly packageRelationships?: string;
  readonly more?: Parts;
}

/** A presentation whose slides are numbered backwards: `slide1.xml` is the last one. */
export function deck(parts: DeckParts): Buffer {
  const { slides, layout = '', master = '', masterStyles = '', afterSlides = '', more } = parts;
  const { mainType = `${TYPES}.presentationml.presentation.main+xml` } = parts;
  const root = (name: string, tree: string, after = '', attributes = '') =>
    `<p:${name} ${SLIDES}${attributes}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld>${after}</p:${name}>`;
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('');
  const number = (i: number) => slides.length - i;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': contentTypes({ 'ppt/presentation.xml': mainType }),
    '_rels/.rels': relationships([['officeDocument', 'ppt/presentation.xml']], parts.packageRelationships),
    'ppt/presentation.xml': `<p:presentation ${SLIDES}><p:sldIdLst>${ids}</p:sldIdLst>${afterSlides}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, i) => ['slide', `slides/slide${number(i)}.xml`] as const),
    ),
    'ppt/slideLayouts/slideLayout1.xml': root('sldLayout', layout),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      ['slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/slideMasters/slideMaster1.xml': root('sldMaster', master, masterStyles),
  };
  slides.forEach(({ tree, attributes = '', notes, related = [] }, i) => {
    const name = `slide${number(i)}.xml`;
    files[`ppt/slides/${name}`] = root('sld', tree, '', attributes && ` ${attributes}`);
    files[`ppt/slides/_rels/${name}.rels`] = relationships([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      // A part that is not there is no relationship.
      ['notesSlide', `../notesSlides/${name}`],
      ...related,
    ]);
    if (notes !== undefined) files[`ppt/notesSlides/${name}`] = root('notes', notes);
  });
  return zip({ ...files, ...more });
}

/** A shape of paragraphs; `placeholder` holds the attributes of its `p:ph`. */
export function shape(paragraphs: string, placeholder?: string): string {
  const ph = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape 1"/><p:cNvSpPr/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;
}

export interface WorkbookParts {
  /** The content of each `sheetData`, in workbook order. */
  readonly sheets: readonly string[];
  /** The content of `sst`; left out, the workbook has no string table. */
  readonly strings?: string;
  /** Attributes of `sst`. */
  readonly counts?: string;
  /** XML after `sheets` in the workbook part. */
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
