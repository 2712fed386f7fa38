// How a text file is encoded, told once for source and result.
import iconv from 'iconv-lite';
import jschardet from 'jschardet';
import type { Violation } from './package.ts';

/** Pure ASCII on the wire; iconv-lite does not know it. */
const JAPANESE_MAIL = 'iso-2022-jp';

export interface Decoded {
  text: string;
  encoding: string;
  bom: boolean;
}

const BOMS = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/**
 * Where it is not Unicode it is read as `legacy`.
 * Returns text without the byte order mark
 */
export function decodeText(bytes: Buffer, legacy?: string): Decoded {
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

export function decodeAs(bytes: Buffer, encoding: string) {
  if (encoding === JAPANESE_MAIL) return new TextDecoder(encoding).decode(bytes);
  return iconv.decode(bytes, encoding, { stripBOM: false });
}

/** Whether it is UTF-8 without NUL, which no text holds. */
export function isUtf8(bytes: Buffer) {
  try {
    return !new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** UTF-16 and UTF-32 without a mark: most NULs are at the same places of each four bytes. */
function wideEncoding(bytes: Buffer) {
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

/** The possible encodings of a text without a mark, the likeliest first. */
function likelyEncodings(bytes: Buffer): string[] {
  const guesses = jschardet
    .detectAll(bytes)
    .flatMap(({ encoding, confidence }) =>
      encoding && iconv.encodingExists(encoding) ? [{ encoding: encoding.toLowerCase(), confidence }] : [],
    );
  const first = guesses[0] && guesses[0].confidence >= 0.2 ? guesses[0].encoding : WESTERN;
  return [...new Set([first, ...guesses.map(({ encoding }) => encoding), WESTERN])];
}

/**
 * Which of the older encodings a short text is in, no one can tell from its bytes: a result is right if it is
 * right in one that they may be.
 */
export function inOneOfItsEncodings(source: Buffer, check: (legacy: string) => Violation[]): Violation[] {
  const [likeliest = '', ...others] = likelyEncodings(source);
  const violations = check(likeliest);
  const isRight = violations.length === 0 || others.some((legacy) => check(legacy).length === 0);
  return isRight ? [] : violations;
}
