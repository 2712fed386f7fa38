// A real service in a process of its own, for the scripts that push it around. Needs out/.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './steps.mjs';

export const API_KEY = 'fault-test-key-0123456789-0123456789-012';
const START_LIMIT_MS = 30_000;

export class LiveService {
  /** `nodeArgs` go before the script. */
  constructor(dataDir, env, nodeArgs = []) {
    this.nodeArgs = nodeArgs;
    this.dataDir = dataDir;
    this.env = env;
  }

  /** Starts it and resolves with the milliseconds until it answered. */
  async start() {
    const began = performance.now();
    const main = join(root, 'out', 'service', 'main.js');
    this.child = spawn(
      process.execPath,
      [...this.nodeArgs, main, 'serve', '--data-dir', this.dataDir, '--port', '0'],
      {
        env: { ...process.env, INTERLINEAR_API_KEY: API_KEY, INTERLINEAR_LOG_LEVEL: 'warn', ...this.env },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.log = '';
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.log += text));
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.baseUrl = await this.#address();
    return performance.now() - began;
  }

  async #address() {
    const deadline = performance.now() + START_LIMIT_MS;
    while (performance.now() < deadline && this.child.exitCode === null) {
      const { base_url: url, pid } = readJson(join(this.dataDir, 'endpoint.json'));
      if (pid === this.child.pid) return url;
      await sleep(10);
    }
    throw new Error(`The service did not start:\n${this.log}`);
  }

  async request(path, init = {}) {
    const headers = { authorization: `Bearer ${API_KEY}`, ...init.headers };
    return fetch(`${this.baseUrl}${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  }

  async data(path, init) {
    const response = await this.request(path, init);
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body.data;
  }

  /** `fields` beside the file: `to` and further ones of the contract. */
  uploadText(text, fields = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ from: 'en', to: 'en-XA', ...fields }))
      form.append(name, value);
    form.append('file', new Blob([text]), 'letter.txt');
    return this.data('/v1/translate/documents', { method: 'POST', body: form });
  }

  /** All processes of this service but its own. */
  family(pid = this.child.pid) {
    const children = readText(`/proc/${pid}/task/${pid}/children`)
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
    return children.flatMap((child) => [child, ...this.family(child)]);
  }

  /** Resident memory of all its processes together. */
  memoryMb() {
    const kilobytes = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0);
    return [this.child.pid, ...this.family()].reduce((sum, pid) => sum + kilobytes(pid), 0) / 1_024;
  }

  /** Ends it without warning, and answers which of its processes outlived it by more than `limitMs`. */
  async kill(limitMs = 5_000) {
    const family = this.family();
    this.child.kill('SIGKILL');
    await this.exited;
    const deadline = performance.now() + limitMs;
    while (family.some(isAlive) && performance.now() < deadline) await sleep(10);
    return family.filter(isAlive);
  }

  async stop() {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}

/** A process that has ended but whose parent has not asked how (a zombie) does nothing any more. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || /^\d+ \(.*\) [^Z]/s.test(readText(`/proc/${pid}/stat`));
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readJson(path) {
  return JSON.parse(readText(path) || '{}');
}
