// @ts-check
// The built service in a process of its own, and the requests that scripts and tests make of it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, StepError } from './steps.mjs';

/** The command line, `serve` among its commands. */
export const MAIN = join(root, 'out', 'service', 'main.js');
/** The administrator's key of every service started here. */
export const API_KEY = 'test-key-0123456789-0123456789-0123456789';
/** Settings under which nothing but the machine keeps a client back. */
export const NO_LIMITS = { INTERLINEAR_DOCX_QUOTA: '0', INTERLINEAR_MAX_RUNNING_JOBS: '0' };

const START_MS = 30_000;
const STOP_MS = 15_000;
const REQUEST_MS = 30_000;
const RESULT_MS = 300_000;
const POLL_MS = 25;

/**
 * @typedef {object} Options
 * @property {string} [dataDir] a new folder unless given
 * @property {Record<string, string>} [env]
 * @property {readonly string[]} [args] further ones of `serve`
 * @property {readonly string[]} [nodeArgs] what goes before the script
 * @property {{uid?: number, gid?: number}} [user]
 * @property {boolean} [keepLog] unless false; keeping the log takes time from a measuring process
 *
 * @typedef {object} Launched
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<number | null>} exited its exit code; null after a signal
 * @property {{base_url: string, open_url?: string}} announced the line it prints once it listens
 * @property {() => string} log what it wrote to standard error
 */

/** A service that ended instead of listening. */
export class StartError extends StepError {
  /** @param {number | null} code @param {string} log */
  constructor(code, log) {
    super(`The service did not start (exit code ${code}).\n${log.slice(-4_000)}`);
    this.code = code;
    this.log = log;
  }
}

