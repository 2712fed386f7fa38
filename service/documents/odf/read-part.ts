import { XmlReader } from '../xml/reader.ts';
import { isSpace, readText } from '../xml/chars.ts';
import { writtenAttributes } from '../xml/attributes.ts';
import { ODF_NAMES } from './names.ts';
import { styleReading } from './styles.ts';
import type { Around, Included, OdfInline, Paragraph, PartItem, PartModel, Piece, Place } from './model.ts';

/** What an element around paragraphs is to a format: left alone, text by itself, or walked into as a part of something. */
export type Entry = 'skip' | 'text' | readonly Included[];

/** What a format says of an element at its start tag; undefined: nothing special. */
export type EnterRule = (reader: XmlReader) => Entry | undefined;

/** Never text of the document: deleted text, form fields, declarations, and what is found elsewhere. */
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

const GROUPS: ReadonlySet<string> = new Set([
  'text:a',
  'text:meta',
  'text:meta-field',
  'loext:content-control',
]);

const MARKERS: ReadonlySet<string> = new Set([
  'text:bookmark',
  'text:bookmark-start',
  'text:bookmark-end',
  'text:reference-mark',
  'text:reference-mark-start',
  'text:reference-mark-end',
  'text:change',
  'text:change-start',
  'text:change-end',
  'text:toc-mark',
  'text:toc-mark-start',
  'text:toc-mark-end',
  'text:user-index-mark',
  'text:user-index-mark-start',
  'text:user-index-mark-end',
  'text:alphabetical-index-mark',
  'text:alphabetical-index-mark-start',
  'text:alphabetical-index-mark-end',
  'text:soft-page-break',
  'text:number',
  'office:annotation-end',
  'office:event-listeners',
  'field:fieldmark',
  'field:fieldmark-start',
  'field:fieldmark-separator',
  'field:fieldmark-end',
]);

const WALLS: ReadonlyMap<string, string> = new Map([
  ['text:tab', '\t'],
  ['text:line-break', '\n'],
]);

/** Standalones whose text does not belong to the line they are in. */
const ASIDE: ReadonlySet<string> = new Set(['text:note', 'text:ruby', 'office:annotation']);

/** Drawn shapes; the text of frames is laid out as the document's. */
const SHAPES: ReadonlySet<string> = new Set(
  'custom-shape rect ellipse circle line polyline polygon regular-polygon path connector caption measure'
    .split(' ')
    .map((name) => `draw:${name}`),
);

const INDEXES: ReadonlySet<string> = new Set([
  'text:table-of-content',
  'text:illustration-index',
  'text:table-index',
  'text:object-index',
  'text:user-index',
  'text:alphabetical-index',
  'text:bibliography',
]);
/** Their order depends on the words, so a translated entry would be in the wrong place. */
const SORTED: ReadonlySet<string> = new Set(['text:alphabetical-index', 'text:bibliography']);

/** More spaces in one `text:s` are no text that anyone wrote. */
const MAX_SPACES = 1_000;
const NOT_STRING = /^(?:float|percentage|currency|date|time|boolean)$/;

