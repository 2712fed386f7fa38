/**
 * ST_Xstring (ECMA-376 part 1 §22.9.2.19): characters that XML cannot contain are written `_xHHHH_`, and an
 * underscore that would begin such a sequence by chance is written `_x005F_`.
 */
export function decodeXString(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
}

export function encodeXString(text: string): string {
  return text
    .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n\u0085])\p{Cc}|[\ufffe\uffff]/gu, (c) => (c < '\x7f' || c > '\xff' ? escaped(c) : c));
}

/** In an attribute a line break or tab would be read as a space. */
export function encodeXStringAttribute(text: string): string {
  return encodeXString(text).replace(/[\n\t]/g, (c) => escaped(c).toLowerCase());
}

function escaped(char: string): string {
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
