/** Bytes in which a TMX file has shown its languages: the header, and some hundreds of units. */
const LOOKED_AT = 262_144;

/** The tags of languages that a TMX file has, as it writes them. */
export interface TmxLanguages {
  /** That of its header, unless it leaves it to the units (`*all*`; TMX 1.4b, `srclang`). */
  readonly source?: string;
  /** All, that of the header first. */
  readonly all: readonly string[];
}

/** The languages of a TMX file; none if it is no such file. Only its beginning is read. */
export async function tmxLanguages(file: File): Promise<TmxLanguages> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const header = /<header\b[^>]*\bsrclang\s*=\s*["']([^"']+)["']/i.exec(text)?.[1];
  const units = Array.from(
    text.matchAll(/<tuv\b[^>]*\b(?:xml:)?lang\s*=\s*["']([^"']+)["']/gi),
    ([, language = '']) => language,
  );
  if (header === undefined || header === '*all*') return { all: [...new Set(units)] };
  return { source: header, all: [...new Set([header, ...units])] };
}

/** By its byte order mark; TMX is UTF-8 or UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
