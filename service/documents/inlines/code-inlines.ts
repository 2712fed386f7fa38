import type { CodeRules } from '../../text/code-rules.ts';
import { escapeText } from '../../text/codes.ts';
import { goesOn } from '../../text/line-breaks.ts';

/** Inline content of a paragraph or cell. `at` records a piece's position in the format's own terms. */
export type Inline<At> = TextInline<At> | StandaloneInline<At> | MarkerInline<At> | GroupInline<At>;

export interface TextInline<At> {
  readonly kind: 'text';
  readonly text: string;
  /** Texts of equal `format` look the same; the format decides which properties count. */
  readonly format: string;
  /** Struck out: a look that words must not get because a format was lost. */
  readonly isStruck?: boolean | undefined;
  readonly at: At;
}
/** A break, a note mark, a picture, a field: becomes `<1/>`. */
export interface StandaloneInline<At> {
  readonly kind: 'standalone';
  readonly at: At;
  /** No word moves across it: a tab, a line break. */
  readonly isWall?: boolean | undefined;
  /** A single line break: a wall, unless a phrase goes on behind it. */
  readonly isBreak?: boolean | undefined;
  /** Whether it contains something that is not allowed in a `closed` group. */
  readonly nesting?: 'outer' | undefined;
  /** It shows words, its own or those of a program: part of the sentence even at its ends. */
  readonly isWord?: boolean;
}
/** An invisible item that stays in its place: a bookmark, a proofing mark. */
export interface MarkerInline<At> {
  readonly kind: 'marker';
  readonly at: At;
}
/** A link, a content control, a tracked insertion: becomes `<1>…</1>` around its content. */
export interface GroupInline<At> {
  readonly kind: 'group';
  readonly at: At;
  readonly children: readonly Inline<At>[];
  /**
   * `closed`: may not contain `outer` items. `apart`: may not be nested in another `apart` one, like links.
   * `link`: both `outer` and `apart`.
   */
  readonly nesting?: 'closed' | 'outer' | 'apart' | 'link' | undefined;
  /** Its content comes from elsewhere in the file. */
  readonly isBound?: boolean;
  /** Mere formatting, such as `<b>`: an engine may lose it. */
  readonly isFormat?: boolean;
}

export type Code<At> =
  | { readonly kind: 'format'; readonly like: TextInline<At> }
  | { readonly kind: 'group'; readonly group: GroupInline<At>; readonly like: TextInline<At> }
  | { readonly kind: 'standalone'; readonly standalone: StandaloneInline<At> };

/** A code in the order of the source text. */
export interface CodeToken {
  readonly kind: 'open' | 'close' | 'standalone';
  readonly id: number;
}

export interface CodedInlines<At> {
  /** Coded text, see text/codes.ts. */
  readonly text: string;
  readonly codes: ReadonlyMap<number, Code<At>>;
  /** Absent without any. */
  readonly rules?: CodeRules | undefined;
  /** The look of untagged text: the most common format. */
  readonly base: TextInline<At>;
  readonly tokens: readonly CodeToken[];
  /** The texts and markers before, between and after the tokens: always one more than there are tokens. */
  readonly slots: readonly (readonly (TextInline<At> | MarkerInline<At>)[])[];
  /** The inlines of the text, without wordless ones at both ends and without wrappers around the whole. */
  readonly core: readonly Inline<At>[];
  /** The inlines before and after the core: white space, and codes at the ends. */
  readonly lead: readonly Inline<At>[];
  readonly trail: readonly Inline<At>[];
}

const WORD = /[^\s\u200b\u2060\ufeff]/;

/**
 * Inline content as coded text with as few codes as possible: wordless inlines at either end stay outside, a
 * group around everything needs no code, adjacent texts of equal format are merged, and each level's most
 * common format is its untagged base. Undefined without any words.
 */
