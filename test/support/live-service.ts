/** The built service, and the requests that the long checks and the benchmarks make of it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, Problem } from '../../service/contract/index.ts';
import { API_KEY, ServiceProcess } from './service-process.ts';
import type { ServiceOptions } from './service-process.ts';

const REQUEST_MS = 30_000;
const RESULT_MS = 300_000;

/** An answer of 4xx or 5xx. `problem` is its body. */
export class Refusal extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(path: string, status: number, problem: Problem) {
    super(`${path}: ${status} ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }

  /** The problem with the field that was refused first, or else with the request. */
  get code(): string {
    return this.problem.errors?.[0]?.code ?? this.problem.code;
  }
}

/** For `catch`: a Refusal becomes the answer, every other error stays one. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Throws a StartError where it does not come up. */
export async function startService(options: ServiceOptions = {}): Promise<LiveService> {
  const service = new LiveService(options);
  await service.start();
  return service;
}

export class LiveService extends ServiceProcess {
  /**
   * A problem in words that must not exist once all jobs have ended: that it has died, or that uploads are
   * left.
   */
  trouble(): string | undefined {
    if (this.hasEnded()) return `The service has died.\n${this.stderr().slice(-4_000)}`;
    const uploads = readdirSync(join(this.dataDir, 'uploads'));
    return uploads.length > 0 ? `Left in uploads: ${uploads.join(', ')}` : undefined;
  }

  /** With the administrator's key. The signal of `init` takes the place of the time limit. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${API_KEY}`);
    return fetch(this.baseUrl + path, {
      ...init,
      headers,
      signal: init.signal ?? AbortSignal.timeout(REQUEST_MS),
    });
  }

  /** `data` of an answer. Throws a Refusal. */
  async data<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.request(path, init);
    const body: unknown = await response.json();
    if (!response.ok) throw new Refusal(path, response.status, body as Problem);
    return (body as { data: T }).data;
  }

  /** Creates a document job, from English to pseudo-localised English unless `fields` say otherwise. */
  upload(
    name: string,
    content: string | Uint8Array,
    fields: Readonly<Record<string, string>> = {},
    signal: AbortSignal | null = null,
  ): Promise<Pick<Job, 'id' | 'segment_count' | 'source_chars'>> {
    const form = new FormData();
    const all = { from: 'en', to: 'en-XA', ...fields };
    for (const [field, value] of Object.entries(all)) form.append(field, value);
    form.append('file', new Blob([content as BlobPart]), name);
    return this.data('/v1/translate/documents', { method: 'POST', body: form, signal });
  }

  /** A document job once it no longer runs, which its events tell. */
  async ended(id: string, signal = AbortSignal.timeout(RESULT_MS)): Promise<Job> {
    for (;;) {
      // The stream ends with the job.
      await (await this.request(`/v1/jobs/${id}/events`, { signal })).text();
      const job = await this.data<Job>(`/v1/translate/documents/${id}`, { signal });
      if (job.status !== 'running') return job;
    }
  }

  /** The translated file. */
  async content(id: string, query = '', signal: AbortSignal | null = null): Promise<Buffer> {
    const path = `/v1/translate/documents/${id}/content${query}`;
    const response = await this.request(path, { signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 200) return bytes;
    throw new Error(`${path}: ${response.status} ${bytes.toString().slice(0, 300)}`);
  }

  /** The translated file of a job that is to end well. */
  async result(id: string): Promise<Buffer> {
    const { status, error } = await this.ended(id);
    if (status !== 'done') throw new Error(`Job ${id}: ${status} ${JSON.stringify(error)}`);
    return this.content(id);
  }
}
