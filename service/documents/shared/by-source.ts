/**
 * What a file is read into, kept for as long as someone holds its bytes: who builds a file from the very bytes that its segments came from
 * does not read them twice. Neither the bytes nor what `open` makes of them may change.
 */
export function bySource<Opened extends object>(
  open: (source: Uint8Array) => Opened,
): (source: Uint8Array) => Opened {
  const known = new WeakMap<Uint8Array, Opened>();
  return (source) => {
    const found = known.get(source);
    if (found) return found;
    const opened = open(source);
    known.set(source, opened);
    return opened;
  };
}
