/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header (RFC 9110 §14). `whole` to send the whole file: no header, a unit other than bytes,
 * or several ranges (which a server may answer with the whole). `bad` for bytes outside the file, or an
 * invalid range.
 */
export function parseRange(header: string, size: number): ByteRange | 'whole' | 'bad' {
  if (header === '' || !/^bytes *=/i.test(header)) return 'whole';
  const spec = header.slice(header.indexOf('=') + 1).trim();
  if (spec.includes(',')) return 'whole';
  const match = /^(\d{0,15})-(\d{0,15})$/.exec(spec);
  if (!match) return 'bad';
  const [, first, last] = match;
  if (first === '') return lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || end < start ? 'bad' : { start, end };
}

/** `bytes=-500`: the last 500, or all of a shorter file. */
function lastBytes(count: number, size: number): ByteRange | 'bad' {
  return count === 0 || size === 0 ? 'bad' : { start: Math.max(0, size - count), end: size - 1 };
}
