import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY, StartError, startService as launch } from '../../scripts/lib/live-service.mjs';
import type { LiveService, Options } from '../../scripts/lib/live-service.mjs';
import type { Job, Problem, UsageResource } from '../../service/contract/index.ts';
import { mediaType, openApiCheck } from './openapi-check.ts';
import type { OpenApiCheck } from './openapi-check.ts';

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
  /** An address that signs a browser in, once; empty without `--open-token`. */
  openUrl: string;
  port: number;
  pid: number;
  dataDir: string;
  /** What it wrote to standard error. */
  stderr(): string;
  /** The key that this start made for the user's own window and command line. */
  sessionKey(): Promise<string>;
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
  /** Waits until no job of the administrator's account runs. */
  idle(): Promise<void>;
  usage(key?: string): Promise<UsageResource>;
  /** All paths below the folders of jobs and uploads. */
  stored(): Promise<string[]>;
  /** A new account with a key of its own. */
  newAccount(input: object): Promise<{ id: string; key: string }>;
  /** The processes below it: the translation process first, then whatever engines it has started (Linux). */
  family(): number[];
  /** Ends it as a service manager would; its data stays. Answers the exit code. */
  stop(): Promise<number | null>;
  /** Stops it and removes its data. Answers the exit code. */
  close(): Promise<number | null>;
  /** Ends it without warning; its data stays. Answers those of its processes that outlive it by seconds. */
  kill(): Promise<number[]>;
}

export async function startService(
  env: Record<string, string> = {},
  options: Omit<Options, 'env'> = {},
): Promise<TestService> {
  const live = await launch({ ...options, env });
  const openApi = (await (await fetch(`${live.baseUrl}/v1/openapi.json`)).json()) as object;
  const { baseUrl, openUrl, pid, dataDir } = live;
  return {
    baseUrl,
    openUrl,
    pid,
    dataDir,
    port: Number(new URL(baseUrl).port),
    stderr: () => live.log,
    family: () => live.family(),
    stop: () => live.stop(),
    close: () => live.close(),
    kill: () => live.kill(),
    ...createTestClient(live, openApiCheck(openApi)),
  };
}

/** A start that is to be refused: what it says and how it ends. */
export async function refusedStart(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; stderr: string }> {
  const env = { INTERLINEAR_LOG_LEVEL: 'warn' };
  const started = await launch({ dataDir, env, user }).catch((error: unknown) => error);
  if (started instanceof StartError) return { code: started.code, stderr: started.log };
  throw new Error('The service started.', { cause: started });
}

type Client = Omit<
  TestService,
  'baseUrl' | 'openUrl' | 'pid' | 'dataDir' | 'port' | 'stderr' | 'family' | 'stop' | 'close' | 'kill'
>;

function createTestClient({ baseUrl, dataDir }: LiveService, openApi: OpenApiCheck): Client {
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
    async idle() {
      const running = () => get<{ jobs: Job[] }>('/v1/jobs?status=running');
      while ((await running()).jobs.length > 0) await sleep(25);
    },
    async sessionKey() {
      const session = await readFile(join(dataDir, 'session.json'), 'utf8');
      return (JSON.parse(session) as { key: string }).key;
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
