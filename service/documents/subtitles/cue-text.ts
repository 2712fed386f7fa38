import { decodeText } from '../markup/references.ts';
import { joinerOf } from './width.ts';
import type { Dialect } from './cues.ts';

/** A pair of tags in a cue. */
export interface Tag {
  readonly open: string;
  readonly close: string;
  /** Mere formatting, such as `<i>`. Voices, languages and ruby are more. */
  readonly isFormat: boolean;
}

/** Text, or a code that stays as written: a time stamp, `{\an8}`, a tag without its partner. */
export interface Item {
  readonly kind: 'text' | 'raw';
  readonly text: string;
  /** Pairs around it, outermost first. */
  readonly tags: readonly Tag[];
}

/** The words of one speaker in a cue; mostly its only paragraph. */
export interface Paragraph {
  /** Line endings between it and the previous paragraph, as written. */
  readonly before: string;
  /** Codes and white space before and after the words. */
  readonly lead: string;
  readonly trail: string;
  /** A dash or a note that marks a speaker or singing. */
  readonly prefix: readonly Item[];
  readonly suffix: readonly Item[];
  /** Text and codes between them, line ends folded; nothing to translate without letters or digits. */
  readonly items: readonly Item[];
  readonly hasWords: boolean;
  readonly lineCount: number;
}

export interface CueText {
  readonly paragraphs: readonly Paragraph[];
  /** Tags are closed at the end of each line and reopened on the next one. */
  readonly isTaggedByLine: boolean;
  readonly newline: string;
  /** Its lines, without codes. */
  readonly lines: readonly string[];
  /** Whether some lines are in another language, or are data of a player. */
  readonly keepsLines: boolean;
}

const TAGS: Record<Dialect, RegExp> = {
  srt: /<(\/?)(i|b|u|s|em|strong|font|ruby|rt|rp|c|v|lang|span)(?:[\s.][^<>]*)?>|<\d[\d:.,]{0,20}>|\{\\[^{}\r\n]*\}|\{[A-Za-z]:[^{}\r\n]*\}|\r\n|\r|\n/gi,
  vtt: /<(\/?)([A-Za-z]*)[^>]*(?:>|$)|\{\\[^{}\r\n]*\}|\r\n|\r|\n/g,
};
const VTT_PAIRS = /^(?:c|i|b|u|ruby|rt|v|lang)$/;
const FORMATS = /^(?:i|b|u|s|em|strong|font|c|span)$/i;
const OVERRIDE = /^\{\\([biu])([01])\}$/;

/** A speaker's dash, `>>` of live captions, notes of a song. */
const PREFIX = /^(?:[-–—‐―]{1,2}(?=\s?[^\s\d-]|\s\d)\s?|>{2,3}\s?|[♪♫♬]{1,3}\s?)/u;
const SUFFIX = /\s?[♪♫♬]{1,3}$/u;
/** Something that can be said. */
export const WORD = /[\p{L}\p{N}]/u;
/** Sounds and signs in brackets. */
const BRACKETED = /^(?:\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】)$/u;

type Piece =
  | { readonly kind: 'text' | 'raw' | 'newline'; readonly raw: string }
  | { readonly kind: 'open'; readonly raw: string; readonly name: string }
  | { readonly kind: 'close'; readonly raw: string; readonly name: string };

export function readCueText(raw: string, dialect: Dialect, linesAreTexts = false, letters?: RegExp): CueText {
  const flat = flatten(pieces(raw, dialect), dialect);
  const lines = linesOf(flat);
  const isKept = keptLines(lines, letters);
  const paragraphs: Paragraph[] = [];
  let own: Line[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const isApart = linesAreTexts || isKept[index] === true || isKept[index - 1] === true;
    if (previous && (isApart || isWall(previous, line))) {
      paragraphs.push(paragraphOf(own, isKept[index - 1]));
      own = [];
    }
    own.push(line);
  }
  if (own.length > 0) paragraphs.push(paragraphOf(own, isKept.at(-1)));
  return {
    paragraphs,
    isTaggedByLine:
      flat.some(({ tags }) => tags.length > 0) &&
      flat.every(({ kind, tags }) => kind !== 'newline' || tags.length === 0),
    newline: /\r\n|\r|\n/.exec(raw)?.[0] ?? '',
    lines: lines.map(({ text }) => text),
    keepsLines: isKept.includes(true),
  };
}

