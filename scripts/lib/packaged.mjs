// @ts-check
// A packaged Interlinear, driven by its API as other programs do. No dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, StepError } from './steps.mjs';

/** A limit for hangs, not a measure of speed. */
const START_MS = 180_000;
const JOB_MS = 300_000;
const MODEL_MS = 1_800_000;
const END_MS = 60_000;
const LOOK_MS = 250;
const SAMPLE = 'harbour-museum.docx';

/** @typedef {Awaited<ReturnType<typeof startPackaged>>} Packaged */

/**
 * Starts it on an empty data folder, and resolves once it is healthy. Throws a StepError with its output if
 * it ends instead.
 * @param {readonly string[]} command program and arguments
 * @param {string} folder an empty one, for all its files
 */
export async function startPackaged([program = '', ...args], folder) {
  const data = join(folder, 'data');
  const key = randomBytes(32).toString('base64url');
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      INTERLINEAR_DATA_DIR: data,
      INTERLINEAR_API_KEY: key,
      // Chromium's own folder: a start must find nothing of an earlier one, and leave nothing behind.
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ text) => (output = (output + String(text)).slice(-8_000)));
  /** @type {Promise<string>} how it ended */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  /** @type {string | undefined} */
  let end;
  void ended.then((how) => {
    end = how;
  });
  const failure = (/** @type {string} */ what) =>
    new StepError(`${what}${end === undefined ? '' : ` (${end})`}. It wrote:\n${output}`);

  /**
   * The result of `look`, once there is one. @template T @param {string} what @param {number} limitMs @param
   * {() => Promise<T | undefined>} look
   */
  const until = async (what, limitMs, look) => {
    for (const late = Date.now() + limitMs; Date.now() < late;) {
      const seen = await look();
      if (seen !== undefined) return seen;
      if (end !== undefined) throw failure(`It ended before ${what}`);
      await sleep(LOOK_MS);
    }
    throw failure(`After ${limitMs / 1_000} s not ${what}`);
  };
  const kill = () => {
    if (end === undefined) child.kill('SIGKILL');
  };

  /** @type {string} */
  let baseUrl;
  /** @type {{status: string, version: string}} */
  let health;
  try {
    baseUrl = await until('it said where it listens', START_MS, () => Promise.resolve(addressIn(data)));
    health = (await answer(await fetch(`${baseUrl}/v1/health`))).data;
    if (health.status !== 'ok') throw failure(`Its health is "${health.status}"`);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    baseUrl,
    version: health.version,
    until,
    kill,
    /** Calls the API. @param {string} path @param {Omit<RequestInit, 'headers'>} [init] */
    ask: (path, init) => fetch(`${baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } }),
    /** Ends it as a user or a service manager does. Throws a StepError if it does not end in order. */
    async end() {
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid)]);
      else child.kill('SIGTERM');
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
      if (end !== 'exit code 0') throw failure('It did not end in order');
      if (addressIn(data) !== undefined) throw failure('It left its address behind');
    },
  };
}

/** The address it listens on, once it has printed it. @param {string} data @returns {string | undefined} */
function addressIn(data) {
  try {
    return JSON.parse(readFileSync(join(data, 'endpoint.json'), 'utf8')).base_url;
  } catch {
    return undefined;
  }
}

/**
 * The data of an answer; throws a StepError if it is a problem. @param {Response} response @returns
 * {Promise<any>}
 */
async function answer(response) {
  const text = await response.text();
  if (!response.ok) throw new StepError(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/**
 * Translates the sample document. Resolves with the number of its segments; throws a StepError if its result
 * is not a document, or is unchanged.
 * @param {Packaged} packaged
 * @param {string} to
 */
export async function translateSample({ ask, until }, to) {
  const source = readFileSync(join(root, 'resources', 'samples', SAMPLE));
  const body = new FormData();
  body.set('file', new Blob([source]), SAMPLE);
  body.set('from', 'en');
  body.set('to', to);
  const { data } = await answer(await ask('/v1/translate/documents', { method: 'POST', body }));
  const path = `/v1/translate/documents/${data.id}`;
  const job = await until('translated', JOB_MS, async () => {
    const { data: now } = await answer(await ask(path));
    return now.status === 'running' ? undefined : now;
  });
  if (job.status !== 'done') throw new StepError(`The job ended as "${job.status}": ${JSON.stringify(job)}`);
  const result = Buffer.from(await (await ask(`${path}/content`)).arrayBuffer());
  if (result.subarray(0, 2).toString() !== 'PK' || result.equals(source))
    throw new StepError('The result is not a translated document.');
  return `${SAMPLE}, ${job.segment_count} segments to ${to} by ${job.engine}`;
}

/**
 * Downloads and installs the smallest model of a direction. Resolves with its id. @param {Packaged} packaged
 * @param {string} from @param {string} to
 */
export async function useModel({ ask, until }, from, to) {
  const list = `/v1/models?from=${from}&to=${to}`;
  const offered = (await answer(await ask(list))).data.models;
  const [smallest] = offered.sort(
    (/** @type {any} */ a, /** @type {any} */ b) => a.download_bytes - b.download_bytes,
  );
  await answer(await ask(`/v1/models/${smallest.id}/install`, { method: 'POST' }));
  const model = await until('installed', MODEL_MS, async () => {
    const { models } = (await answer(await ask(list))).data;
    const now = models.find((/** @type {any} */ one) => one.id === smallest.id);
    return now.state === 'installing' ? undefined : now;
  });
  if (model.state !== 'installed')
    throw new StepError(`The model is "${model.state}": ${JSON.stringify(model)}`);
  return `${model.id}, ${(model.download_bytes / 1_048_576).toFixed(0)} MB`;
}
