import { formatPieces, parsePieces } from './coded.ts';

/** The text to find, and its replacement. */
export interface Replacement {
  readonly find: string;
  readonly replace: string;
  readonly matchCase: boolean;
}

/**
 * Replaces every occurrence of a text; in coded texts between the codes, which are kept. Returns the text and
 * the number of replacements.
 */
export function replaceIn(
  text: string,
  { find, replace, matchCase }: Replacement,
  coded: boolean,
): { text: string; count: number } {
  if (find === '') return { text, count: 0 };
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  let count = 0;
  const pieces = parsePieces(text, coded).map((piece) => {
    if (piece.text === undefined) return piece;
    return {
      text: piece.text.replace(pattern, () => {
        count += 1;
        return replace;
      }),
    };
  });
  return { text: count === 0 ? text : formatPieces(pieces, coded), count };
}
