import type { Word } from './words.ts';

/** A step from one text to the other: both words, or one that the other text lacks (-1). */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly isSame: boolean;
}

const OTHER = 1.15;
const RELATED = 0.7;
const UNLIKE = 1.7;
/** Letters at the beginning of two forms of one word. */
const STEM = 4;

/** The cheapest steps that turn the words of one text into those of another. Quadratic. */
export function align(from: readonly Word[], to: readonly Word[]): Step[] {
  const width = to.length + 1;
  const costs = new Float32Array((from.length + 1) * width);
  for (let j = 1; j < width; j++) costs[j] = j;
  for (let i = 1; i <= from.length; i++) {
    costs[i * width] = i;
    for (let j = 1; j < width; j++) {
      costs[i * width + j] = Math.min(
        costs[(i - 1) * width + j - 1]! + difference(from[i - 1]!, to[j - 1]!),
        costs[(i - 1) * width + j]! + 1,
        costs[i * width + j - 1]! + 1,
      );
    }
  }
  return stepsThrough(costs, from, to);
}

/** From the end: a changed word rather than one removed and one added. */
function stepsThrough(costs: Float32Array, from: readonly Word[], to: readonly Word[]): Step[] {
  const width = to.length + 1;
  const steps: Step[] = [];
  let [i, j] = [from.length, to.length];
  const isCheapest = (before: number, cost: number): boolean =>
    Math.abs(before + cost - costs[i * width + j]!) < 1e-3;
  while (i > 0 || j > 0) {
    const cost = i > 0 && j > 0 ? difference(from[i - 1]!, to[j - 1]!) : Infinity;
    if (i > 0 && j > 0 && isCheapest(costs[(i - 1) * width + j - 1]!, cost))
      steps.push({ from: --i, to: --j, isSame: cost === 0 });
    else if (i > 0 && isCheapest(costs[(i - 1) * width + j]!, 1))
      steps.push({ from: --i, to: -1, isSame: false });
    else steps.push({ from: -1, to: --j, isSame: false });
  }
  return steps.reverse();
}

function difference(one: Word, other: Word): number {
  if (one.form === other.form) return 0;
  if (one.kind !== other.kind) return UNLIKE;
  if (one.kind === 'held') return UNLIKE;
  return isRelated(one.form, other.form) ? RELATED : OTHER;
}

function isRelated(one: string, other: string): boolean {
  return (
    one.length >= STEM &&
    other.length >= STEM &&
    one.slice(0, STEM).toLowerCase() === other.slice(0, STEM).toLowerCase()
  );
}

/** A share of the words: 0 where both texts are the same, at most 1. */
export function editRate(steps: readonly Step[], words: number): number {
  const changed = steps.filter(({ isSame }) => !isSame).length;
  return words === 0 ? Number(changed > 0) : Math.min(1, changed / words);
}
