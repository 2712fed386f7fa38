import { decodeHTML } from 'entities';
import type { Inline } from '../inlines/code-inlines.ts';
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

/** A text of its own within another: the description of a picture, the title of a link. */
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
  /** The text as a heading's anchor is made of it, codes included. */
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

/** Constructs that are one code, whatever is in them. */
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
/** Pairs within pairs; a deeper one is two codes. */
const MAX_DEPTH = 60;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The inline content of a block from its events; `marks` are the ones that lie within it, in order. */
export function readInlines(
  text: string,
  events: readonly MarkdownEvent[],
  marks: readonly Mark[],
): BlockInlines {
  const frames: Frame[] = [frameOf('text', undefined)];
  const inner: InnerText[] = [];
  const tags: TagPlace[] = [];
  const softBreaks: { start: number; end: number }[] = [];
  let visible = '';
  let skipped: MarkdownToken | undefined;
  let resource: MarkdownToken | undefined;
  let breakStart: number | undefined;
  let isHard = false;
  let nextMark = 0;
  const add = (child: Child) => frames.at(-1)!.children.push(child);

  for (const [phase, token] of events) {
    const { type } = token;
    const start = token.start.offset;
    const end = token.end.offset;
    if (skipped) {
      if (phase === 'exit' && token === skipped) skipped = undefined;
      continue;
    }
    if (resource) {
      if (token === resource) resource = undefined;
      else if (phase === 'enter' && type === 'resourceTitleString') inner.push({ kind: 'title', start, end });
      continue;
    }
    if (phase === 'exit') {
      close(token, type);
      continue;
    }
    if (isBreakPart(type)) {
      breakStart ??= start;
      if (type.startsWith('hardBreak')) isHard = true;
      skipped = token;
      continue;
    }
    endBreak(start);
    const pair = PAIRS.get(type);
    if (pair) {
      frames.push(frameOf(frames.length > MAX_DEPTH ? 'flat' : pair, token));
    } else if (type.endsWith('Sequence') && PAIRS.has(type.slice(0, -8))) {
      sequence(start, end);
      skipped = token;
    } else if (type === 'link' || type === 'image') {
      frames.push(frameOf(type, token));
    } else if (type === 'labelText') {
      frames.at(-1)!.openEnd = start;
    } else if (
      type === 'label' ||
      type === 'strongText' ||
      type === 'emphasisText' ||
      type === 'strikethroughText'
    ) {
      continue;
    } else if (type === 'reference') {
      frames.at(-1)!.hasReference = end - start > 2;
      skipped = token;
    } else if (type === 'resource') {
      resource = token;
    } else if (type === 'data' || type === 'characterEscape' || type === 'characterReference') {
      skipped = token;
      addText(start, end, type);
    } else if (ATOMS.has(type)) {
      skipped = token;
      addAtom(start, end, type);
    } else {
      // Marks of labels, destinations: they go with their link.
      skipped = token;
    }
  }
  endBreak(undefined);
  while (frames.length > 1) frames.pop();
  return { inlines: paired(text, frames[0]!.children), inner, tags, visible, softBreaks };

  function close(token: MarkdownToken, type: string): void {
    if (type === 'label') frames.at(-1)!.closeStart = token.end.offset - 1;
    const frame = frames.at(-1)!;
    if (frame.token !== token) return;
    endBreak(token.end.offset);
    frames.pop();
    const at = {
      start: token.start.offset,
      end: token.end.offset,
      openEnd: frame.openEnd,
      closeStart: frame.closeStart,
    };
    if (frame.kind === 'flat') {
      for (const child of frame.children) add(child);
      return;
    }
    const children = paired(text, frame.children);
    if (frame.kind === 'image') {
      const label = labelOf(frame, at);
      const picture: At = { ...at, kind: 'link', ...(label !== undefined && { label }) };
      if (children.length > 0) inner.push({ kind: 'alt', inlines: children, label, at: picture });
      add(standalone({ ...at, kind: 'code' }));
    } else {
      const label = frame.kind === 'link' ? labelOf(frame, at) : undefined;
      add({
        kind: 'group',
        at: { ...at, kind: frame.kind, ...(label !== undefined && { label }) },
        children,
        ...(frame.kind === 'link' ? { nesting: 'apart' } : { isFormat: true }),
      });
    }
  }

  function labelOf(frame: Frame, at: { end: number }): string | undefined {
    const isShort = at.end === frame.closeStart + 1 || text.slice(frame.closeStart, at.end) === '][]';
    return isShort && !frame.hasReference ? text.slice(frame.openEnd, frame.closeStart) : undefined;
  }

  function sequence(start: number, end: number): void {
    const frame = frames.at(-1)!;
    if (frame.kind === 'flat') add(standalone(atOf(start, end, 'code'), true));
    else if (start === frame.token?.start.offset) frame.openEnd = end;
    else frame.closeStart = start;
  }

  /** Ends a line break, of which everything up to `next` is part. */
  function endBreak(next: number | undefined): void {
    if (breakStart === undefined) return;
    const end = next ?? events.at(-1)![1].end.offset;
    if (isHard) {
      const { children } = frames.at(-1)!;
      const last = children.at(-1);
      if (last?.kind === 'text' && last.at.end === breakStart && last.text.trim() === '') {
        breakStart = last.at.start;
        children.pop();
      }
    }
    const at = atOf(breakStart, end, isHard ? 'break' : 'text');
    if (isHard) {
      add(standalone(at, true));
    } else if (/[\r\n]/.test(text.slice(breakStart, end))) {
      softBreaks.push({ start: breakStart, end });
      const isUnspaced = UNSPACED.test(text[breakStart - 1] ?? '') && UNSPACED.test(text[end] ?? '');
      add({ kind: 'text', text: isUnspaced ? '' : ' ', format: '', at });
      visible += isUnspaced ? '' : ' ';
    } else {
      add({ kind: 'text', text: ' ', format: '', at });
    }
    breakStart = undefined;
    isHard = false;
  }

  /** A text, without the marks in it. */
  function addText(start: number, end: number, type: string): void {
    let at = start;
    while (nextMark < marks.length && marks[nextMark]!.end <= at) nextMark++;
    for (; nextMark < marks.length && marks[nextMark]!.start < end; nextMark++) {
      const mark = marks[nextMark]!;
      if (mark.start >= at) {
        addPlain(at, mark.start, type);
        addMark(mark);
      }
      at = Math.min(end, mark.end);
      if (mark.end > end) break;
    }
    addPlain(at, end, type);
  }

  function addMark({ start, end, tag }: Mark): void {
    const at = atOf(start, end, 'code');
    if (tag) addTag(at, tag);
    else add(standalone(at));
  }

  function addPlain(start: number, end: number, type: string): void {
    if (start >= end) return;
    const raw = text.slice(start, end);
    if (type !== 'data') {
      const value = type === 'characterEscape' ? raw.slice(1) : decodeHTML(raw);
      visible += value;
      add({ kind: 'text', text: value, format: '', at: atOf(start, end, 'text') });
      return;
    }
    visible += raw;
    const lead = raw.length - raw.trimStart().length;
    const trail = Math.max(lead, raw.trimEnd().length);
    for (const [from, to] of [
      [0, lead],
      [lead, trail],
      [trail, raw.length],
    ] as const)
      if (from < to)
        add({
          kind: 'text',
          text: raw.slice(from, to).replace(/[ \t]+/g, ' '),
          format: '',
          at: atOf(start + from, start + to, 'text'),
        });
  }

  function addAtom(start: number, end: number, type: string): void {
    const at = atOf(start, end, type === 'literalAutolink' ? 'address' : 'code');
    if (type === 'codeText')
      visible += text
        .slice(start, end)
        .replace(/^`+|`+$/g, '')
        .trim();
    if (type === 'htmlText') {
      const tag = tagAt(text, start);
      if (tag?.end === end) {
        addTag(at, tag);
        return;
      }
    }
    add(standalone(at, false));
  }

  function addTag(at: At, tag: Tag): void {
    if (tag.kind !== 'close') tags.push({ start: at.start, end: at.end, tag });
    const name = tag.name.toLowerCase();
    if (name === 'br') add(standalone(at, true));
    else if (tag.kind === 'empty' || VOID.has(name)) add(standalone(at));
    else add({ kind: 'tag', at, tag });
  }
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
    lower === 'script' ||
    lower === 'style' ||
    /\stranslate\s*=\s*["']?no\b|\sclass(?:Name)?\s*=\s*["'](?:[^"']*\s)?notranslate\b/i.test(opening);
  if (isLocked || children.length === 0) return standalone({ ...at, kind: 'code' });
  const isFormat = !isJsx && !KEPT.has(lower) && !/\s(?:id|name)\s*=/i.test(opening);
  return { kind: 'group', at, children, ...(isFormat && { isFormat }) };
}

function isBreakPart(type: string): boolean {
  return (
    type === 'lineEnding' ||
    type === 'linePrefix' ||
    type === 'lineSuffix' ||
    type === 'whitespace' ||
    type === 'blockQuotePrefix' ||
    type === 'listItemIndent' ||
    type === 'gfmFootnoteDefinitionIndent' ||
    type === 'hardBreakTrailing' ||
    type === 'hardBreakEscape'
  );
}

function atOf(start: number, end: number, kind: At['kind']): At {
  return { start, end, openEnd: start, closeStart: end, kind };
}

function standalone(at: At, isWall = false): Inline<At> {
  return { kind: 'standalone', at, isWall };
}
