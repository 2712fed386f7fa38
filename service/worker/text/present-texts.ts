import { fuzzyMatch, presentFlags } from '../../records/stored-flags.ts';
import { plainText } from '../../text/codes.ts';
import type { TextsTask, TranslatedTexts } from '../document-port.ts';
import { flagWarnings } from '../flag-warnings.ts';
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

/** The result of each segment: its target, what the memory knows, or its source. */
export function finishedTexts({ segments, targets }: PresentTask): FinishedText[] {
  const left = targets.values();
  return segments.map((segment): FinishedText => {
    const { text, known } = segment;
    const found = isAsked(segment) ? left.next().value : undefined;
    if (found) return found;
    if (known === undefined) return { text, origin: 'copied', flags: [] };
    const { target, isFuzzy, match, memory } = known;
    return { text: target, origin: 'memory', match, memory, flags: isFuzzy ? [fuzzyMatch()] : [] };
  });
}

/** The answer to plain texts. Linear, and far less work than preparing them. */
export function presentPlain(task: PresentTask): TranslatedTexts {
  return answerOf(
    finishedTexts(task).map(({ text, ...rest }) => ({ text: plainText(text), ...rest })),
    task.targets,
  );
}

/** `shown`: the result of each text as clients read it. */
export function answerOf(shown: readonly FinishedText[], targets: PresentTask['targets']): TranslatedTexts {
  return {
    segments: shown.map(({ flags, ...rest }) => ({ ...rest, flags: presentFlags(flags) })),
    warnings: flagWarnings(targets.map(({ text, flags }, i) => ({ i, t: text, f: flags }))),
  };
}
