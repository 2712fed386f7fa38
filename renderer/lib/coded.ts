/**
 * A part of a segment: readable text, or an inline code in the service's notation (`<1>`, `</1>`, `<2/>`).
 */
export type Piece = { text: string; code?: never } | { code: string; text?: never };

const CODE = /<\/?\d{1,9}>|<\d{1,9}\/>/g;

/** The pieces of a document's coded text; plain text, as in batches, is always one piece. */
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

/** The parts of a code's chip: its number, and its half of a pair. */
export function codeParts(code: string): { number: string; part: 'start' | 'end' | 'standalone' } {
  const number = /\d+/.exec(code)?.[0] ?? '';
  return { number, part: code.startsWith('</') ? 'end' : code.endsWith('/>') ? 'standalone' : 'start' };
}

export function codesOf(coded: string): string[] {
  return parsePieces(coded, true).flatMap(({ code }) => code ?? []);
}

/** The codes of a source that its current target lacks, in the source's order. */
export function missingCodes(source: string, present: string): string[] {
  const there = new Set(codesOf(present));
  return codesOf(source).filter((code) => !there.has(code));
}

/** Why the codes of a target would be refused. `insert`: the code that fixes it. */
export interface CodeProblem {
  kind: 'noStart' | 'noEnd' | 'missing' | 'order' | 'twice' | 'unknown';
  number: string;
  insert?: string;
}

/**
 * The problems with the codes of a target, code by code. Formats may be left out entirely; a break, a picture
 * or a note mark may not.
 */
export function codeProblems(source: string, target: string): CodeProblem[] {
  const present = codesOf(target);
  const wanted = new Set(codesOf(source));
  const problems: CodeProblem[] = [];
  for (const code of new Set([...wanted, ...present])) {
    const { number, part } = codeParts(code);
    const places = present.flatMap((one, place) => (one === code ? [place] : []));
    if (!wanted.has(code)) problems.push({ kind: 'unknown', number });
    else if (places.length > 1) problems.push({ kind: 'twice', number });
    else if (places.length === 0 && part === 'standalone')
      problems.push({ kind: 'missing', number, insert: code });
    else if (part === 'start') {
      const end = present.indexOf(`</${number}>`);
      if (places.length === 1 && end === -1) problems.push({ kind: 'noEnd', number, insert: `</${number}>` });
      if (places.length === 0 && end !== -1) problems.push({ kind: 'noStart', number, insert: code });
      if (places.length === 1 && end !== -1 && end < places[0]!) problems.push({ kind: 'order', number });
    }
  }
  return problems;
}

/** A coded text with only those codes that a source has and its current target lacks, each once. */
export function withMissing(text: string, source: string, present: string): string {
  const missing = new Set(codesOf(source));
  for (const code of codesOf(present)) missing.delete(code);
  const fitting = parsePieces(text, true).filter(({ code }) => code === undefined || missing.delete(code));
  return formatPieces(fitting, true);
}

function unescape(text: string): string {
  // Ampersands last, so that their results are not decoded again.
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * UTF-16 units of a coded text, plus one for each standalone code: independent of where formats begin and
 * end.
 */
export function lengthOf(coded: string): number {
  return parsePieces(coded, true).reduce((sum, piece) => sum + unitsOf(piece), 0);
}

/** The offset in a coded text after this many units. */
export function offsetAt(coded: string, units: number): number {
  let left = units;
  let offset = 0;
  for (const piece of parsePieces(coded, true)) {
    if (left === 0 && !piece.code?.startsWith('</')) break;
    const own = unitsOf(piece);
    if (piece.text !== undefined && own > left) return offset + escape(piece.text.slice(0, left)).length;
    left -= own;
    offset += formatPieces([piece], true).length;
  }
  return offset;
}

function unitsOf({ text, code }: Piece): number {
  if (code === undefined) return text.length;
  return codeParts(code).part === 'standalone' ? 1 : 0;
}