/** Reads the paragraphs of a part, wherever they are, with their inlines. See XmlReader for what is refused. */
export function readPart(source: string, part: string, enter: EnterRule): PartModel {
  const reader = new XmlReader(source, part, { names: ODF_NAMES });
  const items: PartItem[] = [];
  const styles = styleReading();
  let keptEntries = 0;
  let parts: readonly Included[] = [];
  let place: Place = { isNested: false };
  /** Of the standalone that is being read; undefined where its text is not of the line. */
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
      readParagraph();
      return;
    }
    if (name === 'office:automatic-styles') {
      styles.readAutomatic(source, reader);
      return;
    }
    if (name === 'office:body' || name === 'office:master-styles') styles.noteBody(reader);
    const entry = SKIPPED.has(name) ? 'skip' : (enter(reader) ?? commonEntry(reader));
    if (entry === 'skip') {
      reader.skipElement();
    } else if (entry === 'text') {
      const index = name === 'text:index-title-template' ? place.index : undefined;
      const inner = index ? { ...place, index: { ...index, role: 'template' as const } } : place;
      within({ parts: name.startsWith('svg:') ? ['alt_text'] : [], place: inner }, readParagraph);
    } else if (name === 'draw:object') {
      const href = reader.attribute('xlink:href');
      if (href !== undefined) items.push({ kind: 'object', href, parts: [...parts, ...entry] });
      reader.skipElement();
    } else if (INDEXES.has(name)) {
      const index = { start: reader.start, kind: name, role: 'entry' as const };
      within({ parts: entry, place: { ...place, index } }, walk);
    } else if (name === 'text:index-title' && place.index) {
      within({ parts: entry, place: { ...place, index: { ...place.index, role: 'title' } } }, walk);
    } else if (name === 'table:table') {
      const table = {
        start: reader.start,
        contentStart: reader.end,
        styleName: reader.attribute('table:style-name'),
        isNested: place.isNested,
      };
      within({ parts: entry, place: { ...place, table } }, walk);
    } else {
      within({ parts: entry, place: SHAPES.has(name) ? { ...place, isShape: true } : place }, walk);
    }
  };

  const readParagraph = () => {
    const { name, start, end } = reader;
    if (place.index?.role === 'entry' && SORTED.has(place.index.kind)) {
      if (reader.elementText().trim() !== '') keptEntries++;
      return;
    }
    const level = name === 'text:h' ? Number(reader.attribute('text:outline-level') ?? 1) || 1 : undefined;
    const paragraph: Paragraph = {
      kind: 'paragraph',
      name,
      start,
      contentStart: end,
      contentEnd: end,
      end,
      inlines: [],
      level,
      styleName: reader.attribute('text:style-name'),
      parts,
      place,
    };
    items.push(paragraph);
    const outer = shown;
    shown = undefined;
    within({ place: { ...place, isNested: true } }, () => {
      paragraph.inlines = readInlines();
    });
    shown = outer;
    paragraph.contentEnd = reader.start;
    paragraph.end = reader.end;
  };

  /** What is in the present paragraph, up to its end tag. */
  const readInlines = (): OdfInline[] => {
    let afterSpace = true;
    const readInto = (list: OdfInline[], around: readonly Around[], format: string) => {
      const { depth } = reader;
      for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
        if (event === 'text') readTexts(list, around, format);
        else if (event === 'open') readElement(list, around, format);
      }
    };
    const addText = (list: OdfInline[], text: string, format: string, at: Piece) => {
      if (text !== '') list.push({ kind: 'text', text, format, at });
    };
    /** White space at both ends is a piece of its own, so that it can stay outside of the segment. */
    const readTexts = (list: OdfInline[], around: readonly Around[], format: string) => {
      const { start, end } = reader;
      const isData = source.startsWith('<![CDATA[', start);
      let [first, last] = [start, end];
      while (!isData && first < end && isSpace(source.charCodeAt(first))) first++;
      while (!isData && last > first && isSpace(source.charCodeAt(last - 1))) last--;
      if (first > start) {
        if (!afterSpace) addText(list, ' ', format, { start, end: first, around });
        afterSpace = true;
      }
      if (first === end) return;
      reader.checkTextLength(end - start);
      const whole = (isData ? reader.text() : readText(source.slice(first, last))).replace(
        /[ \t\r\n]+/g,
        ' ',
      );
      const read = afterSpace && whole.startsWith(' ') ? whole.slice(1) : whole;
      addText(list, read, format, { start: first, end: last, around });
      if (read !== '') afterSpace = read.endsWith(' ');
      if (last === end) return;
      if (!afterSpace) addText(list, ' ', format, { start: last, end, around });
      afterSpace = true;
    };
    const readElement = (list: OdfInline[], around: readonly Around[], format: string) => {
      const { name, start, end } = reader;
      const at: Piece = { start, end, around };
      if (name === 'text:s') {
        const count = Number(reader.attribute('text:c') ?? 1);
        reader.skipElement();
        at.end = reader.end;
        afterSpace = false;
        if (count >= 1 && count <= MAX_SPACES) addText(list, ' '.repeat(count), format, at);
        else list.push({ kind: 'standalone', at });
      } else if (name === 'text:span' && isPlainSpan(source.slice(start, end))) {
        const styleName = reader.attribute('text:style-name');
        const look = styleName === undefined ? '' : styles.reading.lookOf(styleName);
        const element = aroundOf(reader, true);
        readInto(list, [...around, element], look === '' ? format : `${format}\n${look}`);
        close(element, reader);
      } else if (name === 'text:span' || (GROUPS.has(name) && !isFixedControl(reader))) {
        const element = aroundOf(reader, false);
        const children: OdfInline[] = [];
        readInto(children, [...around, element], format);
        close(element, reader);
        at.end = reader.end;
        const group = { kind: 'group', at: { ...at, element }, children } as const;
        list.push(name === 'text:span' ? { ...group, isFormat: true } : group);
      } else if (MARKERS.has(name)) {
        reader.skipElement();
        at.end = reader.end;
        list.push({ kind: 'marker', at });
      } else {
        readStandalone(list, at);
      }
    };
    const readStandalone = (list: OdfInline[], at: Piece) => {
      const { name } = reader;
      const wall = WALLS.get(name);
      const outer = shown;
      shown = wall === undefined && !ASIDE.has(name) && !name.startsWith('draw:') ? '' : undefined;
      visit();
      at.end = reader.end;
      at.shown = wall ?? shown ?? '';
      shown = outer;
      afterSpace = false;
      list.push({ kind: 'standalone', at, isWall: wall !== undefined });
    };
    const list: OdfInline[] = [];
    readInto(list, [], '');
    return list;
  };

  for (let event = reader.next(); event; event = reader.next()) if (event === 'open') visit();
  return { part, source, items, styles: styles.reading, keptEntries };
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

/** What a program shows of a number or a formula by itself. */
function isComputed(reader: XmlReader): boolean {
  return (
    reader.attribute('table:formula') !== undefined ||
    NOT_STRING.test(reader.attribute('office:value-type') ?? '')
  );
}

function aroundOf({ start, end }: XmlReader, isSpan: boolean): Around {
  return { start, contentStart: end, contentEnd: end, end, isSpan };
}

function close(element: Around, reader: XmlReader): void {
  element.contentEnd = reader.start;
  element.end = reader.end;
}

/** A span that only carries a style may be divided; one that has an id or says something of its text may not. */
function isPlainSpan(tag: string): boolean {
  for (const { rawName } of writtenAttributes(tag))
    if (!/(?:^|:)(?:style-name|class-names)$/.test(rawName)) return false;
  return true;
}

/** A control with a prompt, a box to tick, a choice or a date: its text is not for a translator. */
function isFixedControl(reader: XmlReader): boolean {
  if (reader.name !== 'loext:content-control') return false;
  return ['showing-place-holder', 'checkbox', 'date', 'picture', 'dropdown', 'combobox'].some(
    (name) => reader.attribute(`loext:${name}`) === 'true',
  );
}
