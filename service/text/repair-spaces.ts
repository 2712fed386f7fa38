import type { Token } from './codes.ts';
import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

/** The neighbour of a code, ignoring other codes. */
type Side = 'edge' | 'space' | 'word' | 'other';

function sideOf(char: string): Side {
  if (char === '') return 'edge';
  if (/\s/u.test(char)) return 'space';
  return isSpacedWordChar(char) ? 'word' : 'other';
}

/** Mutable tokens, and for each place the nearest non-empty text before and after it. */
interface Neighbours {
  readonly tokens: Token[];
  /** The text at an index; empty without one. */
  textAt(at: number): string;
  setText(at: number, text: string): void;
  /** The index of the nearest non-empty text in a direction; out of range without one. */
  beside(from: number, step: 1 | -1): number;
}

function neighboursOf(given: readonly Token[]): Neighbours {
  const tokens = joinTexts(given);
  // Next index to look at; paths are halved as walked, so long rows of codes are linear.
  const next = { '1': new Map<number, number>(), '-1': new Map<number, number>() };
  const textAt = (at: number): string => {
    const token = tokens[at];
    return token?.kind === 'text' ? token.text : '';
  };
  const isText = (at: number) => at < 0 || at >= tokens.length || textAt(at) !== '';
  return {
    tokens,
    textAt,
    setText(at, text) {
      tokens[at] = { kind: 'text', text };
    },
    beside(from, step) {
      const ways = next[step];
      let at = from + step;
      const walked: number[] = [];
      while (!isText(at)) {
        walked.push(at);
        at = ways.get(at) ?? at + step;
      }
      for (const place of walked) ways.set(place, at);
      return at;
    },
  };
}

function sides(around: Neighbours, at: number): { left: Side; right: Side } {
  const before = around.textAt(around.beside(at, -1));
  const after = around.textAt(around.beside(at, 1));
  return { left: sideOf(charBefore(before, before.length)), right: sideOf(charAt(after, 0)) };
}

/**
 * Restores the source's spaces around codes: none within a pair that had none, none between a word and its
 * note mark, one between a word and a separate code. Leaves the rest of the target unchanged.
 */
export function repairSpaces(source: readonly Token[], target: readonly Token[]): Token[] {
  const wanted = neighboursOf(source);
  const given = neighboursOf(target);
  const places = new Map(
    [...given.tokens.entries()].flatMap(([n, token]) => (token.kind === 'standalone' ? [[token.id, n]] : [])),
  );
  for (const [n, token] of wanted.tokens.entries()) {
    const at = token.kind === 'standalone' ? places.get(token.id) : undefined;
    if (at !== undefined) repairSpacesAround(given, at, sides(wanted, n));
  }
  return joinTexts(movePairSpaces(wanted, neighboursOf(withoutLoneMark(wanted, given.tokens))));
}

/** A dropped first word's note mark (`We<1/> have not`, `<1/> No hemos`) moves to the current first word. */
function withoutLoneMark(source: Neighbours, target: readonly Token[]): readonly Token[] {
  const [mark, text] = target;
  if (mark?.kind !== 'standalone' || text?.kind !== 'text') return target;
  const at = source.tokens.findIndex((token) => token.kind === 'standalone' && token.id === mark.id);
  const [, word] = /^\s([^\s.,;:!?]{1,40})(?=\s)/u.exec(text.text) ?? [];
  if (word === undefined || at < 0) return target;
  const { left, right } = sides(source, at);
  if (left !== 'word' || right === 'word') return target;
  const rest: Token = { kind: 'text', text: text.text.slice(word.length + 1) };
  return [{ kind: 'text', text: word }, mark, rest, ...target.slice(2)];
}

