/** Whose units, in which direction. Canonical tags. */
export interface MemoryKey {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}
