import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';

/** Brackets that models treat as tokens; a text that contains some uses others. */
const BRACKETS: readonly [string, string][] = [
  ['⟦', '⟧'],
  ['⦗', '⦘'],
  ['⟬', '⟭'],
  ['⁅', '⁆'],
];

/** Coded text for a language model: `⟦1⟧…⟦/1⟧` for a pair, `⟦2/⟧` for a standalone code. */
export interface TokenText {
  readonly text: string;
  /** Undefined where the text has no codes. */
  readonly brackets: [string, string] | undefined;
  /** The distinct marks in it. */
  readonly marks: readonly string[];
}

export function encodeTokens(coded: string): TokenText {
  const tokens = parseCoded(coded);
  const plain = tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
  if (tokens.every(({ kind }) => kind === 'text')) return { text: plain, brackets: undefined, marks: [] };
  const brackets = BRACKETS.find(([open, close]) => !plain.includes(open) && !plain.includes(close));
  // A text with all kinds of brackets is sent without its codes: they are restored by position.
  if (!brackets) return { text: plain, brackets: undefined, marks: [] };
  const marks: string[] = [];
  const mark = (inner: string): string => {
    const written = `${brackets[0]}${inner}${brackets[1]}`;
    marks.push(written);
    return written;
  };
  const text = tokens.map((token) => {
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'open':
        return mark(String(token.id));
      case 'close':
        return mark(`/${token.id}`);
      case 'standalone':
        return mark(`${token.id}/`);
    }
  });
  return { text: text.join(''), brackets, marks };
}

export function decodeTokens(answer: string, { brackets }: TokenText): string {
  if (!brackets) return formatCoded(answer === '' ? [] : [{ kind: 'text', text: answer }]);
  const pattern = anyMark(brackets);
  const tokens: Token[] = [];
  let end = 0;
  const text = (plain: string): void => {
    if (plain !== '') tokens.push({ kind: 'text', text: plain });
  };
  for (const match of answer.matchAll(pattern)) {
    const [whole, slash, digits, standalone] = match;
    text(answer.slice(end, match.index));
    end = match.index + whole.length;
    tokens.push({ kind: slash ? 'close' : standalone ? 'standalone' : 'open', id: Number(digits) });
  }
  text(answer.slice(end));
  return formatCoded(tokens);
}

/** A model may add a few spaces to a mark; allowing any number would be quadratic. */
function anyMark([open, close]: [string, string]): RegExp {
  return new RegExp(`${open}\\s{0,3}(/?)\\s{0,3}(\\d{1,9})\\s{0,3}(/?)\\s{0,3}${close}`, 'gu');
}

/** Whether each mark is there exactly once, and no other one. */
export function hasItsMarks(answer: string, { brackets, marks }: TokenText): boolean {
  if (!brackets) return true;
  const [open, close] = brackets;
  const written = [...answer.matchAll(anyMark(brackets))];
  const found = written.map(
    ([, slash, digits, standalone]) => `${open}${slash}${digits}${standalone}${close}`,
  );
  return found.length === marks.length && [...found].sort().join() === [...marks].sort().join();
}
