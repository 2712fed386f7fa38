// @ts-check
// Deals inputs to a few threads. A thread that says nothing for too long, or dies, has found a fault; another takes its place.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * @typedef {import('./inputs.mjs').Format} Format
 * @typedef {import('./thread.mjs').Outcome} Outcome
 *
 * @typedef {object} Tally
 * @property {number} right
 * @property {Map<string, number>} refused by code
 * @property {{seed: number, rule: string, detail: string}[]} faults
 */

const HANG_MS = 10_000;
/** As a document thread of the service has. */
const HEAP_MB = 1_024;

/**
 * @param {{format: Format, files: readonly string[], seed: number, inputs: number, threads?: number}} options
 * @returns {Promise<Tally>}
 */
export async function fuzzFilters({ format, files, seed, inputs, threads = 2 }) {
  const scratch = mkdtempSync(join(tmpdir(), 'interlinear-fuzz-'));
  /** @type {Tally} */
  const tally = { right: 0, refused: new Map(), faults: [] };
  let next = seed;
  const work = async () => {
    let thread = await startThread(scratch);
    while (next < seed + inputs) {
      const input = next++;
      const outcome = await askThread(thread, { format, seed: input, files });
      record(tally, input, outcome);
      if (thread.exited()) thread = await startThread(scratch);
    }
    await thread.end();
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  tally.faults.sort((a, b) => a.seed - b.seed);
  return tally;
}

/** @param {Tally} tally @param {number} seed @param {Outcome} outcome */
function record(tally, seed, outcome) {
  if (outcome.kind === 'right') tally.right++;
  else if (outcome.kind === 'refused') {
    tally.refused.set(outcome.code, (tally.refused.get(outcome.code) ?? 0) + 1);
  } else tally.faults.push({ seed, ...outcome.fault });
}

/** @param {string} scratch */
async function startThread(scratch) {
  const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
    workerData: { scratch },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let exited = false;
  const exit = new Promise((resolve) => worker.once('exit', resolve)).then(() => (exited = true));
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    worker,
    exited: () => exited,
    end: async () => {
      worker.postMessage('end');
      await exit;
    },
  };
}

/** @param {Awaited<ReturnType<typeof startThread>>} thread @param {object} input @returns {Promise<Outcome>} */
async function askThread({ worker }, input) {
  /** @type {(outcome: Outcome) => void} */
  let settle = () => undefined;
  const died = (/** @type {Error} */ error) =>
    settle({ kind: 'fault', fault: { rule: 'thread_died', detail: String(error) } });
  const timer = setTimeout(() => {
    settle({ kind: 'fault', fault: { rule: 'hang', detail: `more than ${HANG_MS / 1000} s` } });
  }, HANG_MS);
  /** @type {Outcome} */
  const outcome = await new Promise((resolve) => {
    settle = resolve;
    worker.once('message', resolve);
    worker.once('error', died);
    worker.postMessage(input);
  });
  clearTimeout(timer);
  worker.off('error', died);
  if (outcome.kind === 'fault' && /^(?:hang|thread_died)$/.test(outcome.fault.rule)) await worker.terminate();
  return outcome;
}
