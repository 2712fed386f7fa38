import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual';
import { computed, nextTick, shallowRef, watch } from 'vue';
import type { ComputedRef, Ref } from 'vue';

export type RowKey = number | string;

/** The attributes by which a `tr` is found, measured and numbered. */
export interface RowAttrs {
  readonly 'data-row': RowKey;
  readonly 'data-index': number;
  readonly 'aria-rowindex': number;
}

export interface TableActions {
  /** Scrolls to a row and focuses the first match of the selector in it, or else the table. */
  focus(index: number, selector: string): Promise<void>;
  /** Scrolls to a row; the focus stays. */
  show(index: number): Promise<void>;
}

/** A rendered row, and the height in pixels of the rows omitted between it and the previous one. */
export interface RenderedRow {
  readonly index: number;
  readonly gap: number;
}

export interface VirtualRows {
  readonly rendered: ComputedRef<readonly RenderedRow[]>;
  /** The height in pixels of the rows omitted at the end. */
  readonly rest: ComputedRef<number>;
  /** Renders a row and scrolls it into view. */
  readonly reveal: (index: number) => Promise<HTMLElement | undefined>;
}

/** Rows rendered beyond each edge of the view. */
const OVERSCAN = 12;

/** Frames within which a row is rendered, at the latest. */
const LAYOUT_FRAMES = 30;

/**
 * Renders the visible rows of a long list, and the focused one, so that typing can go on in a row that is
 * scrolled away. Rows may have any height: each element with a `data-row` in the scroller is measured.
 * `margin`: the height in pixels of the content that scrolls above the rows.
 */
export function useVirtualRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  current: () => readonly RowKey[],
  estimate: () => number,
  margin: () => number = () => 0,
): VirtualRows {
  /**
   * Keeps its identity while the keys are the same: a new one makes the virtualizer place every row again.
   */
  const keys = computed((before?: readonly RowKey[]): readonly RowKey[] => {
    const now = current();
    return before?.length === now.length && before.every((key, index) => key === now[index]) ? before : now;
  });
  /** The row that is always rendered: the focused one, or the one about to be. */
  const pinned = shallowRef<RowKey>();

  const virtualizer = useVirtualizer(
    computed(() => {
      const list = keys.value;
      const pinnedIndex = pinned.value === undefined ? -1 : list.indexOf(pinned.value);
      return {
        count: list.length,
        getScrollElement: () => scroller.value,
        estimateSize: estimate,
        overscan: OVERSCAN,
        scrollMargin: margin(),
        getItemKey: (index: number) => list[index] ?? index,
        rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
          const indexes = defaultRangeExtractor(range);
          if (pinnedIndex === -1 || indexes.includes(pinnedIndex)) return indexes;
          return [...indexes, pinnedIndex].sort((a, b) => a - b);
        },
      };
    }),
  );

  const rendered = computed(() => {
    let end = margin();
    return virtualizer.value
      .getVirtualItems()
      .filter(({ index }) => index < keys.value.length)
      .map((item) => {
        const gap = item.start - end;
        end = item.end;
        return { index: item.index, gap };
      });
  });
  const rest = computed(() => {
    const last = virtualizer.value.getVirtualItems().at(-1);
    return Math.max(0, virtualizer.value.getTotalSize() + margin() - (last?.end ?? margin()));
  });

  const rowOf = (key: RowKey): HTMLElement | undefined =>
    scroller.value?.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(key))}"]`) ?? undefined;

  function measure(): void {
    for (const row of scroller.value?.querySelectorAll('[data-row]') ?? [])
      virtualizer.value.measureElement(row);
    // Forgets elements that have left the page.
    virtualizer.value.measureElement(null);
  }
  watch([rendered, keys], measure, { flush: 'post', immediate: true });

  function pin({ target }: FocusEvent): void {
    const index = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'];
    pinned.value = index === undefined ? undefined : keys.value[Number(index)];
  }
  watch(
    scroller,
    (element, _before, onCleanup) => {
      element?.addEventListener('focusin', pin);
      onCleanup(() => element?.removeEventListener('focusin', pin));
    },
    { immediate: true },
  );

  /** A table that was just shown has no height, and so no rows, until the browser has laid it out. */
  async function rendering(key: RowKey): Promise<HTMLElement | undefined> {
    for (let frame = 0; frame < LAYOUT_FRAMES && rowOf(key) === undefined; frame += 1) {
      if (!scroller.value || !keys.value.includes(key)) return undefined;
      await new Promise(requestAnimationFrame);
    }
    return rowOf(key);
  }

  return {
    rendered,
    rest,
    async reveal(index) {
      // The list may have changed in this very tick.
      await nextTick();
      const key = keys.value[index];
      if (key === undefined) return undefined;
      const isNear = rowOf(key) !== undefined;
      pinned.value = key;
      await nextTick();
      const row = await rendering(key);
      // From afar to the middle: rows above it get their real heights only once they are rendered.
      row?.scrollIntoView({ block: isNear ? 'nearest' : 'center' });
      return row;
    },
  };
}
