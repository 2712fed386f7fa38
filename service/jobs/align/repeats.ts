import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { AlignmentRecord } from '../../records/alignment-record.ts';
import type { CreatedAlignments, NewAlignments } from './alignments-port.ts';

interface Earlier {
  readonly payload: string;
  readonly createdAt: number;
  readonly answer: Promise<CreatedAlignments>;
}

/** Idempotency keys of alignments, per account, for 24 hours. A key is part of the record of its first alignment. */
export function createRepeats(records: readonly AlignmentRecord[]) {
  const earlier = new Map<string, Earlier>();
  const placeOf = (account: string, key: string): string => JSON.stringify([account, key]);
  for (const { account_id, created_at, idempotency } of records) {
    if (!idempotency) continue;
    const { key, payload, answer } = idempotency;
    earlier.set(placeOf(account_id, key), {
      payload,
      createdAt: Date.parse(created_at),
      answer: Promise.resolve(answer as unknown as CreatedAlignments),
    });
  }
  return {
    /** Runs `create`, or answers as an earlier equal request was, if its alignments exist. */
    async once(
      { accountId, idempotency }: NewAlignments,
      exists: (id: string) => boolean,
      create: () => Promise<CreatedAlignments>,
    ): Promise<CreatedAlignments> {
      if (!idempotency) return create();
      const place = placeOf(accountId, idempotency.key);
      for (let known = earlier.get(place); known; known = earlier.get(place)) {
        const answer = await known.answer.catch(() => undefined);
        const isPresent =
          answer?.alignments.some(({ id }) => exists(id)) === true &&
          known.createdAt > Date.now() - LIMITS.idempotencyWindowMs;
        if (isPresent && known.payload !== idempotency.payload) throw mismatch();
        if (isPresent) return answer;
        if (earlier.get(place) === known) earlier.delete(place);
      }
      const answer = create();
      earlier.set(place, { payload: idempotency.payload, createdAt: Date.now(), answer });
      return answer;
    },
  };
}

function mismatch(): ProblemError {
  return new ProblemError(
    'idempotency_mismatch',
    'This Idempotency-Key was used in the last 24 hours for a request with other fields or other files. Use a new key for a new request.',
  );
}
