import iconv from 'iconv-lite';
import { fieldProblem } from '../../contract/index.ts';
import type { Warning } from '../../contract/index.ts';
import { detectWideEncoding } from './wide.ts';
import { decodeIso2022Jp, encodeIso2022Jp, looksLikeIso2022Jp } from './iso-2022-jp.ts';
import { decodeIso2022Kr, encodeIso2022Kr, ISO_2022_KR_HEADER } from './iso-2022-kr.ts';

/** A decoded text file: everything needed to write it again with the same bytes. */
export interface DecodedText {
  /** The text without its byte order mark. */
  readonly text: string;
  /** Lower-case name in iconv-lite, or `iso-2022-jp`, `iso-2022-kr`. */
  readonly encoding: string;
  /** Bytes of the byte order mark, or of another header that is not text; 0 without one. */
  readonly bomBytes: number;
  /** The encoding was guessed by the text's language. */
  readonly isByLanguage?: true;
  readonly warnings: readonly Warning[];
}

/** UTF-32 first: its little-endian mark begins with that of UTF-16. */
const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * Decodes a text file, in this order: byte order mark, strict UTF-8 (of ASCII, the encoding that `declared` finds
 * in the head of the file, read as Latin-1), the pattern of NUL bytes (UTF-16 and UTF-32 without a mark), the declared
 * encoding, and last the likeliest older encoding for the language (a BCP 47 tag), with the warning `encoding_guessed` if
 * it is not certain. Refuses (`undecodable_text`) NUL bytes that no Unicode form explains.
 */
export async function decodeText(
  source: Uint8Array,
  language?: string,
  declared?: (head: string) => string | undefined,
): Promise<DecodedText> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const marked = decodeMarked(bytes);
  if (marked) return marked;
  if (bytes.includes(0)) return decodeWide(bytes);
  const utf8 = decodeStrictUtf8(bytes);
  const named = namedEncoding(declared?.(bytes.toString('latin1', 0, HEAD_BYTES)));
  if (utf8 === undefined) {
    if (named !== undefined)
      return {
        text: decodeBytes(bytes, browserEncoding(named)),
        encoding: browserEncoding(named),
        bomBytes: 0,
        warnings: [],
      };
    return decodeDamagedUtf8(bytes) ?? decodeLegacy(bytes, language);
  }
  if (looksLikeIso2022Jp(utf8))
    return { text: decodeIso2022Jp(bytes), encoding: 'iso-2022-jp', bomBytes: 0, warnings: [] };
  if (utf8.startsWith(ISO_2022_KR_HEADER)) return decodeKorean(bytes);
  // ASCII bytes fit every encoding: the translation must be written in the declared one.
  if (named !== undefined && utf8.length === bytes.length)
    return { text: utf8, encoding: named, bomBytes: 0, warnings: [] };
  return { text: utf8, encoding: 'utf-8', bomBytes: 0, warnings: [] };
}

/** Formats declare their encoding near the start: HTML within 1,024 bytes, PO in its first entry. */
const HEAD_BYTES = 4_096;
/** iconv-lite also supports UTF-7 and byte encodings. A Unicode name on other bytes is wrong. */
const NO_LEGACY_ENCODING = /^(?:utf|ucs|unicode|base64|hex|binary)/;

function namedEncoding(name: string | undefined): string | undefined {
  const encoding = name?.trim().toLowerCase();
  if (encoding === undefined || NO_LEGACY_ENCODING.test(encoding) || !iconv.encodingExists(encoding))
    return undefined;
  return encoding;
}

/** As in browsers (WHATWG Encoding Standard §4.2): many Latin-1 pages have Windows' curly quotes. */
function browserEncoding(encoding: string): string {
  return /^(?:iso-?8859-1|latin-?1|us-ascii|ascii)$/.test(encoding) ? 'windows-1252' : encoding;
}

/** The header names the encoding and, like a byte order mark, stays in place. */
function decodeKorean(bytes: Buffer): DecodedText {
  const bomBytes = ISO_2022_KR_HEADER.length;
  const text = decodeIso2022Kr(bytes.subarray(bomBytes));
  return { text, encoding: 'iso-2022-kr', bomBytes, warnings: [] };
}

