/** A long text is stored as several drafts, and a head that names them: a draft has at most 2 MB. */
export interface Head {
  at: number;
  parts: number;
  /** New parts are written beside those of the current head, and count once the new head names them. */
  set: 'a' | 'b';
}

/** Half of a draft's limit, so that parts of unequal byte counts fit too. */
const PART_BYTES = 1_000_000;

export function partName(name: string, set: Head['set'], index: number): string {
  return `${name}.${set}${index}`;
}

/** Splits the text by its bytes as JSON; one part if it is short. */
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
