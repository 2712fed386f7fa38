/**
 * Coded text: a segment's text with numbered inline codes, after XLIFF 2.1 §4.7. `<1>…</1>` pairs a formatted run or a
 * link, `<2/>` stands for a break, a note mark, a picture. Literal `<`, `>` and `&` are written as in XML, so that coded
 * text has one reading and can be shown to people and engines alike. Each id occurs once in a source segment.
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

/** UTF-16 units. `replace` notes every match before it writes: millions at once outgrow what V8 takes, and the process ends. */
const PIECE = 65_536;

function inPieces(text: string, change: (piece: string) => string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(change(text.slice(at, at + PIECE)));
  return pieces;
}

export function unescapeText(escaped: string): string {
  if (!escaped.includes('&')) return escaped;
  // Five times as fast as `replace` where a text has millions of them. The ampersands last: what they leave is not read again.
  return ENTITIES.reduce((text, [entity, sign]) => text.split(entity).join(sign), escaped);
}

/** The tokens of coded text, text unescaped, no two text tokens in a row. A `<` that starts no code is read as text. */
export function parseCoded(coded: string): Token[] {
  if (!coded.includes('<')) return coded === '' ? [] : [{ kind: 'text', text: unescapeText(coded) }];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of coded.matchAll(CODE)) {
    const [whole, slash, digits, selfClosing] = match;
    if (slash && selfClosing) continue;
    if (match.index > end) tokens.push({ kind: 'text', text: unescapeText(coded.slice(end, match.index)) });
    tokens.push({ kind: slash ? 'close' : selfClosing ? 'standalone' : 'open', id: Number(digits) });
    end = match.index + whole.length;
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

/** The text as a reader takes it in: a standalone code (a break, a tab, a picture) parts the words beside it. */
export function readableText(coded: string): string {
  if (!coded.includes('/>')) return plainText(coded);
  return plainText(
    coded.replace(/(\s?)<\d{1,9}\/>(\s?)/g, (_, before: string, after: string) => before || after || ' '),
  );
}

/** Unicode code points of the visible text: what `source_chars` counts. */
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
