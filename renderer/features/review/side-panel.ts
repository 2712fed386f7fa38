import { computed, ref, watch } from 'vue';
import type { WritableComputedRef } from 'vue';
import { remembered } from '../../lib/remembered.ts';

/** After this many segments in a row without anything to show, a panel that opened by itself closes. */
const EMPTY_SEGMENTS = 3;

/** Pixels of height, as at 200 % of 1280 × 800, in which only segments have room. */
const LOW = 460;

/**
 * Whether the side panel of Review is open. It opens by itself at the first segment for which it has something,
 * unless the user has closed it, here or in an earlier window; it stays open at the next segments, since rows
 * that become wider and narrower cannot be read.
 */
export function useSidePanel({
  has,
  segment,
}: {
  /** Whether there is something to show for the current segment. */
  has: () => boolean;
  /** The index of the current segment; -1 if there is none, as between two documents. */
  segment: () => number;
}): WritableComputedRef<boolean> {
  const opensItself = remembered<boolean>(
    'side-panel',
    true,
    (value): value is boolean => typeof value === 'boolean',
  );
  const isOpen = ref(false);
  /** Opened by the user, so that it does not close by itself. */
  let isWanted = false;
  let empty = 0;

  watch(has, (now) => {
    if (!now) return;
    empty = 0;
    if (opensItself.value && window.innerHeight > LOW) isOpen.value = true;
  });
  watch(segment, (index) => {
    empty += 1;
    const isOver = index === -1 || empty > EMPTY_SEGMENTS;
    if (isOver && !has() && !isWanted) isOpen.value = false;
  });
  return computed({
    get: () => isOpen.value,
    set(open) {
      isOpen.value = open;
      isWanted = open;
      opensItself.value = open;
    },
  });
}
