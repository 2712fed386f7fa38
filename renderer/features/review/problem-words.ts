import type { CodeProblem } from '../../lib/coded.ts';
import type { Words } from '../../i18n/words.ts';

const PROBLEMS = {
  noStart: 'review.codeNoStart',
  noEnd: 'review.codeNoEnd',
  missing: 'review.codeMissing',
  order: 'review.codeOrder',
  twice: 'review.codeTwice',
  unknown: 'review.codeUnknown',
} as const;

/** One sentence about a misplaced, missing or unknown code of a target. */
export function problemWords({ kind, number }: CodeProblem, t: Words['t']): string {
  return t(PROBLEMS[kind], { n: number });
}
