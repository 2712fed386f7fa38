import type { ExaminedResource } from '../../service/contract/index.ts';
import { detectLanguage } from '../api/detect.ts';
import { examineDocument } from '../api/examine.ts';
import type { UploadEntry } from './upload-entry.ts';

/** Milliseconds to wait for it; after that the file is sent without. */
const EXAMINE_MS = 30_000;
/** The service unloads its table after ten idle minutes. */
const WARM_MS = 9 * 60_000;

const answers = new WeakMap<File, Map<string, Promise<ExaminedResource | undefined>>>();

/**
 * The service's report on a file; requested once, however many languages it goes into. Undefined if the file
 * cannot be read: the upload then gives the reason.
 */
export function examined({ file, request }: UploadEntry): Promise<ExaminedResource | undefined> {
  const known = answers.get(file) ?? new Map<string, Promise<ExaminedResource | undefined>>();
  answers.set(file, known);
  const asked = JSON.stringify([request.from, request.format_options]);
  const earlier = known.get(asked);
  if (earlier) return earlier;
  const answer = examineDocument(file, request, AbortSignal.timeout(EXAMINE_MS)).catch(() => {
    known.delete(asked);
    return undefined;
  });
  known.set(asked, answer);
  return answer;
}

let warmAt = -Infinity;

/** Makes the service load its table of languages while files are being dragged or chosen. */
export function warmUp(): void {
  if (performance.now() - warmAt < WARM_MS) return;
  warmAt = performance.now();
  detectLanguage('a', AbortSignal.timeout(EXAMINE_MS)).catch(() => undefined);
}
