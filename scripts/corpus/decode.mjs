// @ts-check
// How a text file is encoded, told once for source and result.
import iconv from 'iconv-lite';
import jschardet from 'jschardet';

/** Pure ASCII on the wire; iconv-lite does not know it. */
const JAPANESE_MAIL = 'iso-2022-jp';

/** @typedef {import('./package.mjs').Violation} Violation */
/** @typedef {{text: string, encoding: string, bom: boolean}} Decoded */

const BOMS = /** @type {const} */ ([
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]);

/** @param {Buffer} bytes @param {string} [legacy] read so where it is not Unicode @returns {Decoded} text without the byte order mark */
export function decodeText(bytes, legacy) {
  for (const [encoding, bom] of BOMS) {
    if (bom.every((byte, i) => bytes[i] === byte)) {
      return { text: decodeAs(bytes.subarray(bom.length), encoding), encoding, bom: true };
    }
  }
  if (bytes.includes('\x1b$B') || bytes.includes('\x1b$@')) {
    return { text: decodeAs(bytes, JAPANESE_MAIL), encoding: JAPANESE_MAIL, bom: false };
  }
  const encoding = isUtf8(bytes)
    ? 'utf-8'
    : (wideEncoding(bytes) ?? legacy ?? likelyEncodings(bytes)[0] ?? WESTERN);
  return { text: decodeAs(bytes, encoding), encoding, bom: false };
}

/** @param {Buffer} bytes @param {string} encoding */
export function decodeAs(bytes, encoding) {
  if (encoding === JAPANESE_MAIL) return new TextDecoder(encoding).decode(bytes);
  return iconv.decode(bytes, encoding, { stripBOM: false });
}

/** @param {Buffer} bytes UTF-8 without NUL, which no text holds */
export function isUtf8(bytes) {
  try {
    return !new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** UTF-16 and UTF-32 without a mark: most NULs stand at the same places of each four bytes. @param {Buffer} bytes */
function wideEncoding(bytes) {
  const isMost = [0, 1, 2, 3].map((place) => {
    let zeros = 0;
    for (let i = place; i < bytes.length; i += 4) if (bytes[i] === 0) zeros++;
    return zeros > bytes.length / 16;
  });
  switch (isMost.map(Number).join('')) {
    case '0111':
      return 'utf-32le';
    case '1110':
      return 'utf-32be';
    case '0101':
      return 'utf-16le';
    case '1010':
      return 'utf-16be';
    default:
      return undefined;
  }
}

const WESTERN = 'windows-1252';

/** What a text without marks may be written in, the likeliest first. @param {Buffer} bytes @returns {string[]} */
function likelyEncodings(bytes) {
  const guesses = jschardet
    .detectAll(bytes)
    .flatMap(({ encoding, confidence }) =>
      encoding && iconv.encodingExists(encoding) ? [{ encoding: encoding.toLowerCase(), confidence }] : [],
    );
  const first = guesses[0] && guesses[0].confidence >= 0.2 ? guesses[0].encoding : WESTERN;
  return [...new Set([first, ...guesses.map(({ encoding }) => encoding), WESTERN])];
}

/**
 * Which of the older encodings a short text is in, no one can tell from its bytes: a result is right if it is right in one that they may be.
 * @param {Buffer} source
 * @param {(legacy: string) => Violation[]} check
 * @returns {Violation[]}
 */
export function inOneOfItsEncodings(source, check) {
  const [likeliest = '', ...others] = likelyEncodings(source);
  const violations = check(likeliest);
  const isRight = violations.length === 0 || others.some((legacy) => check(legacy).length === 0);
  return isRight ? [] : violations;
}
