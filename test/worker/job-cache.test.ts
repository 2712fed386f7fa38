import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeJobRecord } from '../../service/records/job-record.ts';
import { createJobCache } from '../../service/worker/translation/job-cache.ts';
import { readSegments } from '../../service/worker/job-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-cache-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a job's files in the translation process", () => {
  it('are read once for all its chunks, with the options the engine needs', async () => {
    const paths = await job('once', 'first');
    const cache = createJobCache(1_000_000);
    const [a, b] = await Promise.all([cache.get('once', paths), cache.get('once', paths)]);
    await job('once', 'changed on disk');
    expect(await cache.get('once', paths)).toBe(a);
    expect(b).toBe(a);
    expect(a).toEqual({ segments: [{ text: 'first' }], options: { tone: 'formal' } });
  });

  it('are read again once the job was released', async () => {
    const paths = await job('again', 'before');
    const cache = createJobCache(1_000_000);
    await cache.get('again', paths);
    await job('again', 'after');
    cache.forget('again');
    expect((await cache.get('again', paths)).segments).toEqual([{ text: 'after' }]);
  });

  it('give way to more recent ones when they take too much memory, least recently used first', async () => {
    const text = 'x'.repeat(1_000);
    const cache = createJobCache(5_000);
    const [a, b, c] = [await job('a', text), await job('b', text), await job('c', text)];
    const first = await cache.get('a', a);
    const second = await cache.get('b', b);
    expect(await cache.get('a', a)).toBe(first);
    await cache.get('c', c);
    expect(await cache.get('a', a)).toBe(first);
    expect(await cache.get('b', b)).not.toBe(second);
  });

  it('are kept while in use even when one job alone takes too much', async () => {
    const paths = await job('large', 'x'.repeat(10_000));
    const cache = createJobCache(1_000);
    const first = await cache.get('large', paths);
    expect(await cache.get('large', paths)).toBe(first);
  });

  it('that cannot be read are tried again with the next chunk', async () => {
    const paths = filesOf('late');
    const cache = createJobCache(1_000_000);
    await expect(cache.get('late', paths)).rejects.toMatchObject({ name: 'WorkerError', retryable: false });
    await job('late', 'there now');
    expect((await cache.get('late', paths)).segments).toEqual([{ text: 'there now' }]);
  });
});

function filesOf(name: string) {
  const segmentsPath = join(folder, `${name}.ndjson`);
  return {
    segmentsPath,
    jobPath: join(folder, `${name}.json`),
    segments: () => readSegments(segmentsPath),
  };
}

async function job(name: string, text: string) {
  const paths = filesOf(name);
  await writeFile(paths.segmentsPath, `${JSON.stringify({ text })}\n`);
  const record = encodeJobRecord({
    version: 1,
    id: '01a1f930-3892-7000-b78e-04a43122fe34',
    account_id: 'local',
    kind: 'batch',
    segment_count: 1,
    source_chars: text.length,
    source_words: 1,
    from: 'en',
    to: 'es',
    engine: 'pseudo',
    engine_pair: { from: 'en', to: 'es' },
    options: { tone: 'formal', glossary_id: 'g' },
    created_at: '2026-03-01T12:00:00.000Z',
    warnings: [],
  });
  await writeFile(paths.jobPath, record);
  return paths;
}