/** The readable text of its paragraphs. */
export function wordsOf({ items }: Paragraph): string {
  return textOf(items);
}

/** Text without the signs of speakers and songs at its ends. */
export function withoutSigns(text: string): { prefix: string; core: string } {
  const prefix = PREFIX.exec(text)?.[0] ?? '';
  const suffix = SUFFIX.exec(text.slice(prefix.length))?.[0] ?? '';
  return { prefix, core: text.slice(prefix.length, text.length - suffix.length) };
}

export function isBracketed(text: string): boolean {
  return BRACKETED.test(text.trim());
}

function* pieces(raw: string, dialect: Dialect): Generator<Piece> {
  let at = 0;
  for (const match of raw.matchAll(TAGS[dialect])) {
    if (match.index > at) yield { kind: 'text', raw: raw.slice(at, match.index) };
    yield tagOf(match, dialect);
    at = match.index + match[0].length;
  }
  if (at < raw.length) yield { kind: 'text', raw: raw.slice(at) };
}

function tagOf([raw, slash, name = '']: RegExpExecArray, dialect: Dialect): Piece {
  if (/^[\r\n]/.test(raw)) return { kind: 'newline', raw };
  const override = OVERRIDE.exec(raw);
  if (override) return { kind: override[2] === '1' ? 'open' : 'close', raw, name: `\\${override[1]!}` };
  if (name === '' || !raw.endsWith('>') || (dialect === 'vtt' && !VTT_PAIRS.test(name)))
    return { kind: 'raw', raw };
  return { kind: slash === '' ? 'open' : 'close', raw, name: name.toLowerCase() };
}

type Flat = Omit<Item, 'kind'> & { readonly kind: 'text' | 'raw' | 'newline' };

/** The pieces with the pairs around each; a tag without its partner becomes a separate code. */
function flatten(all: Iterable<Piece>, dialect: Dialect): Flat[] {
  const list = [...all];
  const pairs = new Map<number, { readonly close: number; readonly tag: Tag }>();
  const closes = new Set<number>();
  const open: { readonly index: number; readonly name: string }[] = [];
  for (const [index, piece] of list.entries()) {
    if (piece.kind === 'open' && open.length < MAX_DEPTH) open.push({ index, name: piece.name });
    if (piece.kind !== 'close') continue;
    const partner = open.findLastIndex(({ name }) => name === piece.name);
    if (partner === -1) continue;
    const start = open[partner]!.index;
    open.length = partner;
    const isFormat = piece.name.startsWith('\\') || FORMATS.test(piece.name);
    pairs.set(start, { close: index, tag: { open: list[start]!.raw, close: piece.raw, isFormat } });
    closes.add(index);
  }
  const flat: Flat[] = [];
  let tags: readonly Tag[] = [];
  for (const [index, piece] of list.entries()) {
    const pair = pairs.get(index);
    if (pair) tags = [...tags, pair.tag];
    else if (closes.has(index)) tags = tags.slice(0, -1);
    else if (piece.kind === 'text')
      flat.push({ kind: 'text', text: dialect === 'vtt' ? decodeText(piece.raw) : piece.raw, tags });
    else flat.push({ kind: piece.kind === 'newline' ? 'newline' : 'raw', text: piece.raw, tags });
  }
  return flat;
}

/** Deeper tags become separate codes. */
const MAX_DEPTH = 16;

interface Line {
  /** The line ending before it. */
  readonly before: string;
  readonly items: readonly Item[];
  readonly text: string;
}

function linesOf(flat: readonly Flat[]): Line[] {
  const lines: { before: string; items: Item[] }[] = [{ before: '', items: [] }];
  for (const item of flat) {
    if (item.kind === 'newline') lines.push({ before: item.text, items: [] });
    else lines.at(-1)!.items.push(item as Item);
  }
  return lines.map(({ before, items }) => ({
    before,
    items,
    text: items
      .map(({ kind, text }) => (kind === 'text' ? text : ''))
      .join('')
      .trim(),
  }));
}

