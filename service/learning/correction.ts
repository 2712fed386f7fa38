/** What a translator has changed in the same way: exact spellings, see phraseOf. */
export interface Phrases {
  readonly source: string;
  readonly engine: string;
  /** May be empty: the engine's words are taken out. */
  readonly human: string;
}

export type Verdict = 'good' | 'kept' | 'other';

/** Sums over the confirmed segments in which source and engine phrase occur. */
export interface Trials {
  /** The translator has exactly the human phrase there. */
  readonly good: number;
  /** The engine's phrase was kept. */
  readonly kept: number;
  readonly other: number;
  /** Letters of typing that the correction would have saved. */
  readonly gain: number;
  /** Whether one side has only frequent words, which are translated in many ways. */
  readonly isFrequent: boolean;
}

/** `auto`: by its trials. `always` and `refused`: said by the translator. */
export type CorrectionState = 'auto' | 'always' | 'refused';

export interface Correction extends Phrases, Trials {
  readonly id: number;
  readonly state: CorrectionState;
}

const MIN_GOOD = 3;
const MIN_GOOD_FREQUENT = 4;
const MIN_GOOD_SHARE = 1 / 2;
/** Of ten words kept, one would be too many in a text of many hands: measured in test/learning/replay.long.test.ts. */
const MAX_KEPT_SHARE = 0.05;

/** Whether it is applied by itself; with `offered`, whether it is offered: after the second equal edit. */
export function isActive(correction: Trials & { state: CorrectionState }, offered = false): boolean {
  const { good, kept, gain, state, isFrequent } = correction;
  if (state !== 'auto') return state === 'always';
  const trials = trialsOf(correction);
  const least = (isFrequent ? MIN_GOOD_FREQUENT : MIN_GOOD) - Number(offered);
  return good >= least && good >= MIN_GOOD_SHARE * trials && kept <= MAX_KEPT_SHARE * trials && gain > 0;
}

export function trialsOf({ good, kept, other }: Pick<Trials, 'good' | 'kept' | 'other'>): number {
  return good + kept + other;
}
