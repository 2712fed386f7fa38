/** Moves the entries of a map to other indexes, in place; those without a place are removed. */
export function renumber<T>(map: Map<number, T>, placeOf: (index: number) => number | undefined): void {
  const entries = [...map];
  map.clear();
  for (const [index, value] of entries) {
    const place = placeOf(index);
    if (place !== undefined) map.set(place, value);
  }
}