function decodeMarked(bytes: Buffer): DecodedText | undefined {
  const mark = BYTE_ORDER_MARKS.find(([, bom]) => bom.every((byte, i) => bytes[i] === byte));
  if (!mark) return undefined;
  const [encoding, bom] = mark;
  const text = decodeBytes(bytes.subarray(bom.length), encoding);
  if (text.includes('\0')) throw binaryProblem();
  if (encoding === 'utf-8' && decodeStrictUtf8(bytes) === undefined) return damagedUtf8(text, bom.length);
  return { text, encoding, bomBytes: bom.length, warnings: [] };
}

function decodeWide(bytes: Buffer): DecodedText {
  const encoding = detectWideEncoding(bytes);
  if (encoding === undefined) throw binaryProblem();
  return { text: decodeBytes(bytes, encoding), encoding, bomBytes: 0, warnings: [] };
}

function decodeStrictUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * UTF-8 with a few stray bytes, as in files assembled from several sources: multi-byte letters by far
 * outnumber invalid bytes. A code page would garble all of them, while text in a code page hardly ever
 * contains one.
 */
function decodeDamagedUtf8(bytes: Buffer): DecodedText | undefined {
  const text = bytes.toString('utf8');
  const isUtf8 = count(text, /[\u0080-\ufffc]/g) >= 10 * count(text, STRAY);
  return isUtf8 ? damagedUtf8(text) : undefined;
}

const STRAY = /\ufffd/g;

function damagedUtf8(text: string, bomBytes = 0): DecodedText {
  const warning: Warning = {
    code: 'encoding_guessed',
    message:
      'The file is UTF-8 but for a few bytes, which are shown as \ufffd. If letters are missing, save the file as UTF-8 and try again.',
    count: count(text, STRAY),
    reason: 'stray_bytes',
  };
  return { text, encoding: 'utf-8', bomBytes, warnings: [warning] };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

async function decodeLegacy(bytes: Buffer, language: string | undefined): Promise<DecodedText> {
  // Loads a megabyte of frequencies, which most texts do not need.
  const { guessLegacyEncoding } = await import('./legacy.ts');
  const { encoding, certain } = guessLegacyEncoding(bytes, language);
  if (encoding === 'utf-8') return { ...damagedUtf8(bytes.toString('utf8')), isByLanguage: true };
  const warning: Warning = {
    code: 'encoding_guessed',
    message:
      `The file does not say how its letters are encoded, so it was read as ${encoding}, the likeliest. ` +
      'If letters look wrong, save the file as UTF-8 and try again.',
    details: { encoding },
  };
  return {
    text: decodeBytes(bytes, encoding),
    encoding,
    bomBytes: 0,
    isByLanguage: true,
    warnings: certain ? [] : [warning],
  };
}

/** UTF-8 by Node: iconv-lite first loads all its tables, which takes longer than decoding most texts. */
function decodeBytes(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return bytes.toString('utf8');
  if (encoding === 'iso-2022-jp') return decodeIso2022Jp(bytes);
  if (encoding === 'iso-2022-kr') return decodeIso2022Kr(bytes);
  // A file cut within a letter: iconv-lite would complete it, and writing would add bytes.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % unitBytes(encoding)));
  return iconv.decode(whole, encoding, { stripBOM: false });
}

/** Every letter has a multiple of this many bytes. */
export function unitBytes(encoding: string): 1 | 2 | 4 {
  return encoding.startsWith('utf-16') ? 2 : encoding.startsWith('utf-32') ? 4 : 1;
}

/** The text's bytes; undefined where the encoding lacks a character: iconv-lite writes `?` silently. */
export function encodeExactly(text: string, encoding: string): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding.startsWith('utf-')) return iconv.encode(text, encoding, { addBOM: false });
  if (encoding === 'iso-2022-jp') return encodeIso2022Jp(text);
  if (encoding === 'iso-2022-kr') return encodeIso2022Kr(text);
  const bytes = iconv.encode(text, encoding, { addBOM: false });
  return decodeBytes(bytes, encoding) === text ? bytes : undefined;
}

function binaryProblem(): Error {
  return fieldProblem(
    'file',
    'undecodable_text',
    'This file holds binary data, not text. If it is a text, save it as UTF-8 and try again.',
  );
}
