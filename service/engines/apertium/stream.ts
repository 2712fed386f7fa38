import type { Token } from '../../text/codes.ts';
import { nest } from '../../text/pair-runs.ts';

/** A pair and those around it; `undefined` is the text outside all pairs. */
export interface Nested {
  readonly id: number;
  readonly around: Nested | undefined;
  readonly root: number;
  /** Positions of its two ends among all ends; everything between them is inside it. */
  readonly start: number;
  end: number;
}
export type Stack = Nested | undefined;

/** A superblank in `Flat.plain`, which ends a word there: NUL, which no request may contain. */
export const BLANK = '\0';

/**
 * Characters that the pipeline swallows, changes or dies of, escaped or not: NUL ends a request, `~` marks
 * words that belong together, U+FFFF reads as the end of its input, and a lone surrogate has no UTF-8.
 * Control characters and other noncharacters too.
 */
const UNCARRIED =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f~\ufdd0-\ufdef\ufffe\uffff\p{Cs}]+|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{efffe}\u{effff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}]+/u;
/** Abbreviations that its dictionaries take for other words: fig fruit, art, am, in, sat and the sun. */
const ABBREVIATIONS = [
  '(?<![\\p{L}\\p{N}])(?:[Ff]ig|[Aa]rt)s?\\.(?= ?\\d)|(?<![\\p{L}\\p{N}])Figs?\\.(?= $)',
  '(?<=\\d )in\\.(?!\\p{L})',
  '(?<=\\d ?)[AP]M(?![\\p{L}\\p{N}])',
  '(?<=(?<![\\p{L}\\p{N}.,])(?:0?\\d|1[0-2])(?:[:.]\\d\\d)? ?)[ap]m(?![\\p{L}\\p{N}])',
  '(?<![\\p{L}\\p{N}])Sat(?=$|[.,;:)/–-]| (?:and|to|&) )',
  '(?<=(?<!\\p{L})(?:Mon|Tue|Wed|Thu|Fri|Sat)[^\\p{L}]{1,3}(?:(?:and|to) )?)Sun(?!\\p{L})',
  '(?<!\\p{L})Sun(?=(?:[^\\p{L}]{1,3}| to | and )(?:Mon|Tue|Wed|Thu|Fri|Sat)(?!\\p{L}))',
];
const KEPT = new RegExp(`(${[UNCARRIED.source, ...ABBREVIATIONS].join('|')})`, 'u');
const ONLY_UNCARRIED = new RegExp(`(${UNCARRIED.source})`, 'u');
/** Occurs in whatever ABBREVIATIONS match; few texts contain one. */
const ABBREVIATION_SIGN = /[gts]\. ?\d|igs?\. $|\d ?(?:in\.|[AP]M|[ap]m)|Sat|Sun/;

export interface Flat {
  /** The text, with BLANK for each superblank. */
  readonly plain: string;
  /** For each UTF-16 unit of `plain` the index of its stack. */
  readonly keys: number[];
  readonly stacks: Stack[];
  readonly blanks: readonly Blank[];
}

export interface Blank {
  readonly tokens: readonly Token[];
  readonly stack: Stack;
}

/** Separates text and codes. A pair without words is one superblank, as is each KEPT stretch. */
export function flatten(given: readonly Token[]): Flat {
  const tokens = nest(given);
  const texts: string[] = [];
  const keys: number[] = [];
  const stacks: Stack[] = [undefined];
  const blanks: Blank[] = [];
  const wordless = wordlessPairs(tokens);
  let stack: Stack;
  let key = 0;
  let ends = 0;
  const enter = (next: Stack) => {
    stack = next;
    key = next === undefined ? 0 : stacks.push(next) - 1;
  };
  const write = (text: string) => {
    texts.push(text);
    for (let left = text.length; left > 0; left--) keys.push(key);
  };
  const blank = (held: readonly Token[]) => {
    blanks.push({ tokens: held, stack });
    write(BLANK);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'text') {
      for (const [n, part] of withKept(token.text).entries()) {
        if (part === '') continue;
        if (n % 2 === 1) blank([{ kind: 'text', text: part }]);
        else write(part);
      }
    } else if (token.kind === 'open') {
      const end = wordless.get(i);
      if (end === undefined)
        enter({
          id: token.id,
          around: stack,
          root: stack?.root ?? token.id,
          start: ends++,
          end: Infinity,
        });
      else {
        blank(tokens.slice(i, end + 1));
        i = end;
      }
    } else if (token.kind === 'close') {
      if (stack?.id !== token.id) continue;
      stack.end = ends++;
      enter(stack.around);
    } else blank([token]);
  }
  return { plain: texts.join(''), keys, stacks, blanks };
}

/** The parts of a text, every second one KEPT. */
function withKept(text: string): string[] {
  if (ABBREVIATION_SIGN.test(text)) return text.split(KEPT);
  return UNCARRIED.test(text) ? text.split(ONLY_UNCARRIED) : [text];
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** The outermost pairs without words to translate: the index of the end by that of the start. */
function wordlessPairs(tokens: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (!tokens.some(({ kind }) => kind === 'open')) return pairs;
  const open: { readonly at: number; readonly words: number }[] = [];
  let words = 0;
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'text' && withKept(token.text).some((part, at) => at % 2 === 0 && HAS_WORD.test(part)))
      words++;
    if (token.kind === 'open') open.push({ at: n, words });
    const opened = token.kind === 'close' ? open.pop() : undefined;
    if (opened?.words === words) pairs.set(opened.at, n);
  }
  return pairs;
}

/** Whether `outer` surrounds `inner`, or equals it. */
export function isAround(outer: Stack, inner: Stack): boolean {
  if (outer === undefined) return true;
  return inner !== undefined && outer.start <= inner.start && inner.end <= outer.end;
}

/** The innermost pair that surrounds both. */
export function commonStack(a: Stack, b: Stack): Stack {
  let at = a;
  while (at && !isAround(at, b)) at = at.around;
  return at;
}

/** The pairs from the outermost around `inner` down to it, without those of `outer`. */
export function pairsWithin(outer: Stack, inner: Stack): number[] {
  const ids: number[] = [];
  for (let at = inner; at && at !== outer; at = at.around) ids.push(at.id);
  return ids.reverse();
}

/**
 * Escapes every sign of the stream format: an unescaped one makes the pipeline wait for its counterpart
 * forever.
 */
export function escapeStream(text: string): string {
  return text.replace(/[\\/[\]^$<>{}@]/g, '\\$&');
}
