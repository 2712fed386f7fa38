import { onBeforeUnmount, onMounted } from 'vue';
import { openDialog } from './open-dialog.ts';

/**
 * Shows a `<dialog>` as modal while its component is mounted, and restores the focus afterwards. Use
 * `onClose` for its `close` event, which comes a moment after the closing: by then another dialog may be
 * open.
 */
export function useModal(element: () => HTMLDialogElement | null): {
  close: () => void;
  onClose: () => void;
} {
  let isThere = false;
  let caret: Range | undefined;
  onMounted(() => {
    isThere = true;
    const selection = document.getSelection();
    caret = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
    element()?.showModal();
  });
  onBeforeUnmount(() => {
    isThere = false;
    element()?.close();
    giveBack(caret);
  });
  const onClose = (): void => {
    giveBack(caret);
    if (isThere) openDialog(undefined);
  };
  return {
    close() {
      element()?.close();
      onClose();
    },
    onClose,
  };
}

/** A closing dialog gives an editable text the focus, but no caret: keys typed then would be lost. */
function giveBack(caret: Range | undefined): void {
  const [editor, selection] = [document.activeElement, document.getSelection()];
  if (!(editor instanceof HTMLElement) || !editor.isContentEditable || !selection) return;
  if (editor.contains(selection.anchorNode)) return;
  selection.collapse(editor, 0);
  if (!caret || !editor.contains(caret.startContainer)) return;
  selection.removeAllRanges();
  selection.addRange(caret);
}
