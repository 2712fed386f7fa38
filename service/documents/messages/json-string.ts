/** How the strings of a file are written. */
export interface JsonStyle {
  /** Whether letters beyond ASCII are escaped (`\u00e9`), all of them. */
  readonly isAscii: boolean;
}

export function styleOf(text: string): JsonStyle {
  return { isAscii: /\\u(?!00[0-7])[\da-f]{4}/i.test(text) && !/[^\0-\x7f]/.test(text) };
}

const ESCAPE = /\\(?:u[\da-fA-F]{4}|.)/g;
/** JSON.stringify's escapes are always written; these only if the source has them: `\/`, `\u003c`. */
const OPTIONAL = /[/<>&'\u007f-\uffff]/;

/** A literal for `value`, with the same kinds of escapes as its source `literal`. */
export function writeString(value: string, literal: string, { isAscii }: JsonStyle): string {
  const escapes = escapesOf(literal);
  const written = JSON.stringify(value);
  if (!isAscii && escapes.size === 0) return written;
  return written.replace(
    /\\u[\da-f]{4}|\\.|[/<>&'\u007f-\uffff]/g,
    (sign) => escapes.get(sign) ?? (isAscii && sign > '\u007e' ? unicodeEscape(sign) : sign),
  );
}

/** A literal's optional escapes by character, except characters that also occur literally. */
function escapesOf(literal: string): ReadonlyMap<string, string> {
  const escapes = new Map<string, string>();
  if (!literal.includes('\\')) return escapes;
  const bare = literal.replace(ESCAPE, '');
  for (const escape of new Set(literal.match(ESCAPE))) {
    const char = JSON.parse(`"${escape}"`) as string;
    const usual = JSON.stringify(char).slice(1, -1);
    if (escape === usual || escapes.has(usual)) continue;
    if (OPTIONAL.test(char) ? !bare.includes(char) : usual !== char) escapes.set(usual, escape);
  }
  return escapes;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
