import { onBeforeUnmount } from 'vue';
import { termRanges } from '../../lib/offers.ts';
import { rangesIn } from './find-highlights.ts';

/** Names of `::highlight()` in the style sheet. */
const TERM = 'term';
const MISSING = 'term-missing';

interface TermRow {
  /** Their readable form. */
  readonly source: string;
  readonly target: string;
  readonly element: Element | null | undefined;
}

/**
 * Underlines glossary terms in the sources of the rendered rows; differently if their translation is missing.
 */
export function useTermHighlights(
  rows: () => readonly TermRow[],
  entries: () => readonly { term: string; translation: string }[],
): { paintTerms: () => void } {
  let frame = 0;
  function show(): void {
    const ranges: Range[] = [];
    const missing: Range[] = [];
    const terms = entries();
    for (const { source, target, element } of terms.length > 0 ? rows() : []) {
      const found = termRanges(source, terms);
      if (!element || found.length === 0) continue;
      const lower = target.toLowerCase();
      const places = rangesIn(element, found);
      for (const [n, { translation }] of found.entries()) {
        const range = places[n];
        if (range) (lower.includes(translation.toLowerCase()) ? ranges : missing).push(range);
      }
    }
    CSS.highlights.set(TERM, new Highlight(...ranges));
    CSS.highlights.set(MISSING, new Highlight(...missing));
  }
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    CSS.highlights.delete(TERM);
    CSS.highlights.delete(MISSING);
  });
  return {
    paintTerms() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
    },
  };
}
