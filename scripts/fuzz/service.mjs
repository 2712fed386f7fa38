// @ts-check
// A share of the inputs goes the whole way: over HTTP into the built service, and back as a translated file.
import { content, ended, startService, upload } from '../corpus/service.mjs';
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
  const service = await startService();
  try {
    const queue = inputs.values();
    const work = async () => {
      for (const input of queue) await send(service, input, tally);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    const fault = (/** @type {string} */ rule, /** @type {string} */ detail) =>
      tally.faults.push({ seed: NaN, rule, detail });
    if (!service.isAlive()) fault('service_died', service.log().slice(-2_000));
    else if (service.leftovers().length > 0) fault('leftovers', service.leftovers().join(', '));
  } finally {
    await service.stop();
  }
  return tally;
}

/**
 * @param {import('../corpus/service.mjs').Service} service
 * @param {{format: Format, files: readonly string[], seed: number}} input
 * @param {Tally} tally
 */
async function send(service, { format, files, seed }, tally) {
  const { name, bytes } = makeInput(format, seed, files);
  const signal = AbortSignal.timeout(HANG_MS);
  const fault = (/** @type {string} */ rule, /** @type {string} */ detail) =>
    tally.faults.push({ seed, rule: `${format} ${rule}`, detail });
  try {
    const answer = await upload(service, name, bytes, signal);
    if ('problem' in answer) {
      const code = answer.problem.errors?.[0]?.code ?? answer.problem.code;
      if (answer.status >= 400 && answer.status < 500)
        tally.refused.set(code, (tally.refused.get(code) ?? 0) + 1);
      else fault('server_error', `${answer.status} ${answer.problem.detail}`);
      return;
    }
    const job = await ended(service, answer.id, signal);
    if (job.status !== 'done') return void fault('job_failed', JSON.stringify(job.error));
    await content(service, answer.id, signal);
    tally.right++;
  } catch (error) {
    fault(signal.aborted ? 'hang' : 'no_answer', String(error));
  }
}
