import { WORD } from './cue-text.ts';
import { widthOf } from './width.ts';
import { endsInPause } from './wrap.ts';
import type { Unit } from './wrap.ts';

/** How far a cut may move to a pause, as a share of the texts beside it. */
const REACH = 0.2;

/**
 * Cuts a text into as many parts as the source had, in proportion to their widths, preferably at pauses. No
 * part is empty: with fewer words than parts, a word is repeated.
 */
export function cutInProportion(units: readonly Unit[], sourceWidths: readonly number[]): Unit[][] {
  const parts = sourceWidths.length;
  const words = units.filter(hasWord).length;
  if (words === 0) return [];
  if (words < parts) {
    const each = cutInProportion(units, Array<number>(words).fill(1));
    return sourceWidths.map((_, n) => each[Math.floor((n * words) / parts)]!);
  }
  const ends: number[] = [];
  let width = 0;
  for (const unit of units) ends.push((width += widthOf(unit.text) + widthOf(unit.space)));
  const sourceTotal = sourceWidths.reduce((sum, own) => sum + own, 0);
  const cuts: number[] = [];
  let sourceWidth = 0;
  for (let n = 0; n < parts - 1; n++) {
    sourceWidth += sourceWidths[n]!;
    const ideal = (sourceWidth / sourceTotal) * width;
    const reach = (Math.min(sourceWidths[n]!, sourceWidths[n + 1]!) / sourceTotal) * width * REACH;
    const from = afterWords(units, cuts.at(-1) ?? 0, 1);
    const to = beforeWords(units, units.length, parts - 1 - n);
    cuts.push(nearest(units, ends, ideal, reach, from, to));
  }
  return [...cuts, units.length].map((end, n) => units.slice(cuts[n - 1] ?? 0, end));
}

function hasWord({ text }: Unit): boolean {
  return WORD.test(text);
}

/** The first index after `count` words from `at` on. */
function afterWords(units: readonly Unit[], at: number, count: number): number {
  let left = count;
  let index = at;
  while (left > 0) if (hasWord(units[index++]!)) left--;
  return index;
}

/** The last index with `count` words after it. */
function beforeWords(units: readonly Unit[], at: number, count: number): number {
  let left = count;
  let index = at;
  while (left > 0) if (hasWord(units[--index]!)) left--;
  return index;
}

/** The cut in `[from, to]` nearest to `ideal`; `at` cuts before the unit at that index. */
function nearest(
  units: readonly Unit[],
  ends: readonly number[],
  ideal: number,
  reach: number,
  from: number,
  to: number,
): number {
  let best = { at: from, cost: Infinity };
  for (let at = from; at <= to; at++) {
    const distance = Math.abs(ends[at - 1]! - ideal);
    if (distance > best.cost + reach) break;
    const cost = distance <= reach && endsInPause(units[at - 1]!.text) ? distance - reach : distance;
    if (cost < best.cost) best = { at, cost };
  }
  return best.at;
}
