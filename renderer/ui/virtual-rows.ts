import { computed, nextTick, onBeforeUnmount, onMounted, ref, shallowRef, triggerRef, watch } from 'vue';
import type { ComputedRef, Ref } from 'vue';
import { offsetsOf, rowAt } from './row-offsets.ts';

export type RowKey = number | string;

/** What the `tr` of such a row says of itself. */
export interface RowAttrs {
  readonly 'data-row': RowKey;
  readonly 'aria-rowindex': number;
}

/** What can be done in a table of such rows from outside. */
export interface TableActions {
  /** Gives the focus to what the selector finds in a row, which is brought in sight; where there is none, to the table. */
  focus(index: number, selector: string): Promise<void>;
}

/** A row that is in the page, and the height of those left out between it and the one before, in pixels. */
export interface RenderedRow {
  readonly index: number;
  readonly gap: number;
}

export interface VirtualRows {
  readonly rendered: ComputedRef<readonly RenderedRow[]>;
  /** Pixels of the rows left out at the end. */
  readonly rest: ComputedRef<number>;
  /** Scrolls so that a row is in the page and in sight. */
  readonly reveal: (index: number) => Promise<void>;
}

/** Rows that are kept ready beyond each edge of what is in sight. */
const BEYOND = 12;

/**
 * Of a long list only the rows in sight are in the page, and the one with the focus. Rows may be of any height: each element with a
 * `data-row` in the scroller is measured, by its key; what has not been seen yet counts as `estimate` pixels.
 */
export function useVirtualRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  current: () => readonly RowKey[],
  estimate: () => number,
): VirtualRows {
  /** The same list while the same rows are there: what hangs on it is done again for another one only. */
  const keys = computed((before?: readonly RowKey[]): readonly RowKey[] => {
    const now = current();
    return before?.length === now.length && before.every((key, index) => key === now[index]) ? before : now;
  });
  const heights = shallowRef(new Map<string, number>());
  const top = ref(0);
  const height = ref(0);
  const focused = shallowRef<string>();

  const places = computed(() => new Map(keys.value.map((key, index) => [String(key), index])));
  const offsets = computed(() => {
    const all = new Float64Array(keys.value.length).fill(estimate());
    for (const [key, size] of heights.value) {
      const place = places.value.get(key);
      if (place !== undefined) all[place] = size;
    }
    return offsetsOf(all);
  });
  const first = computed(() => Math.max(0, rowAt(offsets.value, top.value) - BEYOND));
  const last = computed(() =>
    Math.min(keys.value.length - 1, rowAt(offsets.value, top.value + height.value) + BEYOND),
  );
  const kept = computed(() => {
    const index = focused.value === undefined ? undefined : places.value.get(focused.value);
    return index !== undefined && (index < first.value || index > last.value) ? index : undefined;
  });
  const rendered = computed(() => {
    const indexes: number[] = [];
    for (let index = first.value; index <= last.value; index++) indexes.push(index);
    if (kept.value !== undefined) {
      if (kept.value < first.value) indexes.unshift(kept.value);
      else indexes.push(kept.value);
    }
    let end = 0;
    return indexes.map((index) => {
      const gap = offsets.value[index]! - end;
      end = offsets.value[index + 1]!;
      return { index, gap };
    });
  });
  const rest = computed(() => {
    const lastShown = rendered.value.at(-1)?.index ?? -1;
    return offsets.value[keys.value.length]! - offsets.value[lastShown + 1]!;
  });

  const observer = new ResizeObserver((entries) => {
    let isChanged = false;
    for (const { target, borderBoxSize } of entries) {
      const key = (target as HTMLElement).dataset['row'];
      const size = borderBoxSize[0]?.blockSize ?? 0;
      if (target === scroller.value) height.value = scroller.value.clientHeight;
      // What has left the page has no height any more.
      else if (key !== undefined && target.isConnected && size > 0 && heightOf(key) !== size) {
        heights.value.set(key, size);
        isChanged = true;
      }
    }
    if (isChanged) triggerRef(heights);
  });

  function heightOf(key: string): number {
    return heights.value.get(key) ?? estimate();
  }

  let observed = new Set<Element>();
  function observe(): void {
    const present = new Set(scroller.value?.querySelectorAll('[data-row]') ?? []);
    for (const element of observed) if (!present.has(element)) observer.unobserve(element);
    for (const element of present) if (!observed.has(element)) observer.observe(element);
    observed = present;
  }

  function follow(): void {
    top.value = scroller.value?.scrollTop ?? 0;
  }
  function noteFocus(event: FocusEvent): void {
    focused.value = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
  }

  onMounted(() => {
    if (!scroller.value) return;
    height.value = scroller.value.clientHeight;
    observer.observe(scroller.value);
    scroller.value.addEventListener('scroll', follow, { passive: true });
    scroller.value.addEventListener('focusin', noteFocus);
  });
  onBeforeUnmount(() => observer.disconnect());
  watch([rendered, keys], observe, { flush: 'post', immediate: true });

  return {
    rendered,
    rest,
    async reveal(index) {
      const view = scroller.value;
      if (!view) return;
      // Rows of a moment ago may not be in the page yet.
      await nextTick();
      const key = keys.value[index];
      if (key === undefined) return;
      const row = `[data-row="${CSS.escape(String(key))}"]`;
      if (!view.querySelector(row)) {
        view.scrollTop = Math.max(0, offsets.value[index]! - height.value / 3);
        follow();
        await nextTick();
      }
      view.querySelector(row)?.scrollIntoView({ block: 'nearest' });
    },
  };
}
