let isGuarded = false;

/**
 * A terminal that was closed, a reader that has ended or a full disk takes what is said there with it, never
 * the process.
 */
export function guardStandardError(): void {
  if (!isGuarded) process.stderr.on('error', () => undefined);
  isGuarded = true;
}
