import type { Job } from '../../service/contract/index.ts';
import { isNotFound } from '../api/errors.ts';
import { readSegments } from '../api/jobs.ts';
import { ownFlags } from '../lib/grammar.ts';
import type { Translated } from '../lib/batch-row.ts';

/** The segments of a batch, of all its parts that have some, in order; undefined if there are none, or a request failed. */
export async function segmentsOfJobs(
  parts: readonly Job[],
  note: (error: unknown) => void,
): Promise<(Translated & { id: string })[] | undefined> {
  const segments = [];
  for (const part of parts) {
    try {
      for (const { id = '', text, translated_text: target, flags } of await readSegments(
        part,
        part.segment_count,
      ))
        if (target !== null) segments.push({ id, source: text, target, flags: ownFlags(flags) });
    } catch (error) {
      note(error);
      // Deleted elsewhere.
      if (!isNotFound(error)) return undefined;
    }
  }
  return segments.length > 0 ? segments : undefined;
}
