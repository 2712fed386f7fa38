/** Where each row begins, in pixels, and at the end of the list where the last one ends. */
export function offsetsOf(heights: ArrayLike<number>): Float64Array {
  const offsets = new Float64Array(heights.length + 1);
  for (let index = 0; index < heights.length; index++) offsets[index + 1] = offsets[index]! + heights[index]!;
  return offsets;
}

/** The row that covers a place: the first one above all, the last one below. 0 where there is none. */
export function rowAt(offsets: Float64Array, place: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
