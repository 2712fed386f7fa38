// @ts-check
// The built service as a child process, and the few requests a corpus run makes of it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepError, root } from '../lib/steps.mjs';

const START_MS = 30_000;
const STOP_MS = 15_000;
const POLL_MS = 40;

/**
 * @typedef {object} Service
 * @property {string} baseUrl
 * @property {string} key
 * @property {() => string} log what it has written to its standard output and error
 * @property {() => boolean} isAlive
 * @property {() => string[]} leftovers names of files still in the uploads folder
 * @property {() => Promise<void>} stop
 *
 * @typedef {{status: number, problem: {code: string, detail: string, errors?: {code: string}[]}}} Refusal
 * @typedef {{id: string, segmentCount: number, sourceChars: number}} Created
 */

/** Starts `out/service/main.js` on a data folder of its own. @returns {Promise<Service>} */
export async function startService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'interlinear-corpus-'));
  const key = `corpus-${randomBytes(24).toString('hex')}`;
  const args = ['out/service/main.js', 'serve', '--port', '0', '--data-dir', dataDir, '--json'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      INTERLINEAR_API_KEY: key,
      INTERLINEAR_DOCX_QUOTA: '0',
      INTERLINEAR_MAX_RUNNING_JOBS: '0',
      INTERLINEAR_LOG_LEVEL: 'warn',
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(timer);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const baseUrl = await addressOf(dataDir, isAlive);
  if (!baseUrl) {
    if (isAlive()) await stop();
    throw new StepError(`The service did not start.\n${log.slice(-4000)}`);
  }
  const leftovers = () => readdirSync(join(dataDir, 'uploads'));
  return { baseUrl, key, log: () => log, isAlive, leftovers, stop };
}

/** @param {string} dataDir @param {() => boolean} isAlive @returns {Promise<string | undefined>} */
async function addressOf(dataDir, isAlive) {
  for (const end = Date.now() + START_MS; Date.now() < end && isAlive();) {
    try {
      return JSON.parse(readFileSync(join(dataDir, 'endpoint.json'), 'utf8')).base_url;
    } catch {
      await sleep(50);
    }
  }
  return undefined;
}

/**
 * @param {Service} service
 * @param {string} path
 * @param {RequestInit} [init]
 */
export function request(service, path, init = {}) {
  return fetch(service.baseUrl + path, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${service.key}` },
  });
}

/**
 * @param {Service} service
 * @param {string} name
 * @param {Buffer} bytes
 * @param {AbortSignal} signal
 * @returns {Promise<Created | Refusal>}
 */
export async function upload(service, name, bytes, signal) {
  const form = new FormData();
  form.set('from', 'en');
  form.set('to', 'en-XA');
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await request(service, '/v1/translate/documents', { method: 'POST', body: form, signal });
  const body = await response.json();
  if (response.status !== 202) return { status: response.status, problem: body };
  const { id, segment_count: segmentCount, source_chars: sourceChars } = body.data;
  return { id, segmentCount, sourceChars };
}

/**
 * Polls until the job has ended. Rejects when `signal` does.
 * @param {Service} service
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function ended(service, id, signal) {
  for (;;) {
    const response = await request(service, `/v1/translate/documents/${id}`, { signal });
    if (!response.ok) throw new Error(`status answered ${response.status}`);
    const { data } = await response.json();
    if (data.status !== 'running') return data;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/**
 * @param {Service} service
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {string} [query]
 * @returns {Promise<Buffer>}
 */
export async function content(service, id, signal, query = '') {
  const response = await request(service, `/v1/translate/documents/${id}/content${query}`, { signal });
  if (response.status !== 200) {
    throw new Error(`content answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  }
  return Buffer.from(await response.arrayBuffer());
}
