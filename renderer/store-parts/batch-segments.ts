import type { Job } from '../../service/contract/index.ts';

/**
 * The segments of a batch, of all its parts that have some, in order; undefined if there are none, or
or a request failed.
 */
export async function segmentsOfJobs(
  parts: readonly Job[],
  adopt: (job: Job) => Promise<Job | 'gone' | undefined>,
): Promise<{ id: string; source: string; target: string }[] | undefined> {
  const segments = [];
  for (const part of parts) {
    const full = part.segments ? part : await adopt(part);
    if (full === undefined) return undefined;
    if (full === 'gone') continue;
    for (const { id = '', text, translated_text: target } of full.segments ?? [])
      segments.push({ id, source: text, target });
  }
  return segments.length > 0 ? segments : undefined;
}
