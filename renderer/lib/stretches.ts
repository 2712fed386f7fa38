import { plainOf } from './offers.ts';
import type { Stretch } from './word-diff.ts';

/** A part of a coded text, in UTF-16 units. */
interface Range {
  readonly at: number;
  readonly length: number;
}

/** The readable form of a coded text, by whether ranges mark its parts. */
export function markedStretches(coded: string, ranges: readonly Range[]): Stretch[] {
  const stretches: Stretch[] = [];
  const take = (text: string, isSame: boolean): void => {
    if (text !== '') stretches.push({ text: plainOf(text), isSame });
  };
  let end = 0;
  for (const { at, length } of [...ranges].sort((one, other) => one.at - other.at)) {
    if (at < end) continue;
    take(coded.slice(end, at), true);
    take(coded.slice(at, at + length), false);
    end = at + length;
  }
  take(coded.slice(end), true);
  return stretches;
}

/** Likewise, by marks in code points, as the concordance gives them. */
export function foundStretches(coded: string, marks: readonly (readonly [number, number])[]): Stretch[] {
  const points = Array.from(coded);
  const units = (start: number, end: number): number => points.slice(start, end).join('').length;
  return markedStretches(
    coded,
    marks.map(([start, end]) => ({ at: units(0, start), length: units(start, end) })),
  );
}