export function codeInlines<At>(inlines: readonly Inline<At>[]): CodedInlines<At> | undefined {
  const { core, lead, trail } = findCore(inlines);
  const all = flatten(core);
  const base = commonest(core) ?? commonest(all);
  // Codes alone are no sentence, even if they show words.
  if (!base || !all.some((inline) => inline.kind === 'text' && WORD.test(inline.text))) return undefined;

  const codes = new Map<number, Code<At>>();
  const tokens: CodeToken[] = [];
  const slots: (TextInline<At> | MarkerInline<At>)[][] = [[]];
  const pieces: string[] = [];
  const breaks = breakFinder();
  const addToken = (kind: CodeToken['kind'], id: number) => {
    tokens.push({ kind, id });
    slots.push([]);
    pieces.push(kind === 'open' ? `<${id}>` : kind === 'close' ? `</${id}>` : `<${id}/>`);
  };
  const addPair = (code: Code<At>, inside: () => void) => {
    const id = codes.size + 1;
    codes.set(id, code);
    addToken('open', id);
    inside();
    addToken('close', id);
  };
  const addItem = (item: Inline<At>, like: TextInline<At>) => {
    switch (item.kind) {
      case 'text':
        pieces.push(escapeText(item.text));
        breaks.text(item.text);
        slots.at(-1)!.push(item);
        break;
      case 'marker':
        slots.at(-1)!.push(item);
        break;
      case 'standalone': {
        const id = codes.size + 1;
        codes.set(id, { kind: 'standalone', standalone: item });
        addToken('standalone', id);
        breaks.standalone(id, item);
        break;
      }
      case 'group': {
        const inner = commonest(item.children) ?? like;
        addPair({ kind: 'group', group: item, like: inner }, () => {
          addLevel(item.children, inner);
        });
      }
    }
  };
  const addLevel = (items: readonly Inline<At>[], like: TextInline<At>) => {
    if (items.every((item) => item.kind !== 'text' || item.format === like.format)) {
      for (const item of items) addItem(item, like);
      return;
    }
    const formats = levelFormats(items);
    let at = 0;
    while (at < items.length) {
      const item = items[at]!;
      const end =
        item.kind === 'text' && formats[at] !== like.format ? formatEnd(items, formats, at) : at + 1;
      if (item.kind === 'text' && formats[at] !== like.format) {
        const run = items.slice(at, end);
        addPair({ kind: 'format', like: item }, () => {
          run.forEach((inner) => {
            addItem(inner, item);
          });
        });
      } else {
        addItem(item, like);
      }
      at = end;
    }
  };
  addLevel(core, base);
  const rules = rulesOf(codes, breaks.withinPhrases());
  return { text: pieces.join(''), codes, rules, base, tokens, slots, core, lead, trail };
}

/** Finds the line breaks that phrases go on behind. */
function breakFinder() {
  const within = new Set<number>();
  /** The words since the last wall. */
  let phrase = '';
  let line = '';
  let lineBreak: number | undefined;
  const endLine = () => {
    const isWithin = lineBreak !== undefined && goesOn(phrase, line);
    if (isWithin) within.add(lineBreak!);
    phrase = isWithin ? `${phrase} ${line}` : line;
    line = '';
  };
  return {
    text(text: string) {
      line += text;
    },
    standalone<At>(id: number, { isWall, isBreak }: StandaloneInline<At>) {
      if (isWall !== true) line += OBJECT;
      else {
        endLine();
        lineBreak = isBreak === true ? id : undefined;
      }
    },
    withinPhrases(): ReadonlySet<number> {
      endLine();
      return within;
    },
  };
}

/** Represents a code among words. */
const OBJECT = '\ufffc';

function rulesOf<At>(
  codes: ReadonlyMap<number, Code<At>>,
  withinPhrases: ReadonlySet<number>,
): CodeRules | undefined {
  if (codes.size === 0) return undefined;
  const rules: Record<keyof CodeRules, number[]> = {
    walls: [],
    kept: [],
    filledLater: [],
    closed: [],
    outer: [],
  };
  const apart: number[] = [];
  for (const [id, code] of codes) {
    if (code.kind === 'format') continue;
    if (code.kind === 'group' && code.group.isFormat !== true) rules.kept.push(id);
    if (code.kind === 'group' && code.group.isBound === true) rules.filledLater.push(id);
    if (code.kind === 'standalone' && code.standalone.isWall === true && !withinPhrases.has(id))
      rules.walls.push(id);
    const { nesting } = code.kind === 'group' ? code.group : code.standalone;
    if (nesting === 'apart' || nesting === 'link') apart.push(id);
    if (nesting === 'link') rules.outer.push(id);
    else if (nesting !== undefined && nesting !== 'apart') rules[nesting].push(id);
  }
  if (apart.length > 1) {
    rules.closed.push(...apart);
    rules.outer = [...new Set([...rules.outer, ...apart])];
  }
  const stated = Object.entries(rules).filter(([, list]) => list.length > 0);
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}

