import { decodeHTML } from 'entities';
import { joinsWithoutSpace } from '../../text/scripts.ts';
import { hasWords } from '../inlines/code-inlines.ts';
import type { Inline, StandaloneInline } from '../inlines/code-inlines.ts';
import { printsValue } from '../markup/templates.ts';
import { KEPT, LOCKED, VOID } from '../markup/elements.ts';
import type { MarkdownEvent, MarkdownToken } from './events.ts';
import type { Mark } from './marks.ts';
import { tagAt } from './tags.ts';
import type { Tag } from './tags.ts';

/** An inline's `text[start, end)`; for a pair also its opening mark's end and closing mark's start. */
export interface At {
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly kind:
    'text' | 'code' | 'break' | 'address' | 'strong' | 'emphasis' | 'strikethrough' | 'link' | 'tag';
  /** The label of a link whose text is also its reference (`[text]`, `[text][]`). */
  readonly label?: string;
}

/** A text nested in another: the description of a picture, the title of a link. */
export type InnerText =
  | {
      readonly kind: 'alt';
      readonly inlines: readonly Inline<At>[];
      readonly label: string | undefined;
      readonly at: At;
    }
  | { readonly kind: 'title'; readonly start: number; readonly end: number };

export interface TagPlace {
  readonly start: number;
  readonly end: number;
  readonly tag: Tag;
}

export interface BlockInlines {
  readonly inlines: readonly Inline<At>[];
  readonly inner: readonly InnerText[];
  /** Tags of HTML, whose attributes may have texts, `text[start, end)`. */
  readonly tags: readonly TagPlace[];
  /** The text that a heading's anchor is generated from, codes included. */
  readonly visible: string;
  /** Line ends within, each with the prefix of the next line. */
  readonly softBreaks: readonly { readonly start: number; readonly end: number }[];
}

type Child = Inline<At> | { readonly kind: 'tag'; readonly at: At; readonly tag: Tag };

interface Frame {
  readonly kind: At['kind'] | 'image' | 'flat';
  readonly token: MarkdownToken | undefined;
  readonly children: Child[];
  openEnd: number;
  closeStart: number;
  hasReference: boolean;
}

/** Constructs that are one code, whatever their content. */
const ATOMS: ReadonlySet<string> = new Set([
  'codeText',
  'autolink',
  'literalAutolink',
  'gfmFootnoteCall',
  'htmlText',
  'taskListCheck',
]);
const PAIRS: ReadonlyMap<string, 'strong' | 'emphasis' | 'strikethrough'> = new Map([
  ['strong', 'strong'],
  ['emphasis', 'emphasis'],
  ['strikethrough', 'strikethrough'],
]);
/** Tokens that contain readable ones. */
const WRAPPERS: ReadonlySet<string> = new Set(['label', 'strongText', 'emphasisText', 'strikethroughText']);
/** The parts of a line break, including block marks. */
const BREAK_PARTS: ReadonlySet<string> = new Set([
  'lineEnding',
  'linePrefix',
  'lineSuffix',
  'whitespace',
  'blockQuotePrefix',
  'listItemIndent',
  'gfmFootnoteDefinitionIndent',
  'hardBreakTrailing',
  'hardBreakEscape',
]);
/** Maximum nesting of pairs; a deeper one becomes two codes. */
const MAX_DEPTH = 60;

