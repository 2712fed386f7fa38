import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { descendants, isAlive, outliving } from '../support/processes.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

// The built service in processes of its own, as people start it: `npm run build` first.
const SAMPLES = join(import.meta.dirname, '..', '..', 'resources', 'samples');
const DOCUMENTS = [
  ['txt', 'welcome-letter.txt'],
  ['csv', 'audio-guide.csv'],
  ['docx', 'harbour-museum.docx'],
  ['xlsx', 'museum-shop.xlsx'],
] as const;
/** 60 lines, 40 of them different. */
const LETTER = Array.from({ length: 60 }, (_, n) => `Line ${n % 40} opens at nine.`).join('\n');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ INTERLINEAR_LOG_LEVEL: 'debug' });
  });
  afterAll(() => service.close());

  it('answers a batch with its segments in order', async () => {
    const segments = [{ text: 'Good morning', id: 'a' }, { text: '' }, { text: 'Good morning' }];
    const request = { from: 'en', to: 'en-XA', segments };
    const { status, body } = await service.post<{ data: Created }>('/v1/translate/batch', request);
    expect(status).toBe(202);
    const { segments: done } = await service.ended(body.data.id, 'batch');
    expect(done).toMatchObject([{ id: 'a', text: 'Good morning' }, { text: '', translated_text: '' }, {}]);
    expect(done?.[2]).toEqual({ text: 'Good morning', translated_text: done?.[0]?.translated_text });
  });

  it('leaves its address for the command line in files that only their owner can read', async () => {
    for (const name of ['endpoint.json', 'session.json']) {
      expect((await stat(join(service.dataDir, name))).mode & 0o777).toBe(0o600);
    }
    const endpoint = await readFile(join(service.dataDir, 'endpoint.json'), 'utf8');
    const key = await service.sessionKey();
    expect(JSON.parse(endpoint)).toMatchObject({ base_url: service.baseUrl, pid: service.pid });
    expect(endpoint).not.toContain(key);
    expect((await service.send('GET', '/v1/accounts', { key })).status).toBe(200);
  });

  it('refuses a second start on the same data folder, naming the first', async () => {
    await expect(startService({}, { dataDir: service.dataDir })).rejects.toThrow(service.baseUrl);
    expect((await service.send('GET', '/v1/usage')).status).toBe(200);
  });

  // The last: it stops the service.
  it('translates each kind of document, ends in order when it is asked to, and has written neither keys nor text to its log', async () => {
    expect((await fetch(`${service.baseUrl}/v1/health`)).status).toBe(200);

    let { total_chars: chars } = await service.usage();
    for (const [fileType, name] of DOCUMENTS) {
      const source = await readFile(join(SAMPLES, name));
      const created = await create(service, name, source);
      expect(created).toMatchObject({ status: 'running', file_type: fileType });
      expect(await service.ended(created.id)).toMatchObject({
        status: 'done',
        completed_segments: created.segment_count,
        total_segments: created.segment_count,
      });
      const result = await content(service, created.id);
      expect(result.equals(source)).toBe(false);
      expect(result.length).toBeGreaterThan(source.length / 2);
      chars += created.source_chars;
    }
    expect(await service.usage()).toMatchObject({
      total_chars: chars,
      credit_reserved: 0,
      docx_quota: { used: 1 },
    });

    const { id } = await create(service, 'a.txt', 'The confidential sentence.');
    await service.ended(id);

    const sessionKey = await service.sessionKey();
    const family = service.family();
    expect(family.length).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    expect(await outliving(family, 60_000)).toEqual([]);
    const left = await readdir(service.dataDir);
    expect(left.filter((name) => ['endpoint.json', 'session.json', 'lock'].includes(name))).toEqual([]);

    expect(service.stderr()).toContain('service is ready');
    for (const secret of ['confidential', 'test-key-', sessionKey])
      expect(service.stderr()).not.toContain(secret);
  });
});

