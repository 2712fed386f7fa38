/** Checks parsed values: kept data may have been written by another release or by hand. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether it has a string under each of the names. */
export function hasStrings(value: unknown, ...names: string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}

/** Whether it is a list of items of one shape. */
export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}
