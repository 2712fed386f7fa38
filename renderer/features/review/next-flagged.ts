import type { SegmentResource } from '../../../service/contract/index.ts';

/**
 * The list position of the next segment that needs attention, before or after the one with index `from`,
 * which need not be in the list; wraps around once. Undefined if there is none.
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
