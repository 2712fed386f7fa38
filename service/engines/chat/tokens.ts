import { formatCoded, parseCoded } from '../../text/codes.ts';
import { decodeCodes, encodeToken } from '../carrier.ts';
import type { Carrier } from '../carrier.ts';

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
  const carrier = carrierOf(brackets);
  const written = tokens.map((token) => encodeToken(token, carrier));
  const marks = written.filter((_, n) => tokens[n]!.kind !== 'text');
  return { text: written.join(''), brackets, marks };
}

export function decodeTokens(answer: string, { brackets }: TokenText): string {
  if (!brackets) return formatCoded(answer === '' ? [] : [{ kind: 'text', text: answer }]);
  return decodeCodes(answer, carrierOf(brackets));
}

function carrierOf(brackets: [string, string]): Carrier {
  const [open, close] = brackets;
  const same = (text: string): string => text;
  return {
    open: (id) => `${open}${id}${close}`,
    close: (id) => `${open}/${id}${close}`,
    standalone: (id) => `${open}${id}/${close}`,
    escape: same,
    unescape: same,
    closesLast: false,
    mark: anyMark(brackets),
    read: ([, slash, digits, standalone]) => ({
      kind: slash ? 'close' : standalone ? 'standalone' : 'open',
      id: Number(digits),
    }),
  };
}

/** A model may add a few spaces to a mark; allowing any number would be quadratic. */
function anyMark([open, close]: [string, string]): RegExp {
  return new RegExp(`${open}\\s{0,3}(/?)\\s{0,3}(\\d{1,9})\\s{0,3}(/?)\\s{0,3}${close}`, 'gu');
}

/** Whether each mark is present exactly once, and no others. */
export function hasItsMarks(answer: string, { brackets, marks }: TokenText): boolean {
  if (!brackets) return true;
  const [open, close] = brackets;
  const written = [...answer.matchAll(anyMark(brackets))];
  const found = written.map(
    ([, slash, digits, standalone]) => `${open}${slash}${digits}${standalone}${close}`,
  );
  return found.length === marks.length && [...found].sort().join() === [...marks].sort().join();
}