/** The inline content of a block from its events; `marks` are those within it, in order. */
export function readInlines(
  text: string,
  events: readonly MarkdownEvent[],
  marks: readonly Mark[],
): BlockInlines {
  const reading: Reading = {
    text,
    marks,
    nextMark: 0,
    frames: [frameOf('text', undefined)],
    lineBreak: undefined,
    inner: [],
    tags: [],
    softBreaks: [],
    visible: '',
  };
  let skipped: MarkdownToken | undefined;
  let resource: MarkdownToken | undefined;
  for (const [phase, token] of events) {
    if (skipped) {
      if (phase === 'exit' && token === skipped) skipped = undefined;
    } else if (resource) {
      if (token === resource) resource = undefined;
      else if (phase === 'enter' && token.type === 'resourceTitleString')
        reading.inner.push({ kind: 'title', start: token.start.offset, end: token.end.offset });
    } else if (phase === 'exit') {
      leave(reading, token);
    } else if (token.type === 'resource') {
      endBreak(reading, token.start.offset);
      resource = token;
    } else if (!enter(reading, token)) {
      skipped = token;
    }
  }
  endBreak(reading, events.at(-1)?.[1].end.offset ?? 0);
  const { frames, inner, tags, visible, softBreaks } = reading;
  return { inlines: paired(text, frames[0]!.children), inner, tags, visible, softBreaks };
}

interface Reading {
  readonly text: string;
  readonly marks: readonly Mark[];
  nextMark: number;
  /** The block, and the open pairs in it. */
  readonly frames: Frame[];
  /** A line break that has begun: white space and block marks after it are part of it. */
  lineBreak: { start: number; isHard: boolean } | undefined;
  readonly inner: InnerText[];
  readonly tags: TagPlace[];
  readonly softBreaks: { readonly start: number; readonly end: number }[];
  visible: string;
}

/** Returns whether the token's content is read too. */
function enter(reading: Reading, token: MarkdownToken): boolean {
  const type: string = token.type;
  const start = token.start.offset;
  const end = token.end.offset;
  if (BREAK_PARTS.has(type)) {
    reading.lineBreak ??= { start, isHard: false };
    if (type.startsWith('hardBreak')) reading.lineBreak.isHard = true;
    return false;
  }
  endBreak(reading, start);
  const { frames } = reading;
  const frame = frames.at(-1)!;
  const pair = PAIRS.get(type);
  if (pair) frames.push(frameOf(frames.length > MAX_DEPTH ? 'flat' : pair, token));
  else if (type === 'link' || type === 'image') frames.push(frameOf(type, token));
  else if (type === 'labelText') frame.openEnd = start;
  else if (!WRAPPERS.has(type)) {
    if (type.endsWith('Sequence') && PAIRS.has(type.slice(0, -8))) addSequence(reading, start, end);
    else if (type === 'reference') frame.hasReference = end - start > 2;
    else if (type === 'data') addText(reading, start, end, addPlain);
    else if (type === 'characterEscape' || type === 'characterReference')
      addText(reading, start, end, addSign);
    else if (ATOMS.has(type)) addAtom(reading, start, end, type);
    // Others are marks of labels and destinations, which belong to their link.
    return false;
  }
  return true;
}

/** Ends the pair or label that a token ends, if any. */
function leave(reading: Reading, token: MarkdownToken): void {
  const { text, frames, inner } = reading;
  const frame = frames.at(-1)!;
  if (token.type === 'label') frame.closeStart = token.end.offset - 1;
  if (frame.token !== token) return;
  endBreak(reading, token.end.offset);
  frames.pop();
  if (frame.kind === 'flat') {
    for (const child of frame.children) add(reading, child);
    return;
  }
  const { openEnd, closeStart } = frame;
  const label = frame.kind === 'link' || frame.kind === 'image' ? labelOf(text, frame, token) : undefined;
  const at = {
    start: token.start.offset,
    end: token.end.offset,
    openEnd,
    closeStart,
    ...(label !== undefined && { label }),
  };
  const children = paired(text, frame.children);
  if (frame.kind === 'image') {
    if (children.length > 0)
      inner.push({ kind: 'alt', inlines: children, label, at: { ...at, kind: 'link' } });
    add(reading, standalone(atOf(at.start, at.end, 'code')));
  } else {
    add(reading, {
      kind: 'group',
      at: { ...at, kind: frame.kind },
      children,
      ...(frame.kind === 'link' ? { nesting: 'apart' } : { isFormat: true }),
    });
  }
}

