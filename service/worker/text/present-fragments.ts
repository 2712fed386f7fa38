import type { TextsTask, TranslatedTexts } from '../document-port.ts';
import { examineFragments, writeTexts } from './examine-fragments.ts';
import { answerOf, finishedTexts } from './present-texts.ts';
import type { PresentTask } from './present-texts.ts';
import type { FinishedText } from './segment-texts.ts';

type Fragments = NonNullable<TextsTask['fragments']>;

/** The answer to texts with markup that are translated at once. */
export function presentFragments(fragments: Fragments, task: PresentTask): TranslatedTexts {
  return answerOf(withMarkup(fragments, finishedTexts(task)), task.targets);
}

/** For each text with markup, the result of its segments. */
function withMarkup({ texts, markup }: Fragments, finished: readonly FinishedText[]): FinishedText[] {
  const { sizes } = examineFragments(texts, markup);
  const targets = finished.map(({ text, origin }) => (origin === 'copied' ? null : text));
  let next = 0;
  return writeTexts(texts, markup, targets).map((text, index) => {
    const own = finished.slice(next, (next += sizes[index]!.segments));
    const origin =
      (['engine', 'memory'] as const).find((one) => own.some((segment) => segment.origin === one)) ??
      'copied';
    return { text, origin, flags: own.flatMap(({ flags }) => flags) };
  });
}
