import { LIMITS, ProblemError } from '../contract/index.ts';
import type { PackageContext } from './package-context.ts';
import type { CreatedPackage, NewPackage } from './packages-port.ts';

/** Runs `create`, or returns the package of an earlier equal request with the same Idempotency-Key within 24 hours. */
export function onceByKey({
  records,
  now,
}: PackageContext): (request: NewPackage, create: () => Promise<CreatedPackage>) => Promise<CreatedPackage> {
  const underWay = new Map<string, Promise<unknown>>();
  return async (request, create) => {
    const { idempotency, accountId } = request;
    if (!idempotency) return create();
    const { key, payload } = idempotency;
    const place = JSON.stringify([accountId, key]);
    for (let other = underWay.get(place); other; other = underWay.get(place))
      await other.catch(() => undefined);
    request.signal?.throwIfAborted();
    const oldest = now().getTime() - LIMITS.idempotencyWindowMs;
    const earlier = [...records.values()].find(
      (one) =>
        one.account_id === accountId && one.idempotency?.key === key && Date.parse(one.created_at) > oldest,
    );
    if (earlier && earlier.idempotency?.payload !== payload)
      throw new ProblemError(
        'idempotency_mismatch',
        'This Idempotency-Key was used in the last 24 hours for a request with other fields or another file. Use a new key for a new request.',
      );
    if (earlier) return { id: earlier.id, tool: earlier.tool, status: 'running' };
    const work = create();
    underWay.set(place, work);
    try {
      return await work;
    } finally {
      underWay.delete(place);
    }
  };
}
