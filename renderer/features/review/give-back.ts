import { nextTick, watch } from 'vue';

/**
 * Gives the focus back to the segment when what had it, a panel or a message above the rows, is closed. Where
 * the focus was elsewhere, it stays there. `shown`: what is above the rows; `giveBack` focuses the segment.
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
