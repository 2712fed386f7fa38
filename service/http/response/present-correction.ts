import type { Principal } from '../../accounts/accounts-port.ts';
import type { CorrectionResource, SegmentResource } from '../../contract/index.ts';
import type { CorrectionExample, LearnedCorrection } from '../../memory/memory-port.ts';
import type { HttpServices } from '../handler.ts';

export function presentCorrection(correction: LearnedCorrection): CorrectionResource {
  const { id, source, engine, human, state, good, kept, other, examples, isActive } = correction;
  return {
    id: String(id),
    ...{ source, engine, human, good, kept, other },
    state: state !== 'auto' ? state : isActive ? 'active' : 'offered',
    examples: examples.map(presentExample),
  };
}

export function presentTerm({ id, source, human, engine, good, other, examples }: LearnedCorrection) {
  return {
    id: String(id),
    term: source,
    translation: human,
    engine: engine,
    ...{ good, other },
    examples: examples.map(presentExample),
  };
}

function presentExample({ job, segment, source, target }: CorrectionExample) {
  return {
    ...(job === null ? {} : { job_id: job }),
    ...(segment === null ? {} : { index: segment }),
    ...{ source, target },
  };
}

const LEARNED = Buffer.from('"learned":[');

/**
 * A page of segments with the reasons for their learned corrections. A page without any, which is most of them, is
 * not parsed.
 */
export async function withReasons(
  { memory, clients }: Pick<HttpServices, 'memory' | 'clients'>,
  principal: Principal,
  json: Uint8Array,
): Promise<Uint8Array> {
  if (!Buffer.from(json.buffer, json.byteOffset, json.byteLength).includes(LEARNED)) return json;
  const segments = JSON.parse(Buffer.from(json).toString()) as SegmentResource[];
  const all = segments.flatMap(({ learned = [], offers = [] }) => [
    ...learned,
    ...offers.flatMap((offer) => offer.learned ?? []),
  ]);
  const ids = [...new Set(all.map(({ id }) => Number(id)))];
  const found = await memory.explain(clients.ownerOfNumber(principal, ids[0] ?? 0), ids);
  const reasons = new Map(found.map((one) => [String(one.id), one]));
  for (const change of all) {
    const reason = reasons.get(change.id);
    if (reason) change.because = becauseOf(reason);
  }
  return Buffer.from(JSON.stringify(segments));
}

function becauseOf(reason: { good: number; kept: number; examples: readonly CorrectionExample[] }) {
  return {
    times: reason.good,
    kept: reason.kept,
    segments: reason.examples.flatMap(({ job, segment }) =>
      job === null || segment === null ? [] : [{ job_id: job, index: segment }],
    ),
  };
}
