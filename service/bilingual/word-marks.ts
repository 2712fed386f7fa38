import { formatCoded } from '../text/codes.ts';
import type { Token } from '../text/codes.ts';

/** Codes in a Word table: `⟦1⟧`, `⟦/1⟧`, `⟦2/⟧`. Unlike styles and `<1>`, they survive every program. */
const MARK = /⟦(\/?)(\d{1,6})(\/?)⟧/g;
/** Keeps a text that looks like a mark from being one. */
const WORD_JOINER = '\u2060';

export function markOf(token: Exclude<Token, { kind: 'text' }>): string {
  const { id } = token;
  if (token.kind === 'open') return `⟦${id}⟧`;
  return token.kind === 'close' ? `⟦/${id}⟧` : `⟦${id}/⟧`;
}

export function guardedText(text: string): string {
  return text.replace(/⟦(?=\u2060*\/?\d{1,6}\/?⟧)/g, `⟦${WORD_JOINER}`);
}

function unguarded(text: string): string {
  return text.replace(/⟦\u2060(?=\u2060*\/?\d{1,6}\/?⟧)/g, '⟦');
}

/** A text of a Word table as the wire has it. */
export function readMarks(written: string, coded: boolean): string {
  if (!coded) return unguarded(written);
  const tokens: Token[] = [];
  let end = 0;
  const addText = (to: number): void => {
    if (to > end) tokens.push({ kind: 'text', text: unguarded(written.slice(end, to)) });
  };
  for (const match of written.matchAll(MARK)) {
    const [mark, before, id, behind] = match;
    if (before !== '' && behind !== '') continue;
    addText(match.index);
    end = match.index + mark.length;
    tokens.push({ kind: before !== '' ? 'close' : behind !== '' ? 'standalone' : 'open', id: Number(id) });
  }
  addText(written.length);
  return formatCoded(tokens);
}