/** Removes wordless inlines at both ends, and unwraps a group that is the only content. */
function findCore<At>(inlines: readonly Inline<At>[]): Pick<CodedInlines<At>, 'core' | 'lead' | 'trail'> {
  let start = 0;
  let end = inlines.length;
  while (start < end && !hasWords(inlines[start]!)) start++;
  while (end > start && !hasWords(inlines[end - 1]!)) end--;
  const core = inlines.slice(start, end);
  const [lead, trail] = [inlines.slice(0, start), inlines.slice(end)];
  const [only] = core;
  if (core.length !== 1 || only?.kind !== 'group') return { core, lead, trail };
  const inner = findCore(only.children);
  return { core: inner.core, lead: [...lead, ...inner.lead], trail: [...inner.trail, ...trail] };
}

/** Whether an inline shows words, its own or those of its content. */
export function hasWords<At>(inline: Inline<At>): boolean {
  if (inline.kind === 'text') return WORD.test(inline.text);
  if (inline.kind === 'standalone') return inline.isWord === true;
  return inline.kind === 'group' && inline.children.some(hasWords);
}

function flatten<At>(inlines: readonly Inline<At>[]): Inline<At>[] {
  return inlines.flatMap((inline) => (inline.kind === 'group' ? flatten(inline.children) : [inline]));
}

/** The format of most visible characters of a level, unless they are struck out; the earlier one on a tie. */
function commonest<At>(inlines: readonly Inline<At>[]): TextInline<At> | undefined {
  const all = inlines.filter((inline) => inline.kind === 'text');
  const isAny = all.some(({ isStruck }) => isStruck === true);
  const unstruck = isAny ? all.filter(({ isStruck, text }) => isStruck !== true && WORD.test(text)) : all;
  const texts = unstruck.length === 0 ? all : unstruck;
  if (texts.every((text) => text.format === texts[0]!.format)) return texts[0];
  const counts = new Map<string, { first: TextInline<At>; chars: number }>();
  for (const inline of texts) {
    const count = counts.get(inline.format) ?? { first: inline, chars: 0 };
    counts.set(inline.format, count);
    count.chars += visibleUnits(inline.text);
  }
  let best: { first: TextInline<At>; chars: number } | undefined;
  for (const count of counts.values()) if (!best || count.chars > best.chars) best = count;
  return best?.first;
}

function visibleUnits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) count++;
  return count;
}

/**
 * The format that each text of a level is coded with: its own, except that a single space between two texts
 * of one format takes theirs: its look is invisible, and Word often leaves such spaces behind.
 */
function levelFormats<At>(items: readonly Inline<At>[]): (string | undefined)[] {
  const formats = items.map((item) => (item.kind === 'text' ? item.format : undefined));
  let previous: string | undefined;
  items.forEach((item, index) => {
    if (item.kind === 'marker') return;
    if (item.kind === 'text' && item.text === ' ' && previous !== undefined) {
      let next = index + 1;
      while (items[next]?.kind === 'marker') next++;
      if (formats[next] === previous) formats[index] = previous;
    }
    previous = formats[index];
  });
  return formats;
}

/** The end of a run of one format: after its last text; codes and markers within do not break it. */
function formatEnd<At>(
  items: readonly Inline<At>[],
  formats: readonly (string | undefined)[],
  start: number,
): number {
  let end = start + 1;
  for (let at = start + 1; at < items.length; at++) {
    const item = items[at]!;
    if (item.kind === 'group') break;
    if (item.kind !== 'text') continue;
    if (formats[at] !== formats[start]) break;
    end = at + 1;
  }
  return end;
}
