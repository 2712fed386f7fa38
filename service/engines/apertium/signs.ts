import type { Token } from '../../text/codes.ts';

/**
 * `&` and `/` between words. The pipeline takes them for a noun and moves the words around them: `Sales &
 * Marketing` → `Marketing & de ventas`. Around a semicolon the words stay. Not in `his/her`, which it knows
 * as one word, nor in `AC/DC`.
 */
const JOINING_SIGN =
  /(?<=\p{L}{2}[)”"’]?)(?<!(?<!\p{L})(?:[Hh]is|[Hh]er|\p{Lu}{2})(?=\/(?:[Hh]is|[Hh]er|\p{Lu}{2})(?!\p{L})))(?: [&/] |\/)(?=[(“"‘]?\p{L}{2})/gu;
const SEMICOLON = /;/g;

/** The text with semicolons for its joining signs, and the sign that each semicolon replaces. */
export function withSemicolons(plain: string): { written: string; signs: readonly string[] } {
  if (!/[&/]/.test(plain)) return { written: plain, signs: [] };
  const written = plain.replace(JOINING_SIGN, (joint) => joint.replace(/[&/]/, ';'));
  return { written, signs: Array.from(written.matchAll(SEMICOLON), ({ index }) => plain[index]!) };
}

/** Puts the signs back, one where the target merges both words. Undefined if that is ambiguous. */
export function withSigns(
  tokens: readonly Token[],
  signs: readonly string[],
  plain: string,
): readonly Token[] | undefined {
  if (signs.every((sign) => sign === ';')) return tokens;
  let passed = 0;
  const written = tokens.map((token): Token => {
    if (token.kind !== 'text') return token;
    const text = token.text.replace(SEMICOLON, (sign) => signs[passed++] ?? sign);
    return { kind: 'text', text: withoutDoubles(text, plain) };
  });
  return passed === signs.length ? written : undefined;
}

/** Begins with a rare character. */
const MAY_BE_TWICE = /\/(?<=[\p{L}\p{N}]\\?\/)[\p{L}\p{N}]/u;
const SPELT_TWICE = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,60})\\?\/\1(?![\p{L}\p{N}])/giu;

/** Drops one of two alternative spellings of a dictionary: `YouTube\\/Youtube`, escaped or not. */
export function withoutDoubles(text: string, source: string): string {
  if (!MAY_BE_TWICE.test(text)) return text;
  return text.replace(SPELT_TWICE, (both, first: string) =>
    source.toLowerCase().includes(both.replace('\\', '').toLowerCase()) ? both : first,
  );
}
