/** No request of the contract and no translation server's answer is deeper than 6. */
const MAX_DEPTH = 64;
/** Objects and arrays. The contract's maximum is a glossary of 10,000 terms. */
const MAX_OBJECTS = 50_000;
/** Members and items in all: a million different names take longer to parse than a million objects. */
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * Why `JSON.parse` would take too long on a text, or undefined. One pass over the bytes, 10 to 20 ms for 10
 * MB; invalid JSON is left to the parser. In UTF-8 no byte of a multi-byte character equals one of these.
 */
export function scanJson(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let objects = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
        if (++objects > MAX_OBJECTS) return `it has more than ${inWords(MAX_OBJECTS)} objects and arrays`;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (++values > MAX_VALUES) return `it has more than ${inWords(MAX_VALUES)} values`;
        break;
      default:
    }
  }
  return undefined;
}

/** Position of the closing quote; past the end if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
