// @ts-check
// A share of the inputs goes the whole way: over HTTP into the built service, and back as a translated file.
import { asRefusal, NO_LIMITS, Refusal, startService } from '../lib/live-service.mjs';
import { makeInput } from './inputs.mjs';

/**
 * @typedef {import('./inputs.mjs').Format} Format
 * @typedef {import('./run.mjs').Tally} Tally
 */

const HANG_MS = 10_000;
const AT_A_TIME = 4;

/**
 * @param {{format: Format, files: readonly string[], seed: number, inputs: number}[]} runs
 * @returns {Promise<Tally>}
 */
export async function fuzzService(runs) {
  /** @type {Tally} */
  const tally = { right: 0, refused: new Map(), faults: [] };
  const inputs = runs.flatMap(({ format, files, seed, inputs }) =>
    Array.from({ length: inputs }, (_, i) => ({ format, files, seed: seed + i })),
  );
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn' } });
  try {
    const queue = inputs.values();
    const work = async () => {
      for (const input of queue) await send(service, input, tally);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    const trouble = service.trouble();
    if (trouble !== undefined) tally.faults.push({ seed: NaN, rule: 'service', detail: trouble });
  } finally {
    await service.close();
  }
  return tally;
}

/**
 * @param {import('../lib/live-service.mjs').LiveService} service
 * @param {{format: Format, files: readonly string[], seed: number}} input
 * @param {Tally} tally
 */
async function send(service, { format, files, seed }, tally) {
  const { name, bytes } = makeInput(format, seed, files);
  const signal = AbortSignal.timeout(HANG_MS);
  const fault = (/** @type {string} */ rule, /** @type {string} */ detail) =>
    tally.faults.push({ seed, rule: `${format} ${rule}`, detail });
  try {
    const created = await service.upload(name, bytes, {}, signal).catch(asRefusal);
    if (created instanceof Refusal) {
      if (created.status >= 500) return void fault('server_error', created.message);
      tally.refused.set(created.code, (tally.refused.get(created.code) ?? 0) + 1);
      return;
    }
    const { id } = created;
    const job = await service.ended(id, signal);
    if (job.status !== 'done') return void fault('job_failed', JSON.stringify(job.error));
    await service.content(id, { signal });
    tally.right++;
  } catch (error) {
    fault(signal.aborted ? 'hang' : 'no_answer', String(error));
  }
}