function add({ frames }: Reading, child: Child): void {
  frames.at(-1)!.children.push(child);
}

function labelOf(text: string, frame: Frame, token: MarkdownToken): string | undefined {
  const end = token.end.offset;
  const isShort = end === frame.closeStart + 1 || text.slice(frame.closeStart, end) === '][]';
  return isShort && !frame.hasReference ? text.slice(frame.openEnd, frame.closeStart) : undefined;
}

/** The marks at the start or end of a pair. */
function addSequence(reading: Reading, start: number, end: number): void {
  const frame = reading.frames.at(-1)!;
  if (frame.kind === 'flat') add(reading, standalone(atOf(start, end, 'code'), true));
  else if (start === frame.token?.start.offset) frame.openEnd = end;
  else frame.closeStart = start;
}

/** Ends a line break, which includes everything up to `next`. */
function endBreak(reading: Reading, next: number): void {
  const { text, lineBreak, softBreaks, frames } = reading;
  if (!lineBreak) return;
  reading.lineBreak = undefined;
  let { start } = lineBreak;
  if (lineBreak.isHard) {
    const { children } = frames.at(-1)!;
    const last = children.at(-1);
    if (last?.kind === 'text' && last.at.end === start && last.text.trim() === '') {
      ({ start } = last.at);
      children.pop();
    }
    add(reading, { ...standalone(atOf(start, next, 'break'), true), isBreak: true });
    return;
  }
  const isLineEnd = /[\r\n]/.test(text.slice(start, next));
  const isUnspaced = isLineEnd && joinsWithoutSpace(text[start - 1], text[next]);
  const space = isUnspaced ? '' : ' ';
  add(reading, textInline(space, start, next));
  if (!isLineEnd) return;
  softBreaks.push({ start, end: next });
  reading.visible += space;
}

/** A text, without the marks in it. */
function addText(reading: Reading, start: number, end: number, addPart: typeof addPlain): void {
  const { marks } = reading;
  let at = start;
  while (reading.nextMark < marks.length && marks[reading.nextMark]!.end <= at) reading.nextMark++;
  for (; reading.nextMark < marks.length && marks[reading.nextMark]!.start < end; reading.nextMark++) {
    const mark = marks[reading.nextMark]!;
    if (mark.start >= at) {
      if (at < mark.start) addPart(reading, at, mark.start);
      addMark(reading, mark);
    }
    at = Math.min(end, mark.end);
    if (mark.end > end) break;
  }
  if (at < end) addPart(reading, at, end);
}

function addMark(reading: Reading, { start, end }: Mark): void {
  const at = atOf(start, end, 'code');
  const tag = reading.text[start] === '<' ? tagAt(reading.text, start) : undefined;
  if (tag) addTag(reading, at, tag);
  else add(reading, { ...standalone(at), isWord: printsValue(reading.text, start) });
}

/** An escape or a reference. */
function addSign(reading: Reading, start: number, end: number): void {
  const raw = reading.text.slice(start, end);
  const value = raw.startsWith('\\') ? raw.slice(1) : decodeHTML(raw);
  reading.visible += value;
  add(reading, textInline(value, start, end));
}

/** In up to three pieces, so that outer white space can stay outside a segment. */
function addPlain(reading: Reading, start: number, end: number): void {
  const raw = reading.text.slice(start, end);
  reading.visible += raw;
  const lead = raw.length - raw.trimStart().length;
  const trail = Math.max(lead, raw.trimEnd().length);
  for (const [from, to] of [
    [0, lead],
    [lead, trail],
    [trail, raw.length],
  ] as const) {
    const part = raw.slice(from, to).replace(/[ \t]+/g, ' ');
    if (from < to) add(reading, textInline(part, start + from, start + to));
  }
}