/** Whether two lines belong to two speakers, or one is a sound, song or blank: no word crosses. */
function isWall(previous: Line, next: Line): boolean {
  return (
    previous.text === '' ||
    next.text === '' ||
    voiceOf(previous) !== voiceOf(next) ||
    PREFIX.test(next.text) ||
    SUFFIX.test(previous.text) ||
    BRACKETED.test(previous.text) ||
    BRACKETED.test(next.text)
  );
}

/** The voice tag of the last speaker in a line: `<v Bob>`. */
function voiceOf({ items }: Line): string | undefined {
  return items
    .flatMap(({ kind, text, tags }) => [...tags.map(({ open }) => open), ...(kind === 'raw' ? [text] : [])])
    .findLast((tag) => /^<v[\s.>]/i.test(tag));
}

/**
 * The lines of a cue that are not speech in its language: addresses of pictures and JSON, as in players'
 * metadata tracks; a bilingual file's second language, recognised by its letters; and the number of a cue
 * whose times are missing.
 */
function keptLines(lines: readonly Line[], letters: RegExp | undefined): boolean[] {
  const isData = IMAGE.test(lines[0]!.text) || isJson(lines.map(({ text }) => text).join('\n'));
  const isOwn = lines.some(({ text }) => letters?.test(text));
  return lines.map(({ text }, n) => {
    if (isData || (isOwn && /\p{L}/u.test(text) && !letters!.test(text))) return true;
    return n > 0 && lines[n - 1]!.text === '' && /^\d{1,9}$/.test(text);
  });
}

/** A thumbnail for the seek bar, with its position in a larger picture. */
const IMAGE = /^\S+\.(?:avif|gif|jpe?g|png|webp)(?:\?[^\s#]*)?(?:#\S*)?$/i;

function isJson(text: string): boolean {
  if (!/^(?:\{|\[\s*\{)\s*["}]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function paragraphOf(lines: readonly Line[], isKept = false): Paragraph {
  const items: Item[] = [];
  for (const [index, line] of lines.entries()) {
    const last = items.at(-1);
    if (index > 0) {
      const joiner = joinerOf(lines[index - 1]!.text, line.text);
      if (last?.kind === 'text') items[items.length - 1] = { ...last, text: last.text.trimEnd() + joiner };
      else if (joiner !== '') items.push({ kind: 'text', text: joiner, tags: [] });
    }
    items.push(...line.items);
  }
  const texts = isKept ? wordless(items) : trimmedEnds(items);
  return { before: lines[0]!.before, lineCount: lines.length, ...texts };
}

type Parts = Pick<Paragraph, 'lead' | 'trail' | 'prefix' | 'suffix' | 'items' | 'hasWords'>;

function wordless(items: readonly Item[]): Parts {
  return { lead: '', trail: '', prefix: [], suffix: [], items, hasWords: false };
}

function trimmedEnds(items: readonly Item[]): Parts {
  const isVisible = ({ kind, text }: Item): boolean => kind === 'text' && /\S/.test(text);
  const first = items.findIndex(isVisible);
  const last = items.findLastIndex(isVisible);
  const own = items.slice(first, last + 1);
  const text = textOf(own);
  if (first === -1 || !WORD.test(text)) {
    return wordless(items);
  }
  const visible = text.trim();
  const start = text.indexOf(visible);
  const { prefix, core } = withoutSigns(visible);
  const coreStart = start + prefix.length;
  const coreEnd = coreStart + core.length;
  const isText = ({ kind }: Item): boolean => kind === 'text';
  const raw = (part: readonly Item[]): string => part.map((item) => item.text).join('');
  return {
    lead: raw(items.slice(0, first)) + text.slice(0, start),
    prefix: cropped(own, start, coreStart).filter(isText),
    items: cropped(own, coreStart, coreEnd),
    suffix: cropped(own, coreEnd, start + visible.length).filter(isText),
    trail: text.slice(start + visible.length) + raw(items.slice(last + 1)),
    hasWords: true,
  };
}

export function textOf(items: readonly Item[]): string {
  return items.map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
}

/** Items with their texts cut to `[start, end)` of the combined text. */
function cropped(items: readonly Item[], start: number, end: number): Item[] {
  let at = 0;
  return items.flatMap((item): Item[] => {
    if (item.kind === 'raw') return [item];
    const from = at;
    at += item.text.length;
    const text = item.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    return text === '' ? [] : [{ ...item, text }];
  });
}
