import { charAt, charBefore, isUnspaced } from '../../text/scripts.ts';

/** A string of a PO file as written: one or more quoted pieces. Offsets are UTF-16 units. */
export interface PoString {
  /** The first quote, and after the last one. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Number of quoted pieces. */
  readonly pieces: number;
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|([^]))/g;
const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

export function unescapePo(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(ESCAPE, (_, octal?: string, hex?: string, char?: string) => {
    if (char !== undefined) return NAMED[char] ?? char;
    return String.fromCharCode(parseInt(octal ?? hex!, octal === undefined ? 16 : 8));
  });
}

/** How a file writes its strings. */
export interface PoStyle {
  readonly newline: string;
  /** Columns of a line with its quotes; undefined if the file never wraps. */
  readonly width: number | undefined;
  /** Whether tabs are written unescaped. */
  readonly hasRawTabs: boolean;
}

const WRITTEN: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

function escaped(value: string, { hasRawTabs }: PoStyle): string {
  return value.replace(/[\\"\p{Cc}]/gu, (char) =>
    char === '\t' ? (hasRawTabs ? '\t' : '\\t') : (WRITTEN[char] ?? char),
  );
}

/**
 * A value in gettext's form, after a keyword of `keyword` columns: on one line if it fits, else in pieces on
 * separate lines, which end after line breaks and where the line is full. `onOneLine`: line breaks do not
 * begin a new piece.
 */
export function writePo(value: string, keyword: number, style: PoStyle, onOneLine = false): string {
  const breaks = !onOneLine && /\n[^]/.test(value);
  const whole = `"${escaped(value, style)}"`;
  const { width = Infinity, newline } = style;
  if (!breaks && (columns(whole) + keyword <= width || (!/\S\s+\S/.test(value) && !hasUnspaced(value))))
    return whole;
  const lines = (onOneLine ? [value] : (value.match(/[^\n]*\n|[^\n]+$/g) ?? [])).flatMap((line) =>
    folded(line, style),
  );
  return lines.length === 1 ? whole : ['""', ...lines.map((line) => `"${line}"`)].join(newline);
}

/** One line of a value, as escaped pieces that fit the width; white space stays at the end of a piece. */
function folded(line: string, style: PoStyle): string[] {
  const { width = Infinity } = style;
  const pieces: string[] = [];
  let piece = '';
  let used = 2;
  for (const word of line.match(/[^\s]+\s*|\s+/g) ?? []) {
    for (const part of hasUnspaced(word) ? breakable(word) : [word]) {
      const written = escaped(part, style);
      const own = columns(written);
      if (piece !== '' && used + own > width) {
        pieces.push(piece);
        piece = '';
        used = 2;
      }
      piece += written;
      used += own;
    }
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

function hasUnspaced(text: string): boolean {
  return isUnspaced(text);
}

/** Cuts a word between letters of scripts without spaces. */
function breakable(word: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 1; at < word.length; at++) {
    const [before, after] = [charBefore(word, at), charAt(word, at)];
    if (/[\udc00-\udfff]/.test(word[at]!) || !isUnspaced(before) || !isUnspaced(after)) continue;
    parts.push(word.slice(from, at));
    from = at;
  }
  parts.push(word.slice(from));
  return parts;
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

export function columns(text: string): number {
  let count = 0;
  for (const char of text) count += WIDE.test(char) ? 2 : /\p{Mn}/u.test(char) ? 0 : 1;
  return count;
}
