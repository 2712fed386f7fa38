/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110 §14). `whole` where the file should be sent as it is: no header, a unit
 * that is not bytes, several ranges (a server may answer those with the whole). `bad` where it names bytes
 * that are not there, or is no range.
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