function repairSpacesAround(around: Neighbours, at: number, wanted: { left: Side; right: Side }): void {
  const change = (step: 1 | -1, edit: (text: string) => string) => {
    const beside = around.beside(at, step);
    if (around.textAt(beside) !== '') around.setText(beside, edit(around.textAt(beside)));
  };
  const { left, right } = sides(around, at);
  if (wanted.left === 'space' && left === 'word') change(-1, (text) => `${text} `);
  if (wanted.right === 'space' && right === 'word') change(1, (text) => ` ${text}`);
  if (wanted.left === 'word' && left === 'space' && right !== 'word') change(-1, (text) => text.trimEnd());
  else if (wanted.right === 'word' && right === 'space' && left !== 'word')
    change(1, (text) => text.trimStart());
}

/** Moves white space from inside a pair's ends to the outside, unless the source has it inside. */
function movePairSpaces(source: Neighbours, target: Neighbours): Token[] {
  const inner = innerSpaces(source);
  const { tokens } = target;
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  for (let n = tokens.length - 2; n >= 0; n--) {
    const token = tokens[n]!;
    const text = target.textAt(n + 1);
    if (token.kind !== 'open' || inner.opens.has(token.id) || isBlankPair(token, text, tokens[n + 2]))
      continue;
    pass(before, n + 1, n);
    if (!startsWithSpace(text)) continue;
    target.setText(n + 1, text.trimStart());
    if (SPACE_BEFORE_OPEN.test(target.textAt(target.beside(n, -1)).slice(-1))) before.set(n, leading(text));
  }
  for (let n = 1; n < tokens.length; n++) {
    const token = tokens[n]!;
    const text = target.textAt(n - 1);
    if (token.kind !== 'close' || inner.closes.has(token.id) || isBlankPair(tokens[n - 2], text, token))
      continue;
    pass(after, n - 1, n);
    if (!endsWithSpace(text)) continue;
    target.setText(n - 1, text.trimEnd());
    if (SPACE_AFTER_CLOSE.test(target.textAt(target.beside(n, 1)).slice(0, 1))) after.set(n, trailing(text));
  }
  return tokens.flatMap((token, n): Token[] => [
    { kind: 'text', text: before.get(n) ?? '' },
    token,
    { kind: 'text', text: after.get(n) ?? '' },
  ]);
}

/** A space moved out of a pair at the end of another one leaves that one too. */
function pass(spaces: Map<number, string>, from: number, to: number): void {
  const moved = spaces.get(from);
  if (moved === undefined) return;
  spaces.delete(from);
  spaces.set(to, moved);
}

/** A sign that a space may follow: not an opening bracket. */
const SPACE_BEFORE_OPEN = /[^\s([{«“¿¡]/u;
/** A character that may follow a space: not a closing sign. */
const SPACE_AFTER_CLOSE = /[^\s.,;:!?)\]}»”…]/u;

/** `<1> </1>`: moving its space would leave nothing formatted. */
function isBlankPair(open: Token | undefined, text: string, close: Token | undefined): boolean {
  return text.trim() === '' && open?.kind === 'open' && close?.kind === 'close' && open.id === close.id;
}

function startsWithSpace(text: string): boolean {
  return /\s/u.test(text.slice(0, 1));
}

function endsWithSpace(text: string): boolean {
  return /\s/u.test(text.slice(-1));
}

function leading(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function trailing(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** The pairs with white space inside their start, and inside their end, in the source. */
function innerSpaces(around: Neighbours): { opens: Set<number>; closes: Set<number> } {
  const opens = new Set<number>();
  const closes = new Set<number>();
  for (const [n, token] of around.tokens.entries()) {
    if (token.kind === 'open' && startsWithSpace(around.textAt(n + 1))) opens.add(token.id);
    if (token.kind === 'close' && endsWithSpace(around.textAt(n - 1))) closes.add(token.id);
  }
  return { opens, closes };
}

/** Merges adjacent texts, and drops empty ones. */
function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let run: string[] = [];
  const flush = () => {
    if (run.length > 0) joined.push({ kind: 'text', text: run.join('') });
    run = [];
  };
  for (const token of tokens) {
    if (token.kind !== 'text') {
      flush();
      joined.push(token);
    } else if (token.text !== '') run.push(token.text);
  }
  flush();
  return joined;
}