/** An answer of 4xx or 5xx. `problem` is its body. */
export class Refusal extends Error {
  /** @param {string} path @param {number} status @param {{code: string, detail: string, errors?: {code: string}[]}} problem */
  constructor(path, status, problem) {
    super(`${path}: ${status} ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
    /** What is wrong with the field that was refused first, or else with the request. */
    this.code = problem.errors?.[0]?.code ?? problem.code;
  }
}

/** For `catch`: a Refusal becomes the answer, every other error stays one. @param {unknown} error */
export function asRefusal(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Starts the service on a free port. Throws a StartError where it does not come up. @param {Options} [options] */
export async function startService(options = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'interlinear-live-'));
  const settings = { ...options, dataDir };
  try {
    return new LiveService(settings, await launch(settings));
  } catch (error) {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** @param {Options & {dataDir: string}} settings @returns {Promise<Launched>} */
async function launch({ dataDir, env, args = [], nodeArgs = [], user, keepLog = true }) {
  if (!existsSync(MAIN)) throw new StepError('The service has not been built. Run: npm run build');
  const serve = [MAIN, 'serve', '--port', '0', '--data-dir', dataDir, '--json', ...args];
  const child = spawn(process.execPath, [...nodeArgs, ...serve], {
    env: { ...process.env, INTERLINEAR_API_KEY: API_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let log = '';
  if (keepLog) child.stderr.setEncoding('utf8').on('data', (text) => (log += text));
  else child.stderr.resume();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS);
  try {
    /** @type {string} */
    const line = await new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      // At `close`, unlike at `exit`, everything it had to say has been read.
      child.once('error', reject).once('close', (code) => reject(new StartError(code, log)));
    });
    return { child, exited, announced: JSON.parse(line), log: () => log };
  } finally {
    clearTimeout(tooLate);
  }
}

export class LiveService {
  #settings;
  #launched;

  /** @param {Options & {dataDir: string}} settings @param {Launched} launched */
  constructor(settings, launched) {
    this.#settings = settings;
    this.#launched = launched;
    this.dataDir = settings.dataDir;
  }

  get baseUrl() {
    return this.#launched.announced.base_url;
  }

  /** An address that signs a browser in, once; empty without `--open-token`. */
  get openUrl() {
    return this.#launched.announced.open_url ?? '';
  }

  get pid() {
    return this.#launched.child.pid ?? NaN;
  }

  /** What it wrote to standard error since its last start. */
  get log() {
    return this.#launched.log();
  }

  /** Starts it again on its folder, after `stop` or `kill`. Resolves with the milliseconds until it listened. */
  async start() {
    const began = performance.now();
    this.#launched = await launch(this.#settings);
    return performance.now() - began;
  }

  /** Ends it as a service manager would; its data stays. Resolves with the exit code. */
  async stop() {
    const { child, exited } = this.#launched;
    child.kill('SIGTERM');
    const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const code = await exited;
    clearTimeout(tooLate);
    return code;
  }

  /** Stops it and removes its data. Resolves with the exit code. */
  async close() {
    const code = await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    return code;
  }

  /** Ends it without warning, its data stays. Resolves with those of its processes that outlive it by more than `limitMs`. */
  async kill(limitMs = 5_000) {
    const family = this.family();
    this.#launched.child.kill('SIGKILL');
    await this.#launched.exited;
    return outliving(family, limitMs);
  }

  /** @param {NodeJS.Signals} name */
  signal(name) {
    this.#launched.child.kill(name);
  }

  /** What must not be once all jobs have ended, in words: that it has died, or that uploads are left. */
  trouble() {
    const { exitCode, signalCode } = this.#launched.child;
    if (exitCode !== null || signalCode !== null) return `The service has died.\n${this.log.slice(-4_000)}`;
    const uploads = readdirSync(join(this.dataDir, 'uploads'));
    return uploads.length > 0 ? `Left in uploads: ${uploads.join(', ')}` : undefined;
  }

  /** All processes below it, the translation process first (Linux). */
  family() {
    return descendants(this.pid);
  }

  /** Resident memory of all its processes together (Linux). */
  memoryMb() {
    return [this.pid, ...this.family()].reduce((sum, pid) => sum + residentMb(pid), 0);
  }

  /** With the administrator's key. @param {string} path @param {RequestInit} [init] its signal takes the place of the time limit */
  request(path, init = {}) {
    return fetch(this.baseUrl + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${API_KEY}` },
      signal: init.signal ?? AbortSignal.timeout(REQUEST_MS),
    });
  }

  /** `data` of an answer. Throws a Refusal. @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
  async data(path, init) {
    const response = await this.request(path, init);
    const body = await response.json();
    if (!response.ok) throw new Refusal(path, response.status, body);
    return body.data;
  }

  /**
   * Creates a document job, from English to pseudo-localised English unless `fields` say otherwise.
   * @param {string} name
   * @param {string | Uint8Array} content
   * @param {Record<string, string>} [fields]
   * @param {AbortSignal | null} [signal]
   */
  upload(name, content, fields, signal = null) {
    const form = new FormData();
    const all = { from: 'en', to: 'en-XA', ...fields };
    for (const [field, value] of Object.entries(all)) form.append(field, value);
    form.append('file', new Blob([/** @type {BlobPart} */ (content)]), name);
    return this.data('/v1/translate/documents', { method: 'POST', body: form, signal });
  }

  /** A document job once it no longer runs. @param {string} id @param {AbortSignal} signal */
  async ended(id, signal) {
    for (;;) {
      const job = await this.data(`/v1/translate/documents/${id}`, { signal });
      if (job.status !== 'running') return job;
      await sleep(POLL_MS, undefined, { signal });
    }
  }

  /** The translated file. @param {string} id @param {{query?: string, signal?: AbortSignal | null}} [options] */
  async content(id, { query = '', signal = null } = {}) {
    const path = `/v1/translate/documents/${id}/content${query}`;
    const response = await this.request(path, { signal });
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Waits until a document job has ended, as the window does: by its events. Answers the translated file. @param {string} id */
  async result(id) {
    const signal = AbortSignal.timeout(RESULT_MS);
    const events = await (await this.request(`/v1/jobs/${id}/events`, { signal })).text();
    const [, end, job] = /event: (\w+)\ndata: (.*)\s*$/.exec(events) ?? [];
    if (end !== 'done') throw new Error(`Job ${id}: ${end} ${job}`);
    return this.content(id);
  }
}

/** Those of the processes that still live after `limitMs`. @param {readonly number[]} pids @param {number} limitMs */
export async function outliving(pids, limitMs = 5_000) {
  const deadline = performance.now() + limitMs;
  while (pids.some(isAlive) && performance.now() < deadline) await sleep(10);
  return pids.filter(isAlive);
}

/** A process that has ended but whose parent has not asked how (a zombie) does nothing any more. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || /^\d+ \(.*\) [^Z]/s.test(readText(`/proc/${pid}/stat`));
}

/** Resident memory of a process, as /proc tells. @param {number} pid */
export function residentMb(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

/** The most that it ever was. @param {number} pid */
export function peakResidentMb(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
}

/** @param {number} pid @returns {number[]} */
function descendants(pid) {
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(/\s+/).filter(Boolean).map(Number);
  return [...children, ...children.flatMap(descendants)];
}

/** @param {string} path @returns empty where there is no such file any more */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
