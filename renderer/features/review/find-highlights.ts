import { onBeforeUnmount, watch } from 'vue';
import type { Match } from '../../lib/find.ts';
import type { ReviewFound } from '../../stores/review.ts';

/** Names of `::highlight()` in the style sheet. */
const ALL = 'found';
const CURRENT = 'found-current';

/** Highlights matches over the texts of the rendered rows, without changing the page. */
export function useFindHighlights(
  find: ReviewFound,
  rows: () => { indexes: readonly number[]; elementOf: (index: number) => Element | undefined },
): { paint: () => void } {
  let paints = 0;

  async function show(): Promise<void> {
    const paint = ++paints;
    const { indexes, elementOf } = rows();
    const matches = find.found === undefined ? [] : await find.matchesOf(indexes);
    if (paint !== paints) return;
    const ranges: Range[] = [];
    const current: Range[] = [];
    for (const { index, source, target, notes } of matches) {
      const row = elementOf(index);
      const parts = [
        { place: 'source', matches: source, element: row?.querySelector('.source .text') },
        { place: 'target', matches: target, element: row?.querySelector('[role="textbox"]') },
      ] as const;
      const found = [
        ...parts.map(({ place, matches: own, element }) => ({ place, found: rangesOf(element, own) })),
        {
          place: 'notes' as const,
          found: notes.flatMap((own, at) => rangesOf(row?.querySelector(`[data-note="${at}"]`), own)),
        },
      ];
      const { current: at } = find;
      for (const { place, found: own } of found) {
        for (const [n, range] of own.entries()) {
          const isCurrent = at?.index === index && at.place === place && at.n === n;
          if (range) (isCurrent ? current : ranges).push(range);
        }
      }
    }
    CSS.highlights.set(ALL, new Highlight(...ranges));
    CSS.highlights.set(CURRENT, new Highlight(...current));
  }

  let frame = 0;
  /** Once per frame, when rows were added or changed. */
  function paint(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => void show());
  }
  watch(() => [find.found, find.ordinal], paint);
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    paints += 1;
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  });
  return { paint };
}

/** As `rangesIn`; if the element is not shown, none of them has a range. */
function rangesOf(element: Element | null | undefined, matches: readonly Match[]): (Range | undefined)[] {
  return element ? rangesIn(element, matches) : matches.map(() => undefined);
}

/**
 * The ranges of the matches in an element whose text nodes and line breaks are the searched text; undefined
 * for a match that is gone.
 */
export function rangesIn(element: Element, matches: readonly Match[]): (Range | undefined)[] {
  const pieces: { node: Node; start: number; length: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let length = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) pieces.push({ node, start: length, length: node.data.length });
    else if (!(node instanceof HTMLBRElement)) continue;
    length += node instanceof Text ? node.data.length : 1;
  }
  const pointAt = (offset: number, isEnd: boolean) => {
    const piece = isEnd
      ? pieces.find((one) => offset > one.start && offset <= one.start + one.length)
      : pieces.find((one) => offset >= one.start && offset < one.start + one.length);
    return piece && { node: piece.node, offset: offset - piece.start };
  };
  return matches.map((match) => {
    const [start, end] = [pointAt(match.start, false), pointAt(match.end, true)];
    if (!start || !end) return undefined;
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    return range;
  });
}
