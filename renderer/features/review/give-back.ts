import { nextTick, watch } from 'vue';

/**
 * Returns the focus to the segment when a panel or message above the rows closes that had it. A focus elsewhere
 * stays there. `shown`: the panels and messages above the rows; `giveBack` focuses the segment.
 */
export function useGiveBack(
  shown: () => unknown[],
  giveBack: () => void,
): { noteEnter: () => void; noteLeave: (event: FocusEvent) => void } {
  let isInside = false;
  watch(shown, async () => {
    await nextTick();
    if (!isInside || document.activeElement !== document.body) return;
    isInside = false;
    giveBack();
  });
  return {
    noteEnter: () => {
      isInside = true;
    },
    // An element that vanishes leaves the focus to nobody.
    noteLeave: ({ relatedTarget }) => {
      if (relatedTarget !== null) isInside = false;
    },
  };
}
