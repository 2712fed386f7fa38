import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedFetch, openApiCheck } from '../support/openapi-check.ts';
import { makeDocx } from '../support/office-files.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

/**
 * The answer of each route of a job in each state of it. A cell is the status, the code of a problem, and the
 * headers: `↻` ask again in 2 seconds, `→` the place of the new job, `file` something to save, `events` a
 * stream.
 */
const COLUMNS = [
  ...['status', 'status HEAD', 'content', 'content?simple=1', 'content HEAD', 'source', 'source HEAD'],
  ...['segments', 'events', 'cancel', 'retry', 'delete'],
] as const;
type Column = (typeof COLUMNS)[number];
type Kind = 'document' | 'batch';

const NOT_FOUND = '404 not_found';
const NOWHERE: Record<Column, string> = {
  ...(Object.fromEntries(COLUMNS.map((column) => [column, NOT_FOUND])) as Record<Column, string>),
  ...{ 'status HEAD': '404', 'content HEAD': '404', 'source HEAD': '404' },
};
/** Batches have no files: those paths do not exist. */
const NO_FILES = {
  ...{ content: NOT_FOUND, 'content?simple=1': NOT_FOUND, 'content HEAD': '404' },
  ...{ source: NOT_FOUND, 'source HEAD': '404' },
};
/** Segments are there in every state, as long as the job is. */
const SEGMENTS = { segments: '200' };
const SOURCE = { source: '200 file', 'source HEAD': '200 file' };

const DOCUMENT = {
  running: {
    ...{ status: '200 ↻', 'status HEAD': '200 ↻', ...SOURCE, ...SEGMENTS, events: '200 events' },
    ...{ content: '202 ↻', 'content?simple=1': '202 ↻', 'content HEAD': '202 ↻' },
    ...{ cancel: '200', retry: '409 conflict', delete: '204' },
  },
  done: {
    ...{ status: '200', 'status HEAD': '200', ...SOURCE, ...SEGMENTS, events: '200 events' },
    ...{ content: '200 file', 'content?simple=1': '200 file', 'content HEAD': '200 file' },
    ...{ cancel: '409 conflict', retry: '409 conflict', delete: '204' },
  },
  failed: {
    ...{ status: '200', 'status HEAD': '200', ...SOURCE, ...SEGMENTS, events: '200 events' },
    ...{ content: '409 job_failed', 'content?simple=1': '409 job_failed', 'content HEAD': '409' },
    ...{ cancel: '409 conflict', retry: '202 ↻ →', delete: '204' },
  },
  'failed, the source gone': {
    ...{
      status: '200',
      'status HEAD': '200',
      source: NOT_FOUND,
      'source HEAD': '404',
      ...SEGMENTS,
      events: '200 events',
    },
    ...{ content: '409 job_failed', 'content?simple=1': '409 job_failed', 'content HEAD': '409' },
    ...{ cancel: '409 conflict', retry: NOT_FOUND, delete: '204' },
  },
  cancelled: {
    ...{ status: '200', 'status HEAD': '200', ...SOURCE, ...SEGMENTS, events: '200 events' },
    ...{ content: '409 job_cancelled', 'content?simple=1': '409 job_cancelled', 'content HEAD': '409' },
    ...{ cancel: '200', retry: '202 ↻ →', delete: '204' },
  },
  deleted: NOWHERE,
  "another account's": NOWHERE,
  unknown: NOWHERE,
  malformed: NOWHERE,
} satisfies Record<string, Record<Column, string>>;
type State = keyof typeof DOCUMENT;

const BATCH: Partial<Record<State, Record<Column, string>>> = {
  running: { ...DOCUMENT.running, ...NO_FILES },
  done: { ...DOCUMENT.done, ...NO_FILES },
  failed: { ...DOCUMENT.failed, ...NO_FILES },
  cancelled: { ...DOCUMENT.cancelled, ...NO_FILES },
  deleted: NOWHERE,
  "another account's": NOWHERE,
  unknown: NOWHERE,
  malformed: NOWHERE,
};

