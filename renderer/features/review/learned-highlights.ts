import { onBeforeUnmount, onMounted } from 'vue';
import type { SegmentResource } from '../../../service/contract/index.ts';
import { learnedPlaces } from '../../lib/learned.ts';
import { rangesIn } from './find-highlights.ts';
import { becauseWords } from './learned-words.ts';

/** The name of `::highlight()` in the style sheet. */
const LEARNED = 'learned';

interface LearnedRow {
  readonly segment: SegmentResource;
  /** The visible target, coded. */
  readonly shown: string;
  readonly element: Element | null | undefined;
}

/**
 * Underlines learned changes in the targets of the rendered rows, and says why where the pointer rests on one.
 * A text that is being edited has none.
 */
export function useLearnedHighlights(
  rows: () => readonly LearnedRow[],
  job: () => { readonly id: string; readonly coded: boolean },
): { paintLearned: () => void } {
  let frame = 0;
  let painted: { readonly range: Range; readonly element: Element; readonly why: string }[] = [];

  function show(): void {
    const { id, coded } = job();
    painted = rows().flatMap(({ segment, shown, element }) => {
      const { learned = [] } = segment;
      if (!element || learned.length === 0 || shown !== segment.translated_text) return [];
      const places = rangesIn(element, learnedPlaces(segment, coded));
      return learned.flatMap((change, n) => {
        const range = places[n];
        return range ? [{ range, element, why: becauseWords(change, id) }] : [];
      });
    });
    CSS.highlights.set(LEARNED, new Highlight(...painted.map(({ range }) => range)));
  }

  /** A highlight is no element: the text has the title while the pointer is on it. */
  let titled: Element | undefined;
  function look({ clientX, clientY, target }: PointerEvent): void {
    const found = painted.find(
      ({ element, range }) =>
        element.contains(target as Node) &&
        [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
        ),
    );
    if (titled !== found?.element) titled?.removeAttribute('title');
    titled = found?.element;
    if (found) found.element.setAttribute('title', found.why);
  }

  onMounted(() => document.addEventListener('pointermove', look, { passive: true }));
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    document.removeEventListener('pointermove', look);
    CSS.highlights.delete(LEARNED);
  });
  return {
    paintLearned() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
    },
  };
}
