import type { Change, PageWords, SentenceState } from './messages.ts';
import type { Piece } from './walk.ts';

/** The sentences of a drawn page: their places, states and the one that is current. */
export interface Places {
  setState(segment: number, state: SentenceState): void;
  change(change: Change): void;
  /** Outlines the sentence of a row and brings it into view. */
  setCurrent(segment: number | undefined): void;
  /** The element of the current sentence, or of the first one. */
  focusable(): HTMLElement | undefined;
  /** The sentence `by` sentences further on; Infinity: the last one. */
  step(from: Element | null, by: number): HTMLElement | undefined;
  /** Where the current sentence is in the window, to put the page back to it. */
  offset(): number | undefined;
  scrollTo(offset: number): void;
}

export interface PlacesOptions {
  readonly words: PageWords;
  readonly states: readonly SentenceState[];
  /** Marked pieces of each segment. */
  readonly pieces: readonly number[];
}

export function createPlaces(found: readonly Piece[], { words, states, pieces }: PlacesOptions): Places {
  const bySegment = new Map<number, Piece[]>();
  for (const piece of found) {
    const own = bySegment.get(piece.segment);
    if (own) own.push(piece);
    else bySegment.set(piece.segment, [piece]);
  }
  const stateOf = new Map<number, SentenceState>();
  /** The first element of each place, which is what gets the focus. */
  const heads: HTMLElement[] = [];
  const headOf = new Map<Element, HTMLElement>();
  let current: number | undefined;
  let tabbed: HTMLElement | undefined;

  const spansOf = (segment: number): HTMLElement[] =>
    (bySegment.get(segment) ?? []).flatMap((piece) => [...piece.spans]);
  /** A place is a run of pieces of one segment, at most as many as it has. */
  let last: { segment: number; left: number } | undefined;
  for (const { segment, spans } of found) {
    const begins = last?.segment !== segment || last.left === 0;
    last = begins
      ? { segment, left: Math.max(1, pieces[segment] ?? 1) - 1 }
      : { segment, left: last!.left - 1 };
    if (begins) heads.push(spans[0]!);
    for (const span of spans) headOf.set(span, heads.at(-1)!);
  }
  const describe = (head: HTMLElement): void => {
    const segment = Number(head.dataset['segment']);
    head.setAttribute(
      'aria-description',
      words.place
        .replace('{row}', String(segment + 1))
        .replace('{state}', words.states[stateOf.get(segment) ?? 'open']),
    );
  };
  const makeTabbed = (head: HTMLElement | undefined): void => {
    tabbed?.removeAttribute('tabindex');
    tabbed = head;
    if (!head) return;
    head.tabIndex = 0;
    describe(head);
  };
  const places: Places = {
    setState(segment, state) {
      stateOf.set(segment, state);
      for (const span of spansOf(segment)) span.dataset['state'] = state;
      if (tabbed && Number(tabbed.dataset['segment']) === segment) describe(tabbed);
    },
    change({ segment, pieces: texts, inPlace }) {
      const own = bySegment.get(segment) ?? [];
      const isInPlace = inPlace && texts.length > 0 && own.length % texts.length === 0;
      for (const [n, { spans }] of own.entries()) {
        const text = isInPlace
          ? texts[n % texts.length]!
          : n % Math.max(1, pieces[segment] ?? 1) === 0
            ? texts.join('')
            : '';
        for (const [at, span] of spans.entries()) {
          const next = at === 0 ? text : '';
          if (span.textContent !== next) span.textContent = next;
        }
      }
    },
    setCurrent(segment) {
      if (current !== undefined) {
        for (const span of spansOf(current)) {
          delete span.dataset['current'];
          span.removeAttribute('aria-current');
        }
      }
      current = segment;
      const spans = segment === undefined ? [] : spansOf(segment);
      for (const span of spans) span.dataset['current'] = '';
      const [head] = spans;
      if (!head) return;
      head.setAttribute('aria-current', 'true');
      makeTabbed(head);
      if (!isInView(head)) head.scrollIntoView({ block: 'center', inline: 'nearest' });
    },
    focusable: () => tabbed ?? heads[0],
    step(from, by) {
      const at = heads.indexOf(headOf.get(from ?? document.body) ?? tabbed ?? heads[0]!);
      const next = heads[Math.max(0, Math.min(heads.length - 1, at + by))];
      makeTabbed(next);
      return next;
    },
    offset: () => (current === undefined ? undefined : spansOf(current)[0]?.getBoundingClientRect().top),
    scrollTo(offset) {
      const top = places.offset();
      if (top !== undefined) window.scrollBy(0, top - offset);
    },
  };
  for (const segment of bySegment.keys()) places.setState(segment, states[segment] ?? 'open');
  makeTabbed(heads[0]);
  return places;
}

function isInView(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight && right > 0 && left < window.innerWidth;
}
