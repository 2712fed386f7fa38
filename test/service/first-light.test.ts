import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { allGone, descendants, isAlive, newDataDir, startService } from './harness.ts';
import type { RunningService } from './harness.ts';

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
  it('translates each kind of document and ends in order when it is asked to', async () => {
    const { service, dataDir } = await started();
    expect((await fetch(`${service.baseUrl}/v1/health`)).status).toBe(200);

    let chars = 0;
    for (const [fileType, name] of DOCUMENTS) {
      const source = await readFile(join(SAMPLES, name));
      const created = await create(service, { name, bytes: source });
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

    const family = await descendants(service.pid);
    expect(family.length).toBeGreaterThan(0);
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await allGone(family, 1_000);
    const left = await readdir(dataDir);
    expect(left.filter((name) => ['endpoint.json', 'session.json', 'lock'].includes(name))).toEqual([]);
  });

  it('answers a batch with its segments in order', async () => {
    const { service } = await started();
    const segments = [{ text: 'Good morning', id: 'a' }, { text: '' }, { text: 'Good morning' }];
    const response = await service.request('/v1/translate/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'en', to: 'en-XA', segments }),
    });
    expect(response.status).toBe(202);
    const { id } = ((await response.json()) as { data: { id: string } }).data;
    const { segments: done } = await service.ended(id, 'batch');
    expect(done).toMatchObject([{ id: 'a', text: 'Good morning' }, { text: '', translated_text: '' }, {}]);
    expect(done?.[2]).toEqual({ text: 'Good morning', translated_text: done?.[0]?.translated_text });
  });

  it('tells the command line where it is, in files that only their owner can read', async () => {
    const { service, dataDir } = await started();
    for (const name of ['endpoint.json', 'session.json']) {
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    }
    const endpoint = await readFile(join(dataDir, 'endpoint.json'), 'utf8');
    const session = JSON.parse(await readFile(join(dataDir, 'session.json'), 'utf8')) as { key: string };
    expect(JSON.parse(endpoint)).toMatchObject({ base_url: service.baseUrl, pid: service.pid });
    expect(endpoint).not.toContain(session.key);
    const headers = { authorization: `Bearer ${session.key}` };
    expect((await fetch(`${service.baseUrl}/v1/accounts`, { headers })).status).toBe(200);
  });

  it('refuses a second start on the same data folder, naming the first', async () => {
    const { service, dataDir } = await started();
    await expect(startService(dataDir)).rejects.toThrow(service.baseUrl);
    expect((await service.request('/v1/usage')).status).toBe(200);
  });

  it('writes neither keys nor text of documents to its log', async () => {
    const { service, dataDir } = await started();
    const { id } = await create(service, { name: 'a.txt', bytes: 'The confidential sentence.' });
    await service.ended(id);
    const session = JSON.parse(await readFile(join(dataDir, 'session.json'), 'utf8')) as { key: string };
    await service.end('SIGTERM');
    expect(service.log()).toContain('service is ready');
    for (const secret of ['confidential', 'test-key-', session.key])
      expect(service.log()).not.toContain(secret);
  });
});

describe('a job survives', () => {
  it('the death of the whole service: it goes on at the next start, with the same result, charged once', async () => {
    const expected = await uninterrupted();
    const { service, dataDir } = await started({ INTERLINEAR_PSEUDO_DELAY_MS: '40' });
    const { id, source_chars } = await create(service, { name: 'letter.txt', bytes: LETTER });
    await halfway(service, id);
    const family = await descendants(service.pid);
    await service.end('SIGKILL');
    await allGone(family);

    const { service: again } = await started({}, dataDir);
    const job = await again.ended(id);
    expect(job).toMatchObject({ status: 'done', completed_segments: 60, source_chars });
    expect(await content(again, id)).toEqual(expected);
    expect(await again.usage()).toMatchObject({ total_chars: source_chars, credit_reserved: 0 });
    expect(await linesPerSegment(dataDir, id)).toEqual(new Array(40).fill(1));
  });

  it('the death of the translation process, without the client noticing', async () => {
    const expected = await uninterrupted();
    const { service, dataDir } = await started({ INTERLINEAR_PSEUDO_DELAY_MS: '40' });
    const { id, source_chars } = await create(service, { name: 'letter.txt', bytes: LETTER });
    await halfway(service, id);
    const [worker] = await descendants(service.pid);
    process.kill(worker!, 'SIGKILL');

    expect(await service.ended(id)).toMatchObject({ status: 'done', completed_segments: 60 });
    expect(await content(service, id)).toEqual(expected);
    expect(await service.usage()).toMatchObject({ total_chars: source_chars, credit_reserved: 0 });
    expect(await linesPerSegment(dataDir, id)).toEqual(new Array(40).fill(1));
    expect(isAlive(worker!)).toBe(false);
  });
});

describe('an engine of its own processes', () => {
  it.skipIf(!hasApertium())('leaves none behind, whichever process is killed', async () => {
    for (const victim of ['service', 'translation process'] as const) {
      const { service } = await started();
      const created = await service.uploadDocument(
        { name: 'letter.txt', bytes: LETTER },
        { from: 'en', to: 'es' },
      );
      const { id } = ((await created.json()) as { data: Created }).data;
      await service.ended(id);
      // The engine stays open for the next job: its pipeline is there to be lost.
      const [worker, ...engine] = await descendants(service.pid);
      expect(engine.length).toBeGreaterThan(1);
      process.kill(victim === 'service' ? service.pid : worker!, 'SIGKILL');
      await allGone([worker!, ...engine]);
    }
  });
});

async function started(env: Record<string, string> = {}, dataDir?: string) {
  let path = dataDir;
  if (path === undefined) {
    const fresh = await newDataDir();
    cleanups.push(fresh.remove);
    path = fresh.path;
  }
  const service = await startService(path, env);
  cleanups.push(() => (isAlive(service.pid) ? service.end('SIGKILL') : Promise.resolve()));
  return { service, dataDir: path };
}

interface Created {
  id: string;
  segment_count: number;
  source_chars: number;
}

async function create(service: RunningService, file: { name: string; bytes: BlobPart }): Promise<Created> {
  const response = await service.uploadDocument(file);
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Created }).data;
}

async function content(service: RunningService, id: string): Promise<Buffer> {
  const response = await service.request(`/v1/translate/documents/${id}/content`);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** What the letter becomes when nothing happens to it. */
async function uninterrupted(): Promise<Buffer> {
  const { service } = await started();
  const { id } = await create(service, { name: 'letter.txt', bytes: LETTER });
  expect(await service.ended(id)).toMatchObject({ status: 'done' });
  const result = await content(service, id);
  await service.end('SIGTERM');
  return result;
}

/** Waits until some of the job is journalled and some is not. */
async function halfway(service: RunningService, id: string): Promise<void> {
  for (;;) {
    const { status, completed_segments: completed } = await service.job(id);
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
