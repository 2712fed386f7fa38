/**
 * A long text is kept as several drafts, and a head that says which: a draft of the service has 2 MB at most.
 */
export interface Head {
  at: number;
  parts: number;
  /** Parts are written beside those that the head before names, and count once it names them. */
  set: 'a' | 'b';
}

/** Half of what a draft may have, so that parts of unequal bytes fit too. */
const PART_BYTES = 1_000_000;

export function partName(name: string, set: Head['set'], index: number): string {
  return `${name}.${set}${index}`;
}

/** The text in as many parts as it takes, by its bytes as JSON; one where it is short. */
export function inParts(text: string): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
  const length = Math.ceil(text.length / Math.ceil(bytes / PART_BYTES));
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += length) parts.push(text.slice(start, start + length));
  return parts.length === 0 ? [''] : parts;
}

export function isHead(value: unknown): value is Head {
  const { at, parts, set } = (value ?? {}) as Partial<Head>;
  return typeof at === 'number' && Number.isInteger(parts) && (set === 'a' || set === 'b');
}
