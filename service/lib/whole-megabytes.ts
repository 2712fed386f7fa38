/** A size for people, in MB of a million bytes, as the window shows it. */
export function wholeMegabytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1_000_000));
}
