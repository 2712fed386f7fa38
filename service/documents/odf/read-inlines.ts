import { writtenAttributes } from '../xml/attributes.ts';
import { isSpace, readText } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Around, OdfInline, Piece } from './model.ts';

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

/** More spaces in one `text:s` were not written by a person. */
const MAX_SPACES = 1_000;
export interface InlineContext {
  readonly source: string;
  /** At the start tag of a paragraph. */
  readonly reader: XmlReader;
  /** The look of a span's style, see styles.ts. */
  readonly lookOf: (textStyle: string) => string;
  /** Reads an element outside the paragraph's text to its end tag, and returns its visible text. */
  readonly standalone: (name: string) => string;
}

/** The inlines of the current paragraph, up to its end tag. */
export function readInlines({ source, reader, lookOf, standalone }: InlineContext): OdfInline[] {
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
  /** White space at both ends becomes separate pieces, so that it can stay outside the segment. */
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
    const whole = (isData ? reader.text() : readText(source.slice(first, last))).replace(/[ \t\r\n]+/g, ' ');
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
      const look = styleName === undefined ? '' : lookOf(styleName);
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
      if (name === 'text:span') list.push({ ...group, isFormat: true });
      else list.push(name === 'text:a' ? { ...group, nesting: 'apart' } : group);
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
    const shown = standalone(name);
    at.end = reader.end;
    at.shown = wall ?? shown;
    afterSpace = false;
    list.push({ kind: 'standalone', at, isWall: wall !== undefined, isBreak: wall === '\n' });
  };
  const list: OdfInline[] = [];
  readInto(list, [], '');
  return list;
}

function aroundOf({ start, end }: XmlReader, isSpan: boolean): Around {
  return { start, contentStart: end, contentEnd: end, end, isSpan };
}

function close(element: Around, reader: XmlReader): void {
  element.contentEnd = reader.start;
  element.end = reader.end;
}

/** A span that only carries a style may be divided; one with an id or other data may not. */
function isPlainSpan(tag: string): boolean {
  for (const { rawName } of writtenAttributes(tag))
    if (!/(?:^|:)(?:style-name|class-names)$/.test(rawName)) return false;
  return true;
}

/** A control with a prompt, a check box, a choice or a date: its text is not for a translator. */
function isFixedControl(reader: XmlReader): boolean {
  if (reader.name !== 'loext:content-control') return false;
  return ['showing-place-holder', 'checkbox', 'date', 'picture', 'dropdown', 'combobox'].some(
    (name) => reader.attribute(`loext:${name}`) === 'true',
  );
}