const PATHS = { document: '/v1/translate/documents', batch: '/v1/translate/batch' } as const;
const MALFORMED = ['1', 'not-a-uuid', '%00', '%ff', '..%2F..%2Faccounts', '__proto__', 'x'.repeat(5_000)];
const UNKNOWN = ['01939b3c-0000-7000-8000-000000000000', '0d4a6a52-91a5-4d1c-a2d3-0e9f5a3c7b11'];

let service: TestService;
let send: ReturnType<typeof checkedFetch>;
let otherKey: string;
let short: Uint8Array<ArrayBuffer>;
let long: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '150', INTERLINEAR_DOCX_QUOTA: '0' });
  const document = await fetch(`${service.baseUrl}/v1/openapi.json`);
  send = checkedFetch(openApiCheck(await document.text()), service.baseUrl);
  otherKey = (await service.newAccount({ name: 'Other' })).key;
  short = new Uint8Array(await makeDocx(['Hello there']));
  long = new Uint8Array(await makeDocx(texts()));
});
afterAll(() => service.close());

/** Enough to run until the test is over. */
function texts(): string[] {
  return Array.from({ length: 100 }, (_, i) => `Sentence ${i} of many`);
}

async function create(kind: Kind, length: 'short' | 'long'): Promise<string> {
  const pair = { from: 'en', to: 'en-XA' };
  const segments = (length === 'short' ? ['Hello there'] : texts()).map((text) => ({ text }));
  const answer =
    kind === 'document'
      ? await service.upload({ name: 'contract.docx', content: length === 'short' ? short : long })
      : await service.post<{ data: Created }>(PATHS.batch, { ...pair, segments });
  expect(answer.status, answer.bytes.toString()).toBe(202);
  return answer.body.data.id;
}

const ended = (kind: Kind, id: string) => service.ended(id, kind === 'document' ? 'documents' : 'batch');

const MAKE: Record<Exclude<State, 'unknown' | 'malformed'>, (kind: Kind) => Promise<string>> = {
  running: (kind) => create(kind, 'long'),
  async done(kind) {
    const id = await create(kind, 'short');
    expect((await ended(kind, id)).status).toBe('done');
    return id;
  },
  /**
   * The file of its segments is out of reach while it runs, as on a network disk that goes away, and then
   * there again.
   */
  async failed(kind) {
    const id = await create(kind, 'short');
    const file = join(service.dataDir, 'jobs', id, 'segments.ndjson');
    await rename(file, `${file}.away`);
    expect(await ended(kind, id)).toMatchObject({ status: 'failed' });
    await rename(`${file}.away`, file);
    return id;
  },
  async 'failed, the source gone'(kind) {
    const id = await create(kind, 'short');
    const source = join(service.dataDir, 'jobs', id, 'source.docx');
    expect(existsSync(source)).toBe(true);
    await rm(source);
    expect(await ended(kind, id)).toMatchObject({ status: 'failed', error: { code: 'source_damaged' } });
    return id;
  },
  async cancelled(kind) {
    const id = await create(kind, 'long');
    expect((await service.send('POST', `${PATHS[kind]}/${id}/cancel`)).status).toBe(200);
    return id;
  },
  async deleted(kind) {
    const id = await MAKE.done(kind);
    expect((await service.send('DELETE', `${PATHS[kind]}/${id}`)).status).toBe(204);
    return id;
  },
  "another account's": (kind) => create(kind, 'long'),
};

