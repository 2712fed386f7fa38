import { onBeforeUnmount, onMounted } from 'vue';
import { openDialog } from './open-dialog.ts';

/**
 * Shows a `<dialog>` as a modal one while its component is there; when it goes, the focus is back where it
 * was. `onClose` is for its `close` event, which comes a moment after the closing: by then another may be
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
