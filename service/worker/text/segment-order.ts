import { plainText } from '../../text/codes.ts';
import type { SegmentsTask } from '../document-port.ts';
import type { PagedJob } from './paged-job.ts';

type Sort = NonNullable<SegmentsTask['sort']>;

/** By job and order: pages follow one another, and a job of 20,000 segments takes some milliseconds to sort. */
const known = new WeakMap<PagedJob, Map<Sort, readonly number[]>>();

/** The indexes of a job's segments in an order; undefined for the document's. */
export function orderOf(job: PagedJob, sort: Sort = 'document'): readonly number[] | undefined {
  if (sort === 'document') return undefined;
  const orders = known.get(job) ?? new Map<Sort, readonly number[]>();
  known.set(job, orders);
  const order = orders.get(sort) ?? sorted(job, sort);
  orders.set(sort, order);
  return order;
}

/** Segments that are equal in it stay in the order of the document. */
function sorted({ segments, lines }: PagedJob, sort: Exclude<Sort, 'document'>): readonly number[] {
  const keys = segments.map(({ text }, index) => {
    // Where a line has one, see LineDoubt.
    if (sort === 'doubt') return -((lines[index] as LineDoubt | undefined)?.d ?? 0);
    const { length } = plainText(text);
    return sort === 'longest' ? -length : length;
  });
  return keys.map((_, index) => index).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

/** How doubtful a translation is, from 0 to 1, where that has been measured. */
interface LineDoubt {
  readonly d?: number;
}
