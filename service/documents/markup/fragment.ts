import type { ExtractedSegment, Targets } from '../format.ts';
import { applyEdits } from '../shared/spans.ts';
import { writeSpans } from '../spans/write-spans.ts';
import { readMarkup } from './read-markup.ts';
import type { MarkupOptions } from './read-markup.ts';

/** A text with markup, as an API takes it: a page, a paragraph, or half a sentence. */
export interface MarkupFragment {
  /** Its texts, in order; the text as a whole has none where it holds no words. */
  readonly segments: readonly ExtractedSegment[];
  /**
   * The text with translations in place of its texts; `targets[i]` is coded text, or null where segment `i`
   * stays. Each tag of the source is there once, and they nest as before. `restored` counts texts that stay
   * as they were, since theirs would have broken the markup.
   */
  write(targets: Targets): { readonly text: string; readonly restored: number };
}

/** HTML by default; `{ isXml: true, vocabulary: 'none' }` for XML of any kind. */
export function readFragment(text: string, asked: MarkupOptions = {}): MarkupFragment {
  const options = { keepsAllPairs: true, ...asked };
  const markup = readMarkup(text, options);
  const spans = [...markup.spans()];
  return {
    segments: spans.map(({ segment }) => segment),
    write(targets) {
      const { edits, restored } = writeSpans(text, spans, targets, (written) =>
        readMarkup(written, { ...options, holdsCode: markup.holdsCode }).spans(),
      );
      return { text: applyEdits(text, edits), restored };
    },
  };
}
