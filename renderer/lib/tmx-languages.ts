/** Bytes in which a TMX file has shown its languages: the header, and some hundreds of units. */
const LOOKED_AT = 262_144;

/** The languages of a TMX file, that of its header first; empty if it is none. Only its beginning is read. */
export async function tmxLanguages(file: File): Promise<string[]> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const header = /<header\b[^>]*\bsrclang\s*=\s*["']([^"']+)["']/i.exec(text)?.[1];
  const units = Array.from(
    text.matchAll(/<tuv\b[^>]*\b(?:xml:)?lang\s*=\s*["']([^"']+)["']/gi),
    ([, language = '']) => language,
  );
  return [...new Set([...(header === undefined || header === '*all*' ? [] : [header]), ...units])];
}

/** By its byte order mark; TMX is UTF-8 or UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
