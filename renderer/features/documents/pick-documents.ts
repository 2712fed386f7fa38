import { warmUp } from '../../stores/look-into.ts';
import { useUploads } from '../../stores/uploads.ts';

/** What the service takes. */
export const DOCUMENT_TYPES = '.docx,.xlsx,.csv,.tsv,.txt';

/** Asks for documents from any view, and shows what becomes of them. Only in answer to a click or a key: a browser sees to that. */
export function pickDocuments(): void {
  const uploads = useUploads();
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = DOCUMENT_TYPES;
  input.addEventListener('change', () => {
    if (!input.files || input.files.length === 0) return;
    uploads.add([...input.files]);
    window.location.hash = 'documents';
  });
  warmUp();
  input.click();
}
