/**
 * Coded text: a segment's text with numbered inline codes, after XLIFF 2.1 §4.7. `<1>…</1>` encloses a
 * formatted run or a link, `<2/>` represents a break, a note mark or a picture. Literal `<`, `>` and `&` are
 * escaped as in XML, so that coded text is unambiguous for people and engines. Each id occurs once in a
 * source segment.
 */
export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; id: number }
  | { kind: 'close'; id: number }
  | { kind: 'standalone'; id: number };

const CODE = /<(\/?)(\d{1,9})(\/?)>/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
] as const;

export function escapeText(plain: string): string {
  return /[&<>]/.test(plain) ? inPieces(plain, escapePiece).join('') : plain;
}

function escapePiece(plain: string): string {
  return plain.replace(/[&<>]/g, (c) => ESCAPES[c]!);
}

/** UTF-16 units. `replace` first lists all matches: millions of them exceed V8's limits, which is fatal. */
const PIECE = 65_536;

function inPieces(text: string, change: (piece: string) => string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(change(text.slice(at, at + PIECE)));
  return pieces;
}

export function unescapeText(escaped: string): string {
  if (!escaped.includes('&')) return escaped;
  // Five times as fast as `replace` with millions of entities. Ampersands last, so that results are not
  // decoded again.
  return ENTITIES.reduce((text, [entity, sign]) => text.split(entity).join(sign), escaped);
}

const [SLASH, GREATER, ZERO, MAX_DIGITS] = [0x2f, 0x3e, 0x30, 9];

/**
 * The tokens of coded text: text unescaped, no two adjacent text tokens. A `<` that starts no code is text. A
 * hand-written parser for CODE: it runs many times for each segment on its way to an engine and back.
 */
export function parseCoded(coded: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (let start = coded.indexOf('<'); start !== -1; start = coded.indexOf('<', Math.max(end, start + 1))) {
    let at = start + 1;
    const isClose = coded.charCodeAt(at) === SLASH;
    if (isClose) at++;
    const digits = at;
    let id = 0;
    for (; at < digits + MAX_DIGITS; at++) {
      const digit = coded.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      id = id * 10 + digit;
    }
    const hasId = at > digits;
    const isStandalone = coded.charCodeAt(at) === SLASH;
    if (isStandalone) at++;
    if (!hasId || (isClose && isStandalone) || coded.charCodeAt(at) !== GREATER) continue;
    if (start > end) tokens.push({ kind: 'text', text: unescapeText(coded.slice(end, start)) });
    tokens.push({ kind: isClose ? 'close' : isStandalone ? 'standalone' : 'open', id });
    end = at + 1;
  }
  if (end < coded.length) tokens.push({ kind: 'text', text: unescapeText(coded.slice(end)) });
  return tokens;
}

export function formatCoded(tokens: readonly Token[]): string {
  let coded = '';
  for (const token of tokens) coded += formatToken(token);
  return coded;
}

function formatToken(token: Token): string {
  switch (token.kind) {
    case 'text':
      return escapeText(token.text);
    case 'open':
      return `<${token.id}>`;
    case 'close':
      return `</${token.id}>`;
    case 'standalone':
      return `<${token.id}/>`;
  }
}

/** The visible text: codes dropped, escapes read. */
export function plainText(coded: string): string {
  return coded.includes('<') || coded.includes('&') ? unescapeText(coded.replace(CODE, '')) : coded;
}

/** The text as people read it: standalone codes (a break, a tab, a picture) separate words. */
export function readableText(coded: string): string {
  if (!coded.includes('/>')) return plainText(coded);
  return plainText(
    coded.replace(/(\s?)<\d{1,9}\/>(\s?)/g, (_, before: string, after: string) => before || after || ' '),
  );
}

/** Unicode code points of the visible text, as counted by `source_chars`. */
export function visibleLength(coded: string): number {
  return codePoints(plainText(coded));
}

export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
