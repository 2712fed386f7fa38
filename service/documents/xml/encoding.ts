import iconv from 'iconv-lite';
import { damaged } from '../shared/refusals.ts';

/** A part's encoding; UTF-16 by its byte order, anything else by iconv-lite's name. */
export type PartEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (string & {});

/**
 * A part's text, including any byte order mark, and the encoding that `encodePart` needs to write it back.
 */
export function decodePart(bytes: Uint8Array, part: string): { text: string; encoding: PartEncoding } {
  const encoding = detect(bytes);
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    try {
      return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding };
    } catch {
      throw damaged(`its part “${part}” is not valid ${encoding.toUpperCase()}`);
    }
  }
  refuseUnknown(encoding, part);
  return { text: iconv.decode(Buffer.from(bytes), encoding, { stripBOM: false }), encoding };
}

/** Decodes a part in chunks, into pieces of text. The first chunk holds the XML declaration. */
export function* decodeChunks(chunks: Iterable<Uint8Array>, part: string): Generator<string> {
  let decode: ((bytes?: Uint8Array) => string) | undefined;
  for (const bytes of chunks) {
    decode ??= createDecoder(detect(bytes), part);
    yield decode(bytes);
  }
  if (decode) yield decode();
}

/** Called without bytes, returns the rest of a truncated character. */
function createDecoder(encoding: PartEncoding, part: string): (bytes?: Uint8Array) => string {
  // ASCII is UTF-8; bytes beyond it may come in a later chunk.
  const name = /^(?:us-)?ascii$/.test(encoding) ? 'utf-8' : encoding;
  if (name === 'utf-8' || name === 'utf-16le' || name === 'utf-16be') {
    const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
    return (bytes) => {
      try {
        return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      } catch {
        throw damaged(`its part “${part}” is not valid ${name.toUpperCase()}`);
      }
    };
  }
  refuseUnknown(name, part);
  const decoder = iconv.getDecoder(name, { stripBOM: false });
  return (bytes) => (bytes ? decoder.write(Buffer.from(bytes)) : (decoder.end() ?? ''));
}

function refuseUnknown(encoding: string, part: string): void {
  if (!iconv.encodingExists(encoding) || NO_ENCODING_OF_XML.test(encoding)) {
    throw damaged(`its part “${part}” is in an unknown encoding`);
  }
}

/** iconv-lite also supports UTF-7, whose letters depend on earlier ones, and byte encodings. */
const NO_ENCODING_OF_XML = /^(?:utf-?7|unicode-?1-?1-?utf-?7|base64|hex|binary)/;

export function encodePart(text: string, encoding: PartEncoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const forms = new Map<string, string>();
  // A missing character becomes a reference: iconv-lite would silently write `?`.
  const written = text.replace(/[^\0-\x7f]/gu, (char) => {
    let form = forms.get(char);
    if (form === undefined) {
      form = canEncode(char, encoding) ? char : `&#${char.codePointAt(0)!};`;
      forms.set(char, form);
    }
    return form;
  });
  return iconv.encode(written, encoding, { addBOM: false });
}

const PIECE_UNITS = 1 << 20;

/** Encodes a part's text in pieces, none of which ends within a character. */
export function* encodePieces(pieces: Iterable<string>, encoding: PartEncoding): Generator<Uint8Array> {
  let batch: string[] = [];
  let units = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      let end = Math.min(piece.length, at + PIECE_UNITS - units);
      if (end < piece.length && isHighSurrogate(piece.charCodeAt(end - 1))) end++;
      batch.push(piece.slice(at, end));
      units += end - at;
      at = end;
      if (units < PIECE_UNITS) continue;
      yield encodePart(batch.join(''), encoding);
      batch = [];
      units = 0;
    }
  }
  if (units > 0) yield encodePart(batch.join(''), encoding);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function canEncode(char: string, encoding: PartEncoding): boolean {
  return (
    iconv.decode(iconv.encode(char, encoding, { addBOM: false }), encoding, { stripBOM: false }) === char
  );
}

/** XML 1.0 appendix F: byte order mark, then the pattern of the first `<`, then the declaration. */
function detect(bytes: Uint8Array): PartEncoding {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  // A declared UTF-16 without two bytes per character is a wrong label on UTF-8.
  if (declared === undefined || /^(?:utf-?8|utf-?16)/.test(declared)) return 'utf-8';
  // So is ASCII on other bytes; in real ASCII, a translation's letters must become references.
  if (/^(?:us-)?ascii$/.test(declared)) return bytes.some((byte) => byte > 0x7f) ? 'utf-8' : declared;
  return declared;
}
