import type { Included } from '../../contract/index.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { XmlReader } from '../xml/reader.ts';
import { ODF_NAMES } from './names.ts';
import { attributesAt, styleReading } from './styles.ts';
import { readInlines } from './read-inlines.ts';
import type { Paragraph, PartItem, PartModel, Place } from './model.ts';

/** The role of an element around paragraphs: skipped, a text, or entered as a part. */
export type Entry = 'skip' | 'text' | readonly Included[];

/** A format's rule for an element within `parts`, at its start tag; for paragraphs only `skip`. */
export type EnterRule = (reader: XmlReader, parts: readonly Included[]) => Entry | undefined;

/** Never the document's text: deleted text, form fields, declarations, and text found elsewhere. */
const SKIPPED: ReadonlySet<string> = new Set([
  'text:tracked-changes',
  'table:tracked-changes',
  'office:forms',
  'office:scripts',
  'office:event-listeners',
  'office:font-face-decls',
  'office:styles',
  'office:meta',
  'office:settings',
  'office:dde-source',
  'table:dde-links',
  'table:scenario',
  'table:content-validations',
  'table:covered-table-cell',
  'text:variable-decls',
  'text:sequence-decls',
  'text:user-field-decls',
  'text:dde-connection-decls',
  'text:alphabetical-index-auto-mark-file',
  'draw:object-ole',
  'office:document',
]);

/** Standalones whose text does not belong to the current line. */
const ASIDE: ReadonlySet<string> = new Set(['text:note', 'text:ruby', 'office:annotation']);

/** Drawn shapes; the text of frames is laid out like the document's. */
const SHAPES: ReadonlySet<string> = new Set(
  'custom-shape rect ellipse circle line polyline polygon regular-polygon path connector caption measure'
    .split(' ')
    .map((name) => `draw:${name}`),
);

/** By prefix, the parts of a document that text-only elements belong to. */
const PARTS_OF_TEXTS: ReadonlyMap<string, readonly Included[]> = new Map([
  ['svg', ['alt_text']],
  ['dc', ['properties']],
  ['meta', ['properties']],
]);

/** A spreadsheet's messages about a cell with restricted values; the title is an attribute. */
const MESSAGES: ReadonlySet<string> = new Set(['table:help-message', 'table:error-message']);

const INDEXES: ReadonlySet<string> = new Set([
  'text:table-of-content',
  'text:illustration-index',
  'text:table-index',
  'text:object-index',
  'text:user-index',
  'text:alphabetical-index',
  'text:bibliography',
]);
/** Sorted by words, so a translated entry would be in the wrong place. */
const SORTED: ReadonlySet<string> = new Set(['text:alphabetical-index', 'text:bibliography']);

const NOT_STRING = /^(?:float|percentage|currency|date|time|boolean)$/;

/** Reads a part's paragraphs, at any depth, with their inlines. See XmlReader for refusals. */
export function readPart(source: string, part: string, enter: EnterRule): PartModel {
  const reader = new XmlReader(source, part, { names: ODF_NAMES });
  const items: PartItem[] = [];
  const styles = styleReading();
  let keptEntries = 0;
  let parts: readonly Included[] = [];
  let place: Place = { isNested: false };
  /** The text of the standalone being read; undefined if its text is not part of the line. */
  let shown: string | undefined;

  const within = (inner: { parts?: readonly Included[]; place?: Place }, read: () => void) => {
    const before = { parts, place };
    if (inner.parts && inner.parts.length > 0) parts = [...parts, ...inner.parts];
    place = inner.place ?? place;
    read();
    ({ parts, place } = before);
  };

  /** From a start tag to its end tag. */
  const walk = () => {
    const { depth } = reader;
    for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
      if (event === 'open') visit();
      else if (event === 'text' && shown !== undefined) shown += reader.text();
    }
  };

  const visit = () => {
    const { name } = reader;
    if (name === 'text:p' || name === 'text:h') {
      if (enter(reader, parts) === 'skip') reader.skipElement();
      else readParagraph();
      return;
    }
    if (name === 'office:automatic-styles') {
      styles.readAutomatic(source, reader);
      return;
    }
    if (name === 'office:body' || name === 'office:master-styles') styles.noteBody(reader);
    const entry = enter(reader, parts) ?? (SKIPPED.has(name) ? 'skip' : commonEntry(reader));
    if (entry === 'skip') {
      reader.skipElement();
    } else if (entry === 'text') {
      const own = PARTS_OF_TEXTS.get(name.slice(0, name.indexOf(':'))) ?? [];
      within({ parts: own, place: placeWithin(reader, place) }, readParagraph);
    } else if (name === 'draw:object') {
      const href = reader.attribute('xlink:href');
      if (href !== undefined) items.push({ kind: 'object', href, parts: [...parts, ...entry] });
      reader.skipElement();
    } else {
      if (MESSAGES.has(name)) items.push(...attributeText(source, reader, 'table:title', { parts, place }));
      within({ parts: entry, place: placeWithin(reader, place) }, walk);
    }
  };

  const readParagraph = () => {
    if (place.index?.role === 'entry' && SORTED.has(place.index.kind)) {
      if (reader.elementText().trim() !== '') keptEntries++;
      return;
    }
    const paragraph = paragraphAt(reader, { parts, place });
    items.push(paragraph);
    const outer = shown;
    shown = undefined;
    within({ place: { ...place, isNested: true } }, () => {
      paragraph.inlines = readInlines({
        source,
        reader,
        lookOf: styles.reading.lookOf,
        standalone: readStandalone,
      });
    });
    shown = outer;
    paragraph.contentEnd = reader.start;
    paragraph.end = reader.end;
  };

  const readStandalone = (name: string): string => {
    const outer = shown;
    shown = ASIDE.has(name) || name.startsWith('draw:') ? undefined : '';
    visit();
    const text = shown ?? '';
    shown = outer;
    return text;
  };

  for (let event = reader.next(); event; event = reader.next()) if (event === 'open') visit();
  return { part, source, items, styles: styles.reading, keptEntries };
}

