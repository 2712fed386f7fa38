import { formatPieces, parsePieces } from './coded.ts';

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** Whether `text` is a regular expression. */
  readonly regex: boolean;
}

/** A match in the text without its codes, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]';

/** Throws a SyntaxError if the text is not a valid regular expression. */
export function patternOf({ text, matchCase, wholeWord, regex }: FindQuery): RegExp {
  const body = regex ? text : text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const flags = matchCase ? 'gu' : 'giu';
  const pattern = new RegExp(body, flags);
  return wholeWord ? new RegExp(`(?<!${WORD})(?:${body})(?!${WORD})`, flags) : pattern;
}

/** The readable text, without codes. */
export function shownText(text: string, coded: boolean): string {
  return parsePieces(text, coded)
    .map((piece) => piece.text ?? '')
    .join('');
}

/** Ignores empty matches, as of `x*`. */
export function matchesIn(plain: string, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    if (found !== '') matches.push({ start: index, end: index + found.length });
  }
  return matches;
}

/**
 * Replaces all matches in a text, or one by its number. Codes are kept: those within a match follow its
 * replacement. With `regex`, `$1`, `$<name>` and `$&` insert parts of the match.
 */
export function replaceMatches(
  text: string,
  coded: boolean,
  pattern: RegExp,
  replacement: { with: string; regex: boolean; only?: number | undefined },
): { text: string; count: number } {
  const pieces = parsePieces(text, coded);
  const plain = pieces.map((piece) => piece.text ?? '').join('');
  const found = [...plain.matchAll(pattern)]
    .filter(([whole]) => whole !== '')
    .filter((_, n) => replacement.only === undefined || n === replacement.only);
  if (found.length === 0) return { text, count: 0 };
  let at = 0;
  const changed = pieces.map((piece) => {
    if (piece.text === undefined) return piece;
    const [start, end] = [at, at + piece.text.length];
    at = end;
    let written = '';
    let from = start;
    for (const match of found) {
      const matchEnd = match.index + match[0].length;
      if (matchEnd <= start || match.index >= end) continue;
      written += plain.slice(from, Math.max(from, match.index));
      if (match.index >= start)
        written += replacement.regex ? expanded(replacement.with, match) : replacement.with;
      from = Math.min(end, matchEnd);
    }
    return { text: written + plain.slice(from, end) };
  });
  return { text: formatPieces(changed, coded), count: found.length };
}

function expanded(template: string, match: RegExpExecArray): string {
  return template.replace(
    /\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g,
    (whole, number?: string, name?: string): string => {
      if (whole === '$$') return '$';
      if (whole === '$&') return match[0];
      if (name !== undefined) return match.groups?.[name] ?? '';
      return Number(number) < match.length ? (match[Number(number)] ?? '') : whole;
    },
  );
}
