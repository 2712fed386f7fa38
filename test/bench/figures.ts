import { median, time } from '../support/figures.ts';

/** Milliseconds, or what `what` says. */
export interface Figures {
  ours: number;
  other: number;
  ratio: number;
}

/** A line of the table. */
export interface Row extends Figures {
  what: string;
  aim: string;
}

/** The medians of both sides, and the median of the ratios pair by pair, which holds when the machine's speed drifts. */
export function figuresOf(pairs: readonly (readonly [ours: number, other: number])[]): Figures {
  return {
    ours: median(pairs.map(([ours]) => ours)),
    other: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([ours, other]) => ours / other)),
  };
}

/** Runs `ours` and `other` in turn, A B A B …, after one warm-up each. */
export async function sideBySide(
  rounds: number,
  ours: () => unknown,
  other: () => unknown,
): Promise<Figures> {
  await ours();
  await other();
  const pairs: [number, number][] = [];
  for (let i = 0; i < rounds; i++) pairs.push([await time(ours), await time(other)]);
  return figuresOf(pairs);
}
