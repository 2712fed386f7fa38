/** The holder (lib/owner.ts) and direction of units. Canonical tags. */
export interface MemoryKey {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}

/** A condition on the table of units, with the values of `ofKey`. */
export const OF_KEY = 'account = ? AND source_language = ? AND target_language = ?';

/**
 * A condition on the units of an owner, its memories' too ("0" comes after "/"). Its value is the statement's first.
 */
export const OF_OWNER = "(account = ?1 OR (account > ?1 || '/' AND account < ?1 || '0'))";

export function ofKey({ account, from, to }: MemoryKey): string[] {
  return [account, from, to];
}

/** Of a direction in the memory of a holder. */
export function directionKey(account: string, { from, to }: { from: string; to: string }): MemoryKey {
  return { account, from, to };
}
