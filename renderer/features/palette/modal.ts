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
  onMounted(() => {
    isThere = true;
    element()?.showModal();
  });
  onBeforeUnmount(() => {
    isThere = false;
    element()?.close();
  });
  const onClose = (): void => {
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