const KINDS: ReadonlyMap<string, SegmentKind> = new Map(
  Object.entries<SegmentKind>({
    'text:list-item': 'item',
    'text:note-body': 'note',
    'office:annotation': 'comment',
    'style:header': 'margin',
    'style:footer': 'margin',
    'svg:title': 'label',
    'svg:desc': 'label',
    'presentation:notes': 'note',
  }),
);
/** Of presentations, by `presentation:class` (OpenDocument 1.3 §19.389). */
const FRAMES: ReadonlyMap<string, SegmentKind> = new Map(
  Object.entries<SegmentKind>({
    title: 'title',
    subtitle: 'h1',
    outline: 'item',
  }),
);

/** The place of what is in an element, at its start tag. */
function placeWithin(reader: XmlReader, place: Place): Place {
  const { name, start } = reader;
  const { index, isNested } = place;
  if (INDEXES.has(name)) return { ...place, index: { start, kind: name, role: 'entry' } };
  if (index && name === 'text:index-title') return { ...place, index: { ...index, role: 'title' } };
  if (index && name === 'text:index-title-template')
    return { ...place, index: { ...index, role: 'template' } };
  if (SHAPES.has(name)) return { ...place, isShape: true };
  const kind =
    name === 'draw:frame' ? FRAMES.get(reader.attribute('presentation:class') ?? '') : KINDS.get(name);
  if (name !== 'table:table') return kind ? { ...place, kind } : place;
  const styleName = reader.attribute('table:style-name');
  return { ...place, kind: 'cell', table: { start, contentStart: reader.end, styleName, isNested } };
}

/** The paragraph that begins at a start tag, without its inlines and its end. */
function paragraphAt(reader: XmlReader, { parts, place }: Pick<Paragraph, 'parts' | 'place'>): Paragraph {
  const { name, start, end } = reader;
  const level = name === 'text:h' ? Number(reader.attribute('text:outline-level') ?? 1) || 1 : undefined;
  return {
    kind: 'paragraph',
    ...{ name, start, contentStart: end, contentEnd: end, end, inlines: [], level },
    styleName: reader.attribute('text:style-name'),
    ...{ parts, place },
  };
}

/** The text of an attribute, as a paragraph; none if the tag lacks it. */
function attributeText(
  source: string,
  reader: XmlReader,
  name: string,
  { parts, place }: Pick<Paragraph, 'parts' | 'place'>,
): Paragraph[] {
  return attributesAt(source, reader, [name]).map(({ start, end }) => {
    const text = reader.attribute(name) ?? '';
    return {
      kind: 'paragraph',
      ...{ name, start, contentStart: start, contentEnd: end, end, parts, place },
      inlines: text === '' ? [] : [{ kind: 'text', text, format: '', at: { start, end, around: [] } }],
      level: undefined,
      styleName: undefined,
    };
  });
}

function commonEntry(reader: XmlReader): Entry {
  switch (reader.name) {
    case 'office:annotation':
      return ['comments'];
    case 'svg:title':
    case 'svg:desc':
    case 'text:index-title-template':
      return 'text';
    case 'text:section':
      return reader.attribute('text:display') === 'none' ? ['hidden'] : [];
    case 'style:header':
    case 'style:footer':
    case 'style:header-left':
    case 'style:footer-left':
    case 'style:header-first':
    case 'style:footer-first':
      return reader.attribute('style:display') === 'false' ? ['hidden'] : [];
    case 'table:table-cell':
      return isComputed(reader) ? 'skip' : [];
    case 'draw:object':
      return ['charts'];
    default:
      return [];
  }
}

/** Whether a program computes the text from a number or a formula. */
function isComputed(reader: XmlReader): boolean {
  return (
    reader.attribute('table:formula') !== undefined ||
    NOT_STRING.test(reader.attribute('office:value-type') ?? '')
  );
}
