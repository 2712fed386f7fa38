const NEWLINE = 0x0a;

/**
 * The JSON objects of a file of lines that is only appended to. A line counts once its newline is on the disk: what follows the
 * last one was torn by a crash. A line that is not what was written (a disk's leftover bytes) is passed over; what stands
 * around it is still true, as each line tells the whole of its matter.
 */
export function* parseLines(bytes: Uint8Array): Generator<Record<string, unknown>> {
  // Fatal: half a character must not become another one that happens to be valid JSON.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; ;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return;
    const value = parseLine(bytes.subarray(start, end), decoder);
    if (value) yield value;
    start = end + 1;
  }
}

/** A value as a line, its newline included. */
export function encodeLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function parseLine(bytes: Uint8Array, decoder: TextDecoder): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(decoder.decode(bytes)));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
