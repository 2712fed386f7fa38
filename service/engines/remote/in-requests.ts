/** Cuts a list into runs of at most `most` items and, except for single items, at most `size` in all. */
export function inRequests<T>(
  items: readonly T[],
  limits: { most: number; size: number },
  sizeOf: (item: T) => number,
): T[][] {
  const requests: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = requests.at(-1);
    if (last && last.length < limits.most && size <= room) {
      last.push(item);
      room -= size;
    } else {
      requests.push([item]);
      room = limits.size - size;
    }
  }
  return requests;
}

/** Both halves of a list of two or more. */
export function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
