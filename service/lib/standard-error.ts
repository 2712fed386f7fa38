let isGuarded = false;

/** A closed terminal, an ended reader or a full disk loses output, never the process. */
export function guardStandardError(): void {
  if (!isGuarded) process.stderr.on('error', () => undefined);
  isGuarded = true;
}
