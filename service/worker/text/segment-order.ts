import { plainText } from '../../text/codes.ts';
import type { SegmentsTask } from '../document-port.ts';
import type { PagedJob } from './paged-job.ts';

type ByLength = 'shortest' | 'longest';

/** By job and order: pages follow one another, and a job of 20,000 segments takes some milliseconds to sort. */
const known = new WeakMap<PagedJob, Map<ByLength, readonly number[]>>();

/**
 * The indexes of a job's segments in an order; undefined for the document's. Segments that are equal in it stay in the
 * order of the document, and those without a doubt come last.
 */
export function orderOf(
  job: PagedJob,
  { sort = 'document', doubts }: Pick<SegmentsTask, 'sort' | 'doubts'>,
): readonly number[] | undefined {
  if (sort === 'document') return undefined;
  if (sort === 'doubt')
    return doubts && sorted(job.segments.map((_, index) => -(doubts.get(index)?.value ?? -1)));
  const orders = known.get(job) ?? new Map<ByLength, readonly number[]>();
  known.set(job, orders);
  const order = orders.get(sort) ?? byLength(job, sort);
  orders.set(sort, order);
  return order;
}

function byLength({ segments }: PagedJob, sort: ByLength): readonly number[] {
  const lengths = segments.map(({ text }) => plainText(text).length);
  return sorted(sort === 'longest' ? lengths.map((length) => -length) : lengths);
}

function sorted(keys: readonly number[]): readonly number[] {
  return keys.map((_, index) => index).sort((a, b) => keys[a]! - keys[b]! || a - b);
}
