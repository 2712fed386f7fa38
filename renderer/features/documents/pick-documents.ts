import { DOCUMENT_EXTENSIONS } from '../../../service/contract/formats.ts';
import { PACKAGE_TYPES } from '../../lib/is-package.ts';
import { useUploads } from '../../stores/uploads.ts';

/** The accepted file types. */
export const DOCUMENT_TYPES = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Referenced here: a detached field without a reference may be collected before its event. */
let field: HTMLInputElement | undefined;

/**
 * Opens the file chooser from any view, and shows the chosen documents. Browsers allow it only in response to
 * a click or a key.
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
  input.accept = `${DOCUMENT_TYPES},${PACKAGE_TYPES}`;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    // Otherwise choosing the same file again would not be a change.
    input.value = '';
    if (files.length === 0) return;
    useUploads().add(files);
    window.location.hash = 'documents';
  });
  return input;
}
