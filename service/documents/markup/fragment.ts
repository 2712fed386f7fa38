import type { ExtractedSegment, Targets } from '../format.ts';
import { applyEdits } from '../shared/spans.ts';
import { writeSpans } from '../spans/write-spans.ts';
import { readMarkup } from './read-markup.ts';
import type { MarkupOptions } from './read-markup.ts';

/** A text with markup in an API's request: a page, a paragraph, or half a sentence. */
export interface MarkupFragment {
  /** Its texts, in order; empty if the whole text has no words. */
  readonly segments: readonly ExtractedSegment[];
  /**
   * The text with its translations; `targets[i]` is coded text, or null to keep segment `i`. Each tag of the
   * source occurs once, nested as before. `kept`: indexes of texts that keep their source, since their
   * translation would have broken the markup.
   */
  write(targets: Targets): { readonly text: string; readonly kept: readonly number[] };
}

/** HTML by default; `{ isXml: true, vocabulary: 'none' }` for XML of any kind. */
export function readFragment(text: string, asked: MarkupOptions = {}): MarkupFragment {
  const options = { keepsAllPairs: true, ...asked };
  const markup = readMarkup(text, options);
  const spans = [...markup.spans()];
  return {
    segments: spans.map(({ segment }) => segment),
    write(targets) {
      const { edits, kept } = writeSpans(text, spans, targets, (written) =>
        readMarkup(written, { ...options, holdsCode: markup.holdsCode }).spans(),
      );
      return { text: applyEdits(text, edits), kept };
    },
  };
}
