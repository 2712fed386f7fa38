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

/** What is wrong with a code of a target, in one sentence. */
export function problemWords({ kind, number }: CodeProblem, t: Words['t']): string {
  return t(PROBLEMS[kind], { n: number });
}
