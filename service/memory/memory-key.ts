/** The account and direction of units. Canonical tags. */
export interface MemoryKey {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}

/** A condition on the table of units, with the values of `ofKey`. */
export const OF_KEY = 'account = ? AND source_language = ? AND target_language = ?';

export function ofKey({ account, from, to }: MemoryKey): string[] {
  return [account, from, to];
}
