import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../service/contract/index.ts';
import { checkedFetch, openApiCheck } from '../support/openapi-check.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'out', 'service', 'main.js');
const KEY = 'test-key-0123456789-0123456789-0123456789';
const START_LIMIT_MS = 20_000;

/** A real service in a process of its own, built as it is shipped. Answers are checked against the OpenAPI document that it serves. */
export interface RunningService {
  readonly baseUrl: string;
  readonly pid: number;
  /** What it wrote to standard error. */
  log(): string;
  request(path: string, init?: RequestInit): Promise<Response>;
  uploadDocument(file: { name: string; bytes: BlobPart }, fields?: Record<string, string>): Promise<Response>;
  job(id: string, kind?: 'documents' | 'batch'): Promise<Job>;
  /** Polls until the job is no longer running. */
  ended(id: string, kind?: 'documents' | 'batch'): Promise<Job>;
  usage(): Promise<{ total_chars: number; credit_reserved: number; docx_quota: { used: number } }>;
  /** Sends a signal and resolves with how the process ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export async function newDataDir(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'interlinear-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export async function startService(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  if (!existsSync(MAIN)) throw new Error('The service is not built. Run: npm run build');
  const child = spawn(process.execPath, [MAIN, 'serve', '--data-dir', dataDir, '--port', '0'], {
    env: { ...process.env, INTERLINEAR_API_KEY: KEY, INTERLINEAR_LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const baseUrl = await addressOf(child, dataDir, () => log);
  const openApi = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as object;
  return client(child, checkedFetch(openApiCheck(openApi), baseUrl), baseUrl, () => log);
}

/** The processes below one, as /proc tells: the translation process and whatever engines it has started. */
export async function descendants(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(path, 'utf8').catch(() => ''))
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

/** A process that has ended but whose parent has not asked how (a zombie) does nothing any more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Resolves once none of the processes is left; rejects after `limitMs`, naming those that are. */
export async function allGone(pids: readonly number[], limitMs = 5_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) throw new Error(`Still alive: ${pids.filter(isAlive).join(', ')}`);
    await sleep(20);
  }
}

async function addressOf(child: ChildProcess, dataDir: string, log: () => string): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const text = await readFile(join(dataDir, 'endpoint.json'), 'utf8').catch(() => '{}');
    const endpoint = JSON.parse(text) as { base_url?: string; pid?: number };
    if (endpoint.pid === child.pid && endpoint.base_url) return endpoint.base_url;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${log()}`);
}

function client(
  child: ChildProcess,
  send: ReturnType<typeof checkedFetch>,
  baseUrl: string,
  log: () => string,
): RunningService {
  const request = (path: string, init: RequestInit = {}) =>
    send(path, {
      ...init,
      headers: { authorization: `Bearer ${KEY}`, ...(init.headers as Record<string, string> | undefined) },
    });
  const data = async <Data>(path: string): Promise<Data> => {
    const response = await request(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const job = (id: string, kind = 'documents') => data<Job>(`/v1/translate/${kind}/${id}`);
  return {
    baseUrl,
    pid: child.pid!,
    log,
    request,
    job,
    uploadDocument: ({ name, bytes }, fields = { from: 'en', to: 'en-XA' }) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob([bytes]), name);
      return request('/v1/translate/documents', { method: 'POST', body: form });
    },
    ended: async (id, kind) => {
      for (;;) {
        const present = await job(id, kind);
        if (present.status !== 'running') return present;
        await sleep(25);
      }
    },
    usage: () => data('/v1/usage'),
    end: (signal) =>
      new Promise((resolve) => {
        child.once('exit', (code, endSignal) => resolve({ code, signal: endSignal }));
        child.kill(signal);
      }),
  };
}
