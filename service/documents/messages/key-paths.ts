/** Whether a key path matches a pattern: `*` is any key or part of one, `**` any number of keys. */
export function pathMatcher(patterns: readonly string[]): (path: readonly string[]) => boolean {
  const split = patterns.map((pattern) => pattern.split('.'));
  // A key may itself contain dots.
  return (path) => {
    if (split.length === 0) return false;
    const keys = path.flatMap((key) => key.split('.'));
    return split.some((pattern) => matches(pattern, keys));
  };
}

function matches(pattern: readonly string[], keys: readonly string[]): boolean {
  /** `reached[n]`: the pattern so far covers the first n keys. */
  let reached = keys.map(() => false);
  reached.unshift(true);
  for (const part of pattern) {
    const next = reached.map(() => false);
    reached.forEach((isReached, at) => {
      if (part === '**') next[at] = isReached || (at > 0 && next[at - 1]!);
      else if (isReached && at < keys.length && keyMatches(part, keys[at]!)) next[at + 1] = true;
    });
    reached = next;
  }
  return reached[keys.length]!;
}

function keyMatches(part: string, key: string): boolean {
  const [first = '', ...others] = part.split('*');
  if (others.length === 0) return part === key;
  if (!key.startsWith(first)) return false;
  const last = others.pop()!;
  let at = first.length;
  for (const piece of others) {
    const found = key.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return key.length - last.length >= at && key.endsWith(last);
}
