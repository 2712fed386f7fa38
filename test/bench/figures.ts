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

/**
 * The medians of both sides, and the median of the ratios pair by pair, which holds when the machine's speed
 * drifts.
 */
export function figuresOf(pairs: readonly (readonly [ours: number, other: number])[]): Figures {
  return {
    ours: median(pairs.map(([ours]) => ours)),
    other: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([ours, other]) => ours / other)),
  };
}

/**
 * Runs `ours` and `other` in pairs, A B, B A, A B …, after one warm-up each: neither is always the one that
 * comes second.
 */
export async function sideBySide(
  rounds: number,
  ours: () => unknown,
  other: () => unknown,
): Promise<Figures> {
  await ours();
  await other();
  const pairs: [number, number][] = [];
  for (let i = 0; i < rounds; i++) {
    if (i % 2 === 0) pairs.push([await time(ours), await time(other)]);
    else {
      const second = await time(other);
      pairs.push([await time(ours), second]);
    }
  }
  return figuresOf(pairs);
}
