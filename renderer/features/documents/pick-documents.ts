import { DOCUMENT_EXTENSIONS } from '../../../service/contract/formats.ts';
import { useUploads } from '../../stores/uploads.ts';

/** The file types that the service takes. */
export const DOCUMENT_TYPES = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Held here: a field that is in no page and that nothing holds may be gone before its answer. */
let field: HTMLInputElement | undefined;

/**
 * Asks for documents from any view, and shows what becomes of them. Only in answer to a click or a key: a
 * browser sees to that.
 */
export function pickDocuments(): void {
  useUploads().warmUp();
  field ??= newField();
  field.click();
}

function newField(): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = DOCUMENT_TYPES;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    // Or the same file chosen again would be no change.
    input.value = '';
    if (files.length === 0) return;
    useUploads().add(files);
    window.location.hash = 'documents';
  });
  return input;
}