describe('a job survives', () => {
  it('the death of the whole service: it goes on at the next start, with the same result, charged once', async () => {
    const service = await started({ INTERLINEAR_PSEUDO_DELAY_MS: '500' });
    const { id, source_chars } = await create(service, 'letter.txt', LETTER);
    await halfway(service, id);
    expect(await service.kill()).toEqual([]);

    const again = await started({}, service.dataDir);
    const job = await again.ended(id);
    expect(job).toMatchObject({ status: 'done', completed_segments: 60, source_chars });
    expect(await again.usage()).toMatchObject({ total_chars: source_chars, credit_reserved: 0 });
    expect(await linesPerSegment(service.dataDir, id)).toEqual(new Array(40).fill(1));
    expect(await content(again, id)).toEqual(await uninterrupted(again));
  });

  it('the death of the engine process, without the client noticing', async () => {
    const service = await started({ INTERLINEAR_PSEUDO_DELAY_MS: '150' });
    const { id, source_chars } = await create(service, 'letter.txt', LETTER);
    await halfway(service, id);
    const [worker] = service.family();
    process.kill(worker!, 'SIGKILL');

    expect(await service.ended(id)).toMatchObject({ status: 'done', completed_segments: 60 });
    expect(await service.usage()).toMatchObject({ total_chars: source_chars, credit_reserved: 0 });
    expect(await linesPerSegment(service.dataDir, id)).toEqual(new Array(40).fill(1));
    expect(isAlive(worker!)).toBe(false);
    expect(await content(service, id)).toEqual(await uninterrupted(service));
  });
});

describe('an engine with child processes', () => {
  it.skipIf(!hasApertium())('leaves none behind, whichever process is killed', async () => {
    for (const victim of ['service', 'engine process'] as const) {
      const service = await started();
      const { id } = await create(service, 'letter.txt', LETTER, { from: 'en', to: 'es' });
      await service.ended(id);
      // The engine stays open for the next job: its pipeline is there to be lost.
      const [worker] = service.family();
      const engine = descendants(worker!);
      expect(engine.length).toBeGreaterThan(1);
      process.kill(victim === 'service' ? service.pid : worker!, 'SIGKILL');
      expect(await outliving([worker!, ...engine])).toEqual([]);
    }
  });
});

async function started(env: Record<string, string> = {}, dataDir?: string): Promise<TestService> {
  const service = await startService(env, dataDir === undefined ? {} : { dataDir });
  cleanups.push(() => service.close());
  return service;
}

async function create(
  service: TestService,
  name: string,
  content: BlobPart,
  fields?: Record<string, string>,
): Promise<Created> {
  const { status, body } = await service.upload({ name, content }, fields);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

async function content(service: TestService, id: string): Promise<Buffer> {
  const { status, bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
  if (status !== 200) throw new Error(`${status} ${bytes.toString()}`);
  return bytes;
}

/** The letter's result when nothing happens to it. */
let result: Promise<Buffer> | undefined;
const uninterrupted = (service: TestService) => (result ??= translated(service));

async function translated(service: TestService): Promise<Buffer> {
  const { id } = await create(service, 'letter.txt', LETTER);
  expect(await service.ended(id)).toMatchObject({ status: 'done' });
  return content(service, id);
}

/** Waits until some of the job is journalled and some is not. */
async function halfway(service: TestService, id: string): Promise<void> {
  for (;;) {
    const { status, completed_segments: completed = 0 } = await service.job(id);
    if (status !== 'running') throw new Error('The job ended before it could be interrupted.');
    if (completed > 0) return;
    await sleep(10);
  }
}

/** How often each segment that has a journal line has one: more than once would be work done twice. */
async function linesPerSegment(dataDir: string, id: string): Promise<number[]> {
  const journal = await readFile(join(dataDir, 'jobs', id, 'journal.ndjson'), 'utf8');
  const counts = new Map<number, number>();
  for (const line of journal.split('\n').filter(Boolean)) {
    const { i } = JSON.parse(line) as { i?: number };
    if (i !== undefined) counts.set(i, (counts.get(i) ?? 0) + 1);
  }
  return [...counts.values()];
}
