/** A stretch of a segment: text as people read it, or an inline code as the service writes it (`<1>`, `</1>`, `<2/>`). */
export type Piece = { text: string; code?: never } | { code: string; text?: never };

const CODE = /<\/?\d{1,9}>|<\d{1,9}\/>/g;

/** The pieces of a document's coded text; a plain text, as batches have them, is one piece whatever it looks like. */
export function parsePieces(text: string, coded: boolean): Piece[] {
  if (text === '') return [];
  if (!coded) return [{ text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    if (index > end) pieces.push({ text: unescape(text.slice(end, index)) });
    pieces.push({ code });
    end = index + code.length;
  }
  if (end < text.length) pieces.push({ text: unescape(text.slice(end)) });
  return pieces;
}

/** The opposite of `parsePieces`. */
export function formatPieces(pieces: readonly Piece[], coded: boolean): string {
  return pieces.map((piece) => piece.code ?? (coded ? escape(piece.text) : piece.text)).join('');
}

/** What a code is, for its chip: the number it shows and which part of a pair it is. */
export function codeParts(code: string): { number: string; part: 'start' | 'end' | 'standalone' } {
  const number = /\d+/.exec(code)?.[0] ?? '';
  return { number, part: code.startsWith('</') ? 'end' : code.endsWith('/>') ? 'standalone' : 'start' };
}

export function codesOf(coded: string): string[] {
  return parsePieces(coded, true).flatMap(({ code }) => code ?? []);
}

/** A coded text with only those of its codes that a source has and its present target lacks, each once. */
export function withMissing(text: string, source: string, present: string): string {
  const missing = new Set(codesOf(source));
  for (const code of codesOf(present)) missing.delete(code);
  const fitting = parsePieces(text, true).filter(({ code }) => code === undefined || missing.delete(code));
  return formatPieces(fitting, true);
}

function unescape(text: string): string {
  // The ampersands last: what they leave is not read again.
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
