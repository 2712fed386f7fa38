import { readFile } from 'node:fs/promises';
import type { Accounts, KeyInfo, Principal } from '../../service/accounts/accounts-port.ts';
import { LANGUAGETOOL, ProblemError } from '../../service/contract/index.ts';
import type { EngineResource, Job } from '../../service/contract/index.ts';
import type { Jobs, NewBatch, NewDocument, NewTexts } from '../../service/jobs/jobs-port.ts';
import type { Packages } from '../../service/packages/packages-port.ts';
import type { CheckerAdmin, EngineAdmin } from '../../service/settings/settings-port.ts';
import type { Document } from '../../service/store/store-port.ts';

/** Keys that the in-memory accounts know. */
export const ADMIN_KEY = 'il_admin';
export const TRANSLATE_KEY = 'il_translate';
export const JOB_ID = '0d4a6a52-91a5-4d1c-a2d3-0e9f5a3c7b11';

const PRINCIPALS: Record<string, Principal> = {
  [ADMIN_KEY]: { accountId: 'local', scopes: ['admin'] },
  [TRANSLATE_KEY]: { accountId: 'local', scopes: ['translate'] },
};

const SESSION: KeyInfo = {
  id: JOB_ID,
  account_id: 'local',
  name: 'Browser',
  scopes: ['admin'],
  created_at: '2026-01-01T00:00:00.000Z',
  session: true,
};

/** `revoked`: keys that no longer work. */
export function memoryAccounts(revoked: ReadonlySet<string> = new Set()): Accounts {
  const missing = (): never => {
    throw new ProblemError('not_found', 'No such account.');
  };
  let token: string | undefined = 'one-time';
  return {
    sessionKey: ADMIN_KEY,
    authenticate: (key) => (revoked.has(key) ? undefined : PRINCIPALS[key]),
    issueToken: () => ({ token: 'one-time', expires_at: '2026-01-01T00:02:00.000Z' }),
    exchangeToken: (given) => {
      const isGood = given === token;
      token = undefined;
      return Promise.resolve(isGood ? { ...SESSION, key: ADMIN_KEY } : undefined);
    },
    listAccounts: () => [],
    createAccount: (input) =>
      Promise.resolve({
        id: 'a1',
        name: input.name,
        credit_balance: input.credit_balance ?? null,
        docx_quota: input.docx_quota ?? null,
        created_at: '2026-01-01T00:00:00.000Z',
      }),
    updateAccount: missing,
    listKeys: () => [],
    createKey: missing,
    revokeKey: missing,
    revokeKeysOf: () => Promise.resolve(),
    listConnections: () => [],
    createConnection: missing,
    removeConnection: missing,
    usage: (account_id) => ({
      account_id,
      credit_balance: null,
      credit_reserved: 0,
      total_chars: 0,
      days: [],
      docx_quota: { limit: 10, used: 0 },
    }),
  };
}

export function noPackages(): Packages {
  const missing = () => Promise.reject(new ProblemError('not_found', 'No such package.'));
  return {
    create: missing,
    list: () => Promise.resolve([]),
    get: missing,
    returned: missing,
    reference: missing,
    remove: missing,
    removeOf: () => Promise.resolve(),
  };
}

/**
 * Jobs without a queue or a disk, for tests of what HTTP itself does: it records what it was asked to create
 * and knows the jobs and files a test puts in.
 */
export class MemoryJobs implements Jobs {
  readonly documents: (NewDocument & { bytes: Buffer })[] = [];
  readonly batches: NewBatch[] = [];
  readonly known = new Map<string, Job>();
  file: { path: string; bytes: number; fileName: string } | undefined;
  readonly #listeners = new Set<Parameters<Jobs['subscribe']>[0]>();

  /** Knows every pair but those into Welsh. */
  async createDocument(request: NewDocument) {
    if (request.to === 'cy') throw new ProblemError('engine_unavailable', 'The model is not installed.');
    this.documents.push({ ...request, bytes: await readFile(request.upload.path) });
    return {
      id: JOB_ID,
      status: 'running' as const,
      file_type: 'txt' as const,
      segment_count: 1,
      source_chars: 5,
    };
  }

  followChoices(): void {
    throw new Error('No choice changes here.');
  }
  listTerms(): ReturnType<Jobs['listTerms']> {
    return Promise.reject(new Error('Nothing is listed here.'));
  }
  examine(): ReturnType<Jobs['examine']> {
    return Promise.reject(new Error('Nothing is examined here.'));
  }

  createBatch(request: NewBatch) {
    this.batches.push(request);
    const segment_count = 'storedAt' in request.segments ? 1 : request.segments.length;
    return Promise.resolve({ id: JOB_ID, status: 'running' as const, segment_count, source_chars: 5 });
  }

  secondOpinion(): ReturnType<Jobs['secondOpinion']> {
    return Promise.reject(new Error('No engine is asked again here.'));
  }

  translateTexts(requests: readonly NewTexts[]) {
    return Promise.resolve(
      requests.map(({ segments, from, to }) => ({
        segments: segments.map((segment) => ({
          ...segment,
          source: segment.text,
          chars: segment.text.length,
          origin: 'engine' as const,
          flags: [],
        })),
        source_chars: 5,
        engine: 'pseudo',
        engine_pair: { from, to },
        warnings: [],
      })),
    );
  }