async function ask(kind: Kind, id: string, column: Column, key = API_KEY): Promise<string> {
  const [name, word] = column.split(' ') as [string, string | undefined];
  const verb =
    name === 'delete' ? 'DELETE' : name === 'cancel' || name === 'retry' ? 'POST' : (word ?? 'GET');
  const under = name === 'status' || name === 'delete' ? '' : `/${name}`;
  const path = name === 'events' ? `/v1/jobs/${id}/events` : `${PATHS[kind]}/${id}${under}`;
  const answer = await send(path, { method: verb, headers: { Authorization: `Bearer ${key}` } });
  const { headers } = answer;
  const type = headers.get('content-type') ?? '';
  const body = type.includes('json') && verb !== 'HEAD' ? ((await answer.json()) as object) : {};
  await answer.body?.cancel().catch(() => undefined);
  const location = headers.get('location');
  if (location !== null) {
    const made = (body as { data: { id: string } }).data.id;
    expect(made).not.toBe(id);
    expect(location).toBe(`${PATHS[kind]}/${made}`);
    await service.send('DELETE', location);
  }
  if (headers.has('retry-after')) expect(headers.get('retry-after')).toBe('2');
  return [
    answer.status,
    ...('code' in body ? [String(body.code)] : []),
    ...(headers.has('retry-after') ? ['↻'] : []),
    ...(location === null ? [] : ['→']),
    ...(headers.has('content-disposition') ? ['file'] : []),
    ...(type.startsWith('text/event-stream') ? ['events'] : []),
  ].join(' ');
}

/** The columns of one row. Requests that change the job come last, each on its own job. */
async function askAll(kind: Kind, state: State): Promise<Record<string, string>> {
  const key = state === "another account's" ? otherKey : API_KEY;
  const make = () => MAKE[state as keyof typeof MAKE](kind);
  let id = await make();
  const row: Record<string, string> = {};
  for (const column of COLUMNS) {
    row[column] = await ask(kind, id, column, key);
    if ((column === 'cancel' || column === 'retry') && state === 'running') {
      await service.send('DELETE', `${PATHS[kind]}/${id}`);
      id = await make();
    }
  }
  if (row['delete'] !== '204' && state !== 'deleted') await service.send('DELETE', `${PATHS[kind]}/${id}`);
  return row;
}

describe.each([
  ['document', DOCUMENT as Partial<Record<State, Record<Column, string>>>],
  ['batch', BATCH],
] as const)('a %s job', (kind, table) => {
  it.each((Object.keys(table) as State[]).filter((state) => state in MAKE))('%s', async (state) => {
    expect(await askAll(kind, state)).toEqual(table[state]);
  });

  it.each([
    ['unknown', UNKNOWN],
    ['malformed', MALFORMED],
  ] as const)('with an id that is %s', async (state, ids) => {
    for (const id of ids) {
      const row: Record<string, string> = {};
      for (const column of COLUMNS) row[column] = await ask(kind, id, column);
      expect(row, id).toEqual(table[state]);
    }
  });

  it('asked for as one of the other kind', async () => {
    const other = kind === 'document' ? 'batch' : 'document';
    for (const state of ['running', 'done', 'cancelled'] as const) {
      const id = await MAKE[state](kind);
      for (const column of COLUMNS) {
        // Events are of both kinds.
        if (column !== 'events')
          expect([column, await ask(other, id, column)]).toEqual([column, NOWHERE[column]]);
      }
      expect(await ask(kind, id, 'status'), 'is left as it was').toBe(table[state]?.status);
      await service.send('DELETE', `${PATHS[kind]}/${id}`);
    }
  });
});

describe('the content of a job that failed', () => {
  it("carries the job's own error", async () => {
    const id = await MAKE['failed, the source gone']('document');
    const { error } = await service.job(id);
    const { body } = await service.send<{ detail: string; error: object }>(
      'GET',
      `${PATHS.document}/${id}/content`,
    );
    expect(body.error).toEqual(error);
    expect(body.detail).toBe(error?.message);
  });
});

describe('a cancelled job', () => {
  it('answers a second cancel with the same', async () => {
    const id = await MAKE.cancelled('batch');
    const [first, second] = [
      await service.job(id, 'batch'),
      await service.send<{ data: object }>('POST', `${PATHS.batch}/${id}/cancel`),
    ];
    expect(second.body.data).toEqual(first);
  });
});
