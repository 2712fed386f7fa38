import type { Token } from './codes.ts';
import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

/** What stands beside a code, other codes looked through. */
type Side = 'edge' | 'space' | 'word' | 'other';

function sideOf(char: string): Side {
  if (char === '') return 'edge';
  if (/\s/u.test(char)) return 'space';
  return isSpacedWordChar(char) ? 'word' : 'other';
}

/** The nearest text token in a direction that is not empty. */
function textBeside(tokens: readonly Token[], from: number, step: 1 | -1): number | undefined {
  for (let n = from + step; n >= 0 && n < tokens.length; n += step) {
    const token = tokens[n]!;
    if (token.kind === 'text' && token.text !== '') return n;
  }
  return undefined;
}

function sides(tokens: readonly Token[], at: number): { left: Side; right: Side } {
  const before = textOf(tokens, textBeside(tokens, at, -1));
  const after = textOf(tokens, textBeside(tokens, at, 1));
  return { left: sideOf(charBefore(before, before.length)), right: sideOf(charAt(after, 0)) };
}

function textOf(tokens: readonly Token[], at: number | undefined): string {
  const token = at === undefined ? undefined : tokens[at];
  return token?.kind === 'text' ? token.text : '';
}

/**
 * Gives codes the spaces they have in the source: none within a pair where it had none, none between a word and its note
 * mark, one between a word and a code that stood apart. Leaves everything else of the target alone.
 */
export function mendSpaces(source: readonly Token[], target: readonly Token[]): Token[] {
  const tokens = joinTexts(target);
  for (const [at, token] of source.entries()) {
    if (token.kind === 'alone') mendAlone(tokens, token.id, sides(source, at));
  }
  return joinTexts(movePairSpaces(source, tokens));
}

function mendAlone(tokens: Token[], id: number, wanted: { left: Side; right: Side }): void {
  const at = tokens.findIndex((token) => token.kind === 'alone' && token.id === id);
  if (at < 0) return;
  const change = (step: 1 | -1, edit: (text: string) => string) => {
    const beside = textBeside(tokens, at, step);
    if (beside !== undefined) tokens[beside] = { kind: 'text', text: edit(textOf(tokens, beside)) };
  };
  const { left, right } = sides(tokens, at);
  if (wanted.left === 'space' && left === 'word') change(-1, (text) => `${text} `);
  if (wanted.right === 'space' && right === 'word') change(1, (text) => ` ${text}`);
  if (wanted.left === 'word' && left === 'space' && right !== 'word') change(-1, (text) => text.trimEnd());
  else if (wanted.right === 'word' && right === 'space' && left !== 'word')
    change(1, (text) => text.trimStart());
}

/** Moves white space at the inside of a pair's ends to the outside, unless the source has it inside. */
function movePairSpaces(source: readonly Token[], target: readonly Token[]): Token[] {
  const inner = innerSpaces(source);
  const tokens = [...target];
  for (let n = tokens.length - 2; n >= 0; n--) {
    const token = tokens[n]!;
    const text = textOf(tokens, n + 1);
    if (token.kind !== 'open' || inner.opens.has(token.id) || isBlankPair(token, text, tokens[n + 2]))
      continue;
    if (!/^\s/u.test(text)) continue;
    tokens[n + 1] = { kind: 'text', text: text.trimStart() };
    if (SPACE_BEFORE_OPEN.test(textOf(tokens, textBeside(tokens, n, -1)))) {
      tokens.splice(n, 0, { kind: 'text', text: leading(text) });
    }
  }
  for (let n = 1; n < tokens.length; n++) {
    const token = tokens[n]!;
    const text = textOf(tokens, n - 1);
    if (token.kind !== 'close' || inner.closes.has(token.id) || isBlankPair(tokens[n - 2], text, token))
      continue;
    if (!/\s$/u.test(text)) continue;
    tokens[n - 1] = { kind: 'text', text: text.trimEnd() };
    if (SPACE_AFTER_CLOSE.test(textOf(tokens, textBeside(tokens, n, 1)))) {
      tokens.splice(n + 1, 0, { kind: 'text', text: trailing(text) });
    }
  }
  return tokens;
}

/** Text that a space may follow: not at the start, not after another space or an opening bracket. */
const SPACE_BEFORE_OPEN = /[^\s([{«“¿¡]$/u;
/** Text that a space may stand before: not at the end, not before another space or a closing sign. */
const SPACE_AFTER_CLOSE = /^[^\s.,;:!?)\]}»”…]/u;

/** `<1> </1>`: moving its space would leave nothing formatted. */
function isBlankPair(open: Token | undefined, text: string, close: Token | undefined): boolean {
  return text.trim() === '' && open?.kind === 'open' && close?.kind === 'close' && open.id === close.id;
}

function leading(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function trailing(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** The pairs that have white space at the inside of their start, and of their end, in the source. */
function innerSpaces(source: readonly Token[]): { opens: Set<number>; closes: Set<number> } {
  const opens = new Set<number>();
  const closes = new Set<number>();
  for (const [n, token] of source.entries()) {
    if (token.kind === 'open' && /^\s/u.test(textOf(source, n + 1))) opens.add(token.id);
    if (token.kind === 'close' && /\s$/u.test(textOf(source, n - 1))) closes.add(token.id);
  }
  return { opens, closes };
}

function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.kind !== 'text') joined.push(token);
    else if (token.text === '') continue;
    else if (last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + token.text };
    else joined.push(token);
  }
  return joined;
}
