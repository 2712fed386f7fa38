import type { SegmentResource } from '../../../service/contract/index.ts';

/**
 * The place in the list of the next segment that wants a look, before or after the one with the index `from`,
 * which need not be in the list; once around. Undefined if there is none.
 */
export function flaggedFrom(
  segments: readonly Pick<SegmentResource, 'index' | 'flags'>[],
  from: number,
  step: 1 | -1,
): number | undefined {
  const flagged = segments.filter(({ flags }) => flags.some(({ code }) => code !== 'edited'));
  if (step < 0) flagged.reverse();
  const next = flagged.find(({ index }) => (index - from) * step > 0) ?? flagged[0];
  return next && segments.indexOf(next);
}
