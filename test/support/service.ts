import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Problem, UsageResource } from '../../service/contract/index.ts';
import { mediaType, openApiCheck } from './openapi-check.ts';
import type { OpenApiCheck } from './openapi-check.ts';
import { API_KEY, MAIN, ServiceProcess, StartError } from './service-process.ts';
import type { ServiceOptions } from './service-process.ts';

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

type JobKind = 'documents' | 'batch';

export async function startService(
  env: Record<string, string> = {},
  options: Omit<ServiceOptions, 'env'> = {},
): Promise<TestService> {
  const service = new TestService({ ...options, env });
  await service.start();
  return service;
}

/** A refused start: its output and exit code. */
export async function refusedStart(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; stderr: string }> {
  const env = { INTERLINEAR_LOG_LEVEL: 'warn' };
  const started = await new ServiceProcess({ dataDir, env, user }).start().catch((error: unknown) => error);
  if (started instanceof StartError) return { code: started.code, stderr: started.log };
  throw new Error('The service started.', { cause: started });
}

/**
 * The OpenAPI document of each build, by its command line. To make it takes a service a third of the processor
 * time of its start: only the first is asked.
 */
const documents = new Map<string, OpenApiCheck>();

/**
 * The built service in a separate process. Every answer is checked against the OpenAPI document that its
 * build serves.
 */
export class TestService extends ServiceProcess {
  readonly #main: string;
  #openApi: OpenApiCheck | undefined;
  /** The account that requests are made for. */
  #key = API_KEY;

  constructor(options: ServiceOptions) {
    super(options);
    this.#main = options.main ?? MAIN;
  }

  override async start(env?: Readonly<Record<string, string>>): Promise<number> {
    const ms = await super.start(env);
    this.#openApi = documents.get(this.#main) ?? (await this.#readDocument());
    return ms;
  }

  async #readDocument(): Promise<OpenApiCheck> {
    const answer = await fetch(`${this.baseUrl}/v1/openapi.json`);
    const document = openApiCheck(await answer.text());
    documents.set(this.#main, document);
    return document;
  }

  async send<T = unknown>(
    method: string,
    path: string,
    { key = this.#key, ...init }: RequestInit & { key?: string } = {},
  ): Promise<Answer<T>> {
    const requestHeaders = new Headers(init.headers);
    if (key !== '') requestHeaders.set('Authorization', `Bearer ${key}`);
    const answer = await fetch(`${this.baseUrl}${path}`, { ...init, method, headers: requestHeaders });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = mediaType(answer.headers).endsWith('json') && bytes.length > 0;
    const body = (isJson ? JSON.parse(bytes.toString()) : undefined) as T;
    const { status, headers } = answer;
    this.#openApi?.check(method, path, { status, headers, body, bytes: bytes.length });
    return { status, headers, body, bytes };
  }

  /** `data` of a successful GET. */
  async get<T>(path: string, key?: string): Promise<T> {
    const { status, bytes, body } = await this.send<{ data: T }>(
      'GET',
      path,
      key === undefined ? {} : { key },
    );
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${bytes.toString()}`);
    return body.data;
  }

  post<T = unknown>(path: string, body: unknown, key = this.#key): Promise<Answer<T>> {
    const headers = { 'Content-Type': 'application/json' };
    return this.send('POST', path, { key, headers, body: JSON.stringify(body) });
  }

  upload<T = { data: Created } & Problem>(
    { name, content, type }: { name: string; content: BlobPart; type?: string },
    fields: Record<string, string> = { from: 'en', to: 'en-XA' },
    key = this.#key,
  ): Promise<Answer<T>> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([content], type === undefined ? {} : { type }), name);
    return this.send('POST', '/v1/translate/documents', { key, body: form });
  }

  job(id: string, kind: JobKind = 'documents', key?: string): Promise<Job> {
    return this.get(`/v1/translate/${kind}/${id}`, key);
  }

  /** Polls until there is a job of this file, as where another program creates it. */
  async jobOf(fileName: string): Promise<Job> {
    for (;;) {
      const { jobs } = await this.get<{ jobs: Job[] }>('/v1/jobs');
      const found = jobs.find(({ file_name: name }) => name === fileName);
      if (found) return found;
      await sleep(25);
    }
  }

  /** Polls until the job no longer runs. */
  async ended(id: string, kind?: JobKind, key?: string): Promise<Job> {
    for (;;) {
      const present = await this.job(id, kind, key);
      if (present.status !== 'running') return present;
      await sleep(25);
    }
  }

  /** Waits until no job of the account runs. */
  async idle(): Promise<void> {
    const running = () => this.get<{ jobs: Job[] }>('/v1/jobs?status=running');
    while ((await running()).jobs.length > 0) await sleep(25);
  }

  usage(key?: string): Promise<UsageResource> {
    return this.get('/v1/usage', key);
  }

  /**
   * The key that this start made for the user's own window and command line; that of the account, where a
   * test has its own.
   */
  async sessionKey(): Promise<string> {
    if (this.#key !== API_KEY) return this.#key;
    const session = await readFile(join(this.dataDir, 'session.json'), 'utf8');
    return (JSON.parse(session) as { key: string }).key;
  }

  /** All paths below the folders of jobs and uploads. */
  async stored(): Promise<string[]> {
    const folders = ['jobs', 'uploads'].map((name) => readdir(join(this.dataDir, name), { recursive: true }));
    return (await Promise.all(folders)).flat().sort();
  }

  /**
   * From here on requests are those of a new account, which may do all that the administrator may: tests that
   * share a service do not meet.
   */
  async useNewAccount(): Promise<void> {
    this.#key = API_KEY;
    this.#key = (await this.newAccount({ name: 'Test', docx_quota: 0 }, 'admin')).key;
  }

  /** A new account with its own key. */
  async newAccount(
    input: object,
    scope: 'translate' | 'admin' = 'translate',
  ): Promise<{ id: string; key: string }> {
    const account = await this.post<{ data: { id: string } }>('/v1/accounts', input);
    const { id } = account.body.data;
    const request = { account_id: id, name: 'test', scopes: [scope] };
    const answer = await this.post<{ data: { key: string } }>('/v1/keys', request);
    return { id, key: answer.body.data.key };
  }
}
