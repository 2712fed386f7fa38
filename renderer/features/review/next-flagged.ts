import type { SegmentResource } from '../../../service/contract/index.ts';

/** The place of the next segment that wants a look, before or after `from`, once around; undefined where there is none. */
export function flaggedFrom(
  segments: readonly Pick<SegmentResource, 'flags'>[],
  from: number,
  step: 1 | -1,
): number | undefined {
  const count = segments.length;
  const start = from < 0 && step < 0 ? count : from;
  for (let distance = 1; distance <= count; distance++) {
    const at = (((start + step * distance) % count) + count) % count;
    if (segments[at]?.flags.some(({ code }) => code !== 'edited')) return at;
  }
  return undefined;
}
