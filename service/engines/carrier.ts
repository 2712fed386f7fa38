import { formatCoded } from '../text/codes.ts';
import type { Token } from '../text/codes.ts';

/** How the texts of an engine carry inline codes. */
export interface Carrier {
  readonly open: (id: number) => string;
  readonly close: (id: number) => string;
  readonly standalone: (id: number) => string;
  /** Text between codes, to the engine and back. */
  readonly escape: (text: string) => string;
  readonly unescape: (text: string) => string;
  /** A close names no pair: it closes the last one, and the end of the answer closes all. */
  readonly closesLast: boolean;
  /** Finds in an answer what may be a code. */
  readonly mark: RegExp;
  readonly read: (match: RegExpExecArray) => Mark | 'text' | 'nothing';
}

interface Mark {
  readonly kind: 'open' | 'close' | 'standalone';
  readonly id?: number;
}

/** Characters without a meaning to XML and tokenisers: dropped, as they are invisible. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const UNCARRIED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeMarkup(text: string, signs = /[&<>]/g): string {
  return text.replace(UNCARRIED, '').replace(signs, (sign) => ESCAPES[sign]!);
}

export function encodeToken(token: Token, carrier: Carrier): string {
  return token.kind === 'text' ? carrier.escape(token.text) : carrier[token.kind](token.id);
}

/** An answer as coded text. Codes may be lost, doubled, split or unbalanced: `text/repair.ts` restores them. */
export function decodeCodes(answer: string, carrier: Carrier): string {
  const tokens: Token[] = [];
  const open: number[] = [];
  let end = 0;
  const write = (to: number): void => {
    const text = carrier.unescape(answer.slice(end, to));
    if (text !== '') tokens.push({ kind: 'text', text });
    end = to;
  };
  for (const match of answer.matchAll(carrier.mark)) {
    write(match.index);
    const mark = carrier.read(match);
    if (mark === 'text') continue;
    end += match[0].length;
    if (mark === 'nothing') continue;
    const { kind } = mark;
    const id = mark.id ?? (kind === 'close' ? open.pop() : undefined);
    if (id === undefined) continue;
    if (kind === 'open') open.push(id);
    tokens.push({ kind, id });
  }
  write(answer.length);
  if (carrier.closesLast) for (const id of open.reverse()) tokens.push({ kind: 'close', id });
  return formatCoded(tokens);
}
