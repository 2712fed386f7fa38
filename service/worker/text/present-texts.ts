import { fuzzyMatch, presentFlags } from '../../records/stored-flags.ts';
import { plainText } from '../../text/codes.ts';
import type { TextsTask, TranslatedTexts } from '../document-port.ts';
import { flagWarnings } from '../flag-warnings.ts';
import { examineTexts, writeTexts } from './examine-texts.ts';
import type { FinishedText } from './segment-texts.ts';

/** Texts that are translated at once, and the targets of those that an engine was asked for, in order. */
export interface PresentTask {
  segments: TextsTask['segments'];
  fragments?: TextsTask['fragments'];
  targets: readonly FinishedText[];
}

/** Whether an engine is asked for a text: not for copied texts, nor for those known to the memory. */
export function isAsked({ copy, known }: TextsTask['segments'][number]): boolean {
  return !copy && known === undefined;
}

/** The answer to texts translated at once: plain, or with their markup. */
export function presentTexts({ segments, fragments, targets }: PresentTask): TranslatedTexts {
  const left = targets.values();
  const finished = segments.map((segment): FinishedText => {
    const { text, known } = segment;
    const found = isAsked(segment) ? left.next().value : undefined;
    if (found) return found;
    if (known === undefined) return { text, origin: 'copied', flags: [] };
    return { text: known.target, origin: 'memory', flags: known.isFuzzy ? [fuzzyMatch()] : [] };
  });
  const shown = fragments
    ? withMarkup(fragments, finished)
    : finished.map(({ text, ...rest }) => ({ text: plainText(text), ...rest }));
  return {
    segments: shown.map(({ flags, ...rest }) => ({ ...rest, flags: presentFlags(flags) })),
    warnings: flagWarnings(targets.map(({ text, flags }, i) => ({ i, t: text, f: flags }))),
  };
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
