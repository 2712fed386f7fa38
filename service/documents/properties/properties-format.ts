import type { MessageCode } from '../messages/message-text.ts';
import { acceleratorAmong } from '../messages/accelerators.ts';
import { messageSpans, readingOf } from '../messages/message-spans.ts';
import { programValues } from '../messages/program-values.ts';
import type { KeyedValue } from '../messages/program-values.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { decodeProperty, encodeProperty } from './escapes.ts';

/** Java's resource bundles: the values of their keys. */
export const propertiesFormat = spanFormat({
  fileType: 'properties',
  ignoresLanguage: true,
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),
  // The encoding of Java before 9, and of later versions for files that are not UTF-8.
  declaredEncoding: () => 'iso-8859-1',
  reference: (char) =>
    Array.from({ length: char.length }, (_, at) => unicodeEscape(char.charCodeAt(at))).join(''),

  read(text, { to }) {
    const how = {
      to,
      accelerators: acceleratorAmong(['&'], valuesOf(text)),
      isProgramValue: programValues(keyedValues(text)),
    };
    return readingOf(propertySpans(text, how), (written) => propertySpans(written, how));
  },

  examine(text) {
    const all = keyedValues(text);
    return { leftOut: [{ what: 'program_values', count: all.filter(programValues(all)).length }] };
  },
});

/** How the values of a file are read. */
interface PropertyReading {
  readonly to: string | undefined;
  readonly accelerators: '&' | undefined;
  readonly isProgramValue: (one: KeyedValue) => boolean;
}

function keyedValues(text: string): KeyedValue[] {
  return Array.from(entriesOf(text), ({ key, raw }) => ({
    path: [decodeProperty(key)],
    value: decodeProperty(raw),
  }));
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** A key, the separator, and the value with its continuation lines. */
const ENTRY =
  /([^\s:=#!\\](?:\\[^]|[^\s:=\\])*|\\[^](?:\\[^]|[^\s:=\\])*)([ \t\f]*[:=]?[ \t\f]*)((?:\\(?:\r\n|[^])|[^\\\r\n])*)/y;
const BLANK = /[ \t\f]*/y;
const LINE = /[^\r\n]*/y;
const LINE_END = /\r\n|\r|\n|$/y;
/** UTF-16 units. */
const MAX_NOTE = 1_000;

function* propertySpans(text: string, how: PropertyReading): Generator<Span> {
  // In Latin-1 files all letters are unescaped; escapes are decoded in any file.
  const last = [0x7f, 0xff].find((unit) => !hasBeyond(text, unit)) ?? 0xffff;
  for (const { raw, end, key, note } of entriesOf(text))
    yield* valueSpans(raw, { end, key: decodeProperty(key), note, last, ...how });
}

function* valuesOf(text: string): Generator<string> {
  for (const { raw } of entriesOf(text)) yield decodeProperty(raw);
}

interface RawEntry {
  readonly raw: string;
  readonly end: number;
  readonly key: string;
  readonly note: string;
}

function* entriesOf(text: string): Generator<RawEntry> {
  let note = '';
  for (let at = 0; at < text.length;) {
    const start = endOf(BLANK, text, at);
    const entry = matchAt(ENTRY, text, start);
    if (entry) {
      const [whole, key = '', , raw = ''] = entry;
      const end = start + whole.length;
      yield { raw, end, key, note: note.trim() };
      note = '';
      at = endOf(LINE_END, text, end);
      continue;
    }
    const end = endOf(LINE, text, start);
    note = end === start ? '' : `${note}\n${text.slice(start + 1, end).trim()}`.slice(0, MAX_NOTE);
    at = endOf(LINE_END, text, end);
    if (at === end) break;
  }
}

function hasBeyond(text: string, unit: number): boolean {
  return unit === 0x7f ? /[^\0-\x7f]/.test(text) : /[^\0-\xff]/.test(text);
}

interface Entry extends PropertyReading {
  readonly end: number;
  readonly key: string;
  readonly note: string;
  /** The last code unit that is written unescaped. */
  readonly last: number;
}

function valueSpans(raw: string, { end, key, note, to, last, accelerators, isProgramValue }: Entry): Span[] {
  const decoded = decodeProperty(raw);
  const quoting = quotingOf(decoded);
  return messageSpans({
    start: end - raw.length,
    end,
    value: quoting === 'doubled' ? decoded.replaceAll("''", "'") : decoded,
    key,
    note: note === '' ? undefined : note,
    isIcu: false,
    isName: isProgramValue({ path: [key], value: decoded }),
    to,
    accelerators,
    codesIn: choicesIn,
    // The source does not reveal whether apostrophes quote: the typographic one never does.
    ...(quoting === 'none' ? { adapt: (value: string) => value.replaceAll("'", '’') } : {}),
    write: (value) => encodeProperty(quoting === 'doubled' ? value.replaceAll("'", "''") : value, raw, last),
  });
}

type Quoting = 'doubled' | 'none' | 'as written';

/**
 * `java.text.MessageFormat` reads `''` as an apostrophe and `'` as a quote, but only in texts with arguments.
 */
function quotingOf(value: string): Quoting {
  if (!/\{\d/.test(value)) return 'as written';
  if (!value.includes("'")) return 'none';
  return /(?<!')'(?!')/.test(value) ? 'as written' : 'doubled';
}

/** `{0,choice,0#no files|1#a file}`. */
function choicesIn(value: string): MessageCode[] {
  return Array.from(
    value.matchAll(/\{\d{1,3}\s?,\s?choice\s?,[^{}]{0,1000}(?:\{[^{}]{0,1000}\}[^{}]{0,1000}){0,50}\}/g),
    ({ index, 0: { length } }) => ({ start: index, end: index + length }),
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
