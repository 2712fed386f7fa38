import { missingTerms } from '../text/glossary.ts';
import type { Glossary } from '../text/glossary.ts';
import { applyCorrections } from './apply.ts';
import type { Corrected, FindCorrections } from './apply.ts';
import { wordsOf } from './words.ts';

export interface Answer {
  /** Coded texts. */
  readonly source: string;
  readonly answer: string;
  /** Target language. */
  readonly to: string;
  readonly glossary: Glossary;
  /** See scan. */
  readonly syntaxes?: readonly string[] | undefined;
}

/** An engine's answer with the corrections that fit it. None of them may take out a glossary term. */
export function correctAnswer(
  { source, answer, to, glossary, syntaxes }: Answer,
  find: FindCorrections,
): Corrected {
  const corrected = applyCorrections(wordsOf(source, syntaxes), wordsOf(answer, syntaxes), find);
  if (corrected.changes.length === 0 || glossary.size === 0) return corrected;
  const missing = (target: string): number => missingTerms(source, target, glossary, to).length;
  return missing(corrected.text) > missing(answer) ? { text: answer, changes: [] } : corrected;
}
