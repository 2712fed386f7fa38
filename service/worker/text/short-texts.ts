/**
 * Limit of a short text, UTF-16 units. The maximum of MAX_SHORT_UNITS takes some milliseconds, and of the
 * worst known texts 0.15 s in two halves.
 */
const SHORT = 1_000;
/** UTF-16 units of short texts, all together. */
export const MAX_SHORT_UNITS = 40_000;
/** How many times as long answers may be: some languages need more words, some engines write too many. */
export const ANSWER_GROWTH = 2;

/** Whether processing the texts is known to take little time. `maxUnits`: of all together. */
export function areShort(texts: readonly string[], maxUnits: number, growth = 1): boolean {
  return (
    texts.every(({ length }) => length <= growth * SHORT) &&
    texts.reduce((sum, { length }) => sum + length, 0) <= growth * maxUnits
  );
}