  get(_accountId: string, id: string): Promise<Job> {
    const job = this.known.get(id);
    return job ? Promise.resolve(job) : Promise.reject(new ProblemError('not_found', 'No job has this id.'));
  }

  batchSegments() {
    return Promise.resolve(this.file && { ...this.file, mediaType: 'application/json', etag: '"segments"' });
  }

  effort(): Promise<never> {
    throw new Error('No test asks for effort in memory.');
  }

  page(): Promise<never> {
    throw new Error('No test draws a page in memory.');
  }

  preview(): Promise<never> {
    return Promise.reject(new Error('Nothing is drawn here.'));
  }

  importFile() {
    return Promise.resolve({ changed: 0, unchanged: 0, refused: [] });
  }

  checks(): Promise<never> {
    return Promise.reject(new Error('There is nothing to check.'));
  }

  ignoreFindings(): Promise<never> {
    return this.checks();
  }

  checkReport(): Promise<never> {
    return this.checks();
  }

  exportFile(): Promise<never> {
    return Promise.reject(new Error('There is nothing to export.'));
  }

  edit() {
    return Promise.resolve({ json: Buffer.from('[]'), changed: 0, revision: '0' });
  }

  segments() {
    return Promise.resolve({ json: Buffer.from('[]'), revision: '0' });
  }

  list(_accountId: string, { status }: { status?: string } = {}) {
    const jobs = [...this.known.values()].filter((job) => status === undefined || job.status === status);
    return Promise.resolve({ jobs });
  }

  cancel(accountId: string, id: string) {
    return this.get(accountId, id);
  }

  async retry(accountId: string, id: string) {
    const { segment_count, source_chars } = await this.get(accountId, id);
    return { id: JOB_ID, status: 'running' as const, segment_count, source_chars };
  }

  async remove(accountId: string, id: string) {
    await this.get(accountId, id);
  }

  async content(accountId: string, id: string) {
    if (this.file) return { file: await this.source(), keptSegments: 0 };
    return { running: await this.get(accountId, id) };
  }

  source() {
    if (!this.file) return Promise.reject(new Error('a bug, with /home/someone/secret in its message'));
    return Promise.resolve({ ...this.file, mediaType: 'text/plain', etag: '"v1"' });
  }

  assembly() {
    return Promise.reject(new Error('not used'));
  }

  subscribe(listener: Parameters<Jobs['subscribe']>[0]) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Open streams: the metrics listen too, always. */
  get subscribers(): number {
    return this.#listeners.size - 1;
  }

  emit(job: Job, accountId = 'local'): void {
    this.known.set(job.id, job);
    for (const listener of this.#listeners)
      listener(accountId, job, job.status === 'running' ? 'progressed' : 'ended');
  }
}

export function runningJob(change: Partial<Job> = {}): Job {
  return {
    id: JOB_ID,
    client_id: 'general',
    kind: 'document',
    status: 'running',
    segment_count: 4,
    source_chars: 20,
    completed_segments: 1,
    total_segments: 4,
    from: 'en',
    to: 'es',
    engine: 'pseudo',
    engine_pair: { from: 'en', to: 'es' },
    options: {},
    revision: '0',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    warnings: [],
    ...change,
  };
}

/** A document that no file holds. */
export function memoryDocument<T extends object>(data: T): Document<T> {
  return {
    data,
    rev: 1,
    recovery: 'none',
    restoredRev: 1,
    completeRecovery: () => Promise.resolve(),
    update: (change) => Promise.resolve(change(data, 2)),
    touch: (change) => change(data),
    flush: () => Promise.resolve(),
  };
}

/** A machine without engines. */
export function memoryEngines(): EngineAdmin {
  const missing = (): never => {
    throw new ProblemError('not_found', 'No such engine.');
  };
  const remote: EngineResource = {
    id: 'libretranslate',
    name: 'LibreTranslate',
    kind: 'remote',
    enabled: true,
    ready: false,
    reason: 'http://127.0.0.1:5000/token does not answer.',
    capabilities: { inline_codes: true, glossary: false, tone: 'none', context: false },
    pairs: [],
    settings: { url: 'http://127.0.0.1:5000/token' },
    key: 'none',
    fixed: [],
  };
  return {
    list: () => Promise.resolve([remote]),
    change: missing,
    setKey: missing,
    test: missing,
    localServers: () => Promise.resolve([]),
  };
}

export function memoryCheckers(): CheckerAdmin {
  const missing = (): never => {
    throw new ProblemError('not_found', 'No such checker.');
  };
  return {
    show: () =>
      Promise.resolve({
        ...{ id: LANGUAGETOOL, name: 'LanguageTool', enabled: true, consent: false, ready: false },
        ...{ url: 'http://127.0.0.1:8081/token', reason: 'http://127.0.0.1:8081/token does not answer.' },
        ...{ languages: [], ignored: [] },
      }),
    change: missing,
    test: missing,
  };
}