function addAtom(reading: Reading, start: number, end: number, type: string): void {
  const at = atOf(start, end, type === 'literalAutolink' ? 'address' : 'code');
  const raw = reading.text.slice(start, end);
  if (type === 'codeText') reading.visible += raw.replace(/^`+|`+$/g, '').trim();
  const tag = type === 'htmlText' ? tagAt(reading.text, start) : undefined;
  if (tag?.end === end) addTag(reading, at, tag);
  else add(reading, { ...standalone(at), isWord: type === 'codeText' || printsValue(reading.text, start) });
}

function addTag(reading: Reading, at: At, tag: Tag): void {
  if (tag.kind !== 'close') reading.tags.push({ start: at.start, end: at.end, tag });
  const name = tag.name.toLowerCase();
  if (name === 'br') add(reading, { ...standalone(at, true), isBreak: true });
  else if (tag.kind === 'empty' || VOID.has(name)) add(reading, standalone(at));
  else add(reading, { kind: 'tag', at, tag });
}

function textInline(text: string, start: number, end: number): Inline<At> {
  return { kind: 'text', text, format: '', at: atOf(start, end, 'text') };
}

function frameOf(kind: Frame['kind'], token: MarkdownToken | undefined): Frame {
  const start = token?.start.offset ?? 0;
  return { kind, token, children: [], openEnd: start, closeStart: start, hasReference: false };
}

/** Pairs HTML and JSX tags among one level's children; unpaired ones become codes. */
function paired(text: string, children: readonly Child[]): Inline<At>[] {
  const levels: {
    readonly open: Extract<Child, { kind: 'tag' }> | undefined;
    readonly items: Inline<At>[];
  }[] = [{ open: undefined, items: [] }];
  const flatten = () => {
    const { open, items } = levels.pop()!;
    const outer = levels.at(-1)!.items;
    outer.push(standalone(open!.at, true));
    for (const item of items) outer.push(item);
  };
  for (const child of children) {
    if (child.kind !== 'tag') {
      levels.at(-1)!.items.push(child);
    } else if (child.tag.kind === 'open') {
      levels.push({ open: child, items: [] });
      if (levels.length > MAX_DEPTH) flatten();
    } else if (levels.some(({ open }) => open?.tag.name === child.tag.name)) {
      while (levels.at(-1)!.open?.tag.name !== child.tag.name) flatten();
      const { open, items } = levels.pop()!;
      levels.at(-1)!.items.push(element(text, open!, child.at, items));
    } else {
      levels.at(-1)!.items.push(standalone(child.at, true));
    }
  }
  while (levels.length > 1) flatten();
  return levels[0]!.items;
}

/** Elements whose content is no text of the page. */
const UNSHOWN: ReadonlySet<string> = new Set(['script', 'style']);

function element(
  text: string,
  { at: { start, end: openEnd }, tag: { name, isJsx } }: { readonly at: At; readonly tag: Tag },
  close: At,
  children: readonly Inline<At>[],
): Inline<At> {
  const at: At = { start, end: close.end, openEnd, closeStart: close.start, kind: 'tag' };
  const lower = name.toLowerCase();
  const opening = text.slice(start, openEnd);
  const isLocked =
    LOCKED.has(lower) ||
    UNSHOWN.has(lower) ||
    /\stranslate\s*=\s*["']?no\b|\sclass(?:Name)?\s*=\s*["'](?:[^"']*\s)?notranslate\b/i.test(opening);
  if (isLocked || children.length === 0)
    return { ...standalone({ ...at, kind: 'code' }), isWord: !UNSHOWN.has(lower) && children.some(hasWords) };
  const isFormat = !isJsx && !KEPT.has(lower) && !/\s(?:id|name)\s*=/i.test(opening);
  return { kind: 'group', at, children, ...(isFormat && { isFormat }) };
}

function atOf(start: number, end: number, kind: At['kind']): At {
  return { start, end, openEnd: start, closeStart: end, kind };
}

function standalone(at: At, isWall = false): StandaloneInline<At> {
  return { kind: 'standalone', at, isWall };
}
