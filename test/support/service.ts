import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Problem, UsageResource } from '../../service/contract/index.ts';
import { mediaType, openApiCheck } from './openapi-check.ts';
import type { OpenApiCheck } from './openapi-check.ts';

export const MAIN = join(import.meta.dirname, '..', '..', 'out', 'service', 'main.js');
/** The administrator's key of every test service. */
export const API_KEY = 'test-key-0123456789-0123456789-0123456789';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed JSON, where it is JSON. */
  body: T;
  bytes: Buffer;
}

export interface Created {
  id: string;
  status: string;
  file_type?: string;
  segment_count: number;
  source_chars: number;
}

/** The built service in a process of its own. Every answer is checked against the OpenAPI document that it serves. */
export interface TestService {
  baseUrl: string;
  port: number;
  dataDir: string;
  stderr(): string;
  send<T = unknown>(method: string, path: string, init?: RequestInit & { key?: string }): Promise<Answer<T>>;
  /** `data` of a successful GET. */
  get<T>(path: string, key?: string): Promise<T>;
  post<T = unknown>(path: string, body: unknown, key?: string): Promise<Answer<T>>;
  upload<T = { data: Created } & Problem>(
    file: { name: string; content: BlobPart; type?: string },
    fields?: Record<string, string>,
    key?: string,
  ): Promise<Answer<T>>;
  job(id: string, kind?: 'documents' | 'batch', key?: string): Promise<Job>;
  /** Polls until the job no longer runs. */
  ended(id: string, kind?: 'documents' | 'batch', key?: string): Promise<Job>;
  usage(key?: string): Promise<UsageResource>;
  /** All paths below the folders of jobs and uploads. */
  stored(): Promise<string[]>;
  /** A new account with a key of its own. */
  newAccount(input: object): Promise<{ id: string; key: string }>;
  readonly pid: number;
  /** Ends it as a service manager would, and removes its data unless told to keep it. Answers the exit code. */
  stop(options?: { keep: boolean }): Promise<number | null>;
  /** Ends it without warning; its data stays. */
  kill(): Promise<void>;
}

export async function startService(
  env: Record<string, string> = {},
  options: { dataDir?: string } = {},
): Promise<TestService> {
  if (!existsSync(MAIN)) throw new Error('The service is not built. Run: npm run build');
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'interlinear-api-')));
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data-dir', dataDir, '--json'], {
    env: { ...process.env, INTERLINEAR_API_KEY: API_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const { base_url: baseUrl } = await firstLine(child, () => stderr);
  const openApi = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as object;
  return {
    ...createTestClient(baseUrl, dataDir, openApiCheck(openApi)),
    stderr: () => stderr,
    pid: child.pid!,
    async stop({ keep } = { keep: false }) {
      const code = await ended(child, 'SIGTERM');
      if (!keep) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
    async kill() {
      await ended(child, 'SIGKILL');
    },
  };
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

/** Runs `serve` to its end, for starts that are to be refused. */
export async function runServe(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { ...process.env, INTERLINEAR_API_KEY: API_KEY, INTERLINEAR_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stderr };
}

function firstLine(child: ChildProcess, stderr: () => string): Promise<{ base_url: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0]!) as { base_url: string });
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${stderr()}`)));
  });
}

function createTestClient(
  baseUrl: string,
  dataDir: string,
  openApi: OpenApiCheck,
): Omit<TestService, 'stderr' | 'stop' | 'kill' | 'pid'> {
  const send: TestService['send'] = async <T>(
    method: string,
    path: string,
    { key = API_KEY, ...init }: RequestInit & { key?: string } = {},
  ): Promise<Answer<T>> => {
    const headers = new Headers(init.headers);
    if (key !== '') headers.set('Authorization', `Bearer ${key}`);
    const answer = await fetch(`${baseUrl}${path}`, { ...init, method, headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = mediaType(answer.headers).endsWith('json') && bytes.length > 0;
    const body = (isJson ? JSON.parse(bytes.toString()) : undefined) as T;
    const { status, headers: answerHeaders } = answer;
    openApi.check(method, path, { status, headers: answerHeaders, body, bytes: bytes.length });
    return { status, headers: answerHeaders, body, bytes };
  };
  const get = async <T>(path: string, key = API_KEY): Promise<T> => {
    const { status, bytes, body } = await send<{ data: T }>('GET', path, { key });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${bytes.toString()}`);
    return body.data;
  };
  const post: TestService['post'] = (path, body, key = API_KEY) =>
    send('POST', path, {
      key,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  const job: TestService['job'] = (id, kind = 'documents', key) =>
    get<Job>(`/v1/translate/${kind}/${id}`, key);
  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    dataDir,
    send,
    get,
    post,
    job,
    upload: ({ name, content, type }, fields = { from: 'en', to: 'en-XA' }, key = API_KEY) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob([content], type === undefined ? {} : { type }), name);
      return send('POST', '/v1/translate/documents', { key, body: form });
    },
    async ended(id, kind, key) {
      for (;;) {
        const present = await job(id, kind, key);
        if (present.status !== 'running') return present;
        await sleep(25);
      }
    },
    usage: (key) => get<UsageResource>('/v1/usage', key),
    async stored() {
      const folders = await Promise.all(
        ['jobs', 'uploads'].map((name) => readdir(join(dataDir, name), { recursive: true })),
      );
      return folders.flat().sort();
    },
    async newAccount(input) {
      const account = await post<{ data: { id: string } }>('/v1/accounts', input);
      const { id } = account.body.data;
      const key = await post<{ data: { key: string } }>('/v1/keys', {
        account_id: id,
        name: 'test',
        scopes: ['translate'],
      });
      return { id, key: key.body.data.key };
    },
  };
}
