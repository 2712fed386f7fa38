import type { TextsTask, TranslatedTexts } from '../document-port.ts';
import { examineTexts, writeTexts } from './examine-texts.ts';
import { answerOf, finishedTexts, presentPlain } from './present-texts.ts';
import type { PresentTask } from './present-texts.ts';
import type { FinishedText } from './segment-texts.ts';

/** The answer to texts translated at once: plain, or with their markup. */
export function presentTexts(task: PresentTask): TranslatedTexts {
  const { fragments, targets } = task;
  return fragments ? answerOf(withMarkup(fragments, finishedTexts(task)), targets) : presentPlain(task);
}

/** For each text with markup, the result of its segments. */
function withMarkup(
  { texts, markup }: NonNullable<TextsTask['fragments']>,
  finished: readonly FinishedText[],
): FinishedText[] {
  const { sizes } = examineTexts(texts, markup);
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
