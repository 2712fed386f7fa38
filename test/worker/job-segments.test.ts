import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobSegmentsReader } from '../../service/worker/text/job-segments.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-segments-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a job's segments, for its chunks", () => {
  it('are those that a chunk is of, in its order', async () => {
    const segmentsPath = await job('some', 'a', 'b', 'c');
    const read = await createJobSegmentsReader(1_000).read({ segmentsPath, indexes: [2, 0] });
    expect(read).toEqual([{ text: 'c' }, { text: 'a' }]);
  });

  it('come with those around them', async () => {
    const segmentsPath = await job('around', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const reader = createJobSegmentsReader(1_000);
    expect(await reader.surroundings({ segmentsPath, indexes: [4, 5] })).toEqual({
      before: ['b', 'c', 'd'],
      after: ['g', 'h'],
    });
    expect(await reader.surroundings({ segmentsPath, indexes: [1, 7] })).toEqual({
      before: ['a'],
      after: [],
    });
  });

  it('are read once for all chunks, also where one job alone takes too much', async () => {
    const segmentsPath = await job('once', 'first');
    const reader = createJobSegmentsReader(1);
    await reader.read({ segmentsPath, indexes: [0] });
    await job('once', 'changed on disk');
    expect(await reader.read({ segmentsPath, indexes: [0] })).toEqual([{ text: 'first' }]);
  });

  it('give way to more recent ones when they take too much memory, least recently used first', async () => {
    const reader = createJobSegmentsReader(80);
    const [a, b, c] = [
      await job('a', 'a'.repeat(20)),
      await job('b', 'b'.repeat(20)),
      await job('c', 'c'.repeat(20)),
    ];
    const first = (segmentsPath: string) => reader.read({ segmentsPath, indexes: [0] });
    for (const path of [a, b, a, c]) await first(path);
    await Promise.all([job('a', 'new'), job('b', 'new')]);
    expect(await first(a)).toEqual([{ text: 'a'.repeat(20) }]);
    expect(await first(b)).toEqual([{ text: 'new' }]);
  });

  it('that cannot be read are tried again with the next chunk', async () => {
    const segmentsPath = join(folder, 'late.ndjson');
    const reader = createJobSegmentsReader(1_000);
    const read = () => reader.read({ segmentsPath, indexes: [0] });
    await expect(read()).rejects.toMatchObject({
      name: 'WorkerError',
      code: 'damaged_job',
      retryable: false,
    });
    await job('late', 'there now');
    expect(await read()).toEqual([{ text: 'there now' }]);
  });

  it.each([
    ['cut off', '{"text":"a"}\n{"te'],
    ['of something else', '{"text":"a"}\n{"words":"b"}\n'],
    ['too short', '{"text":"a"}\n'],
  ])('in a file that is %s are damaged', async (_, content) => {
    const segmentsPath = join(folder, 'damaged.ndjson');
    await writeFile(segmentsPath, content);
    const reader = createJobSegmentsReader(1_000);
    await expect(reader.read({ segmentsPath, indexes: [1] })).rejects.toMatchObject({ code: 'damaged_job' });
    expect(await reader.read({ segmentsPath, indexes: [0] })).toEqual([{ text: 'a' }]);
  });
});

async function job(name: string, ...texts: string[]): Promise<string> {
  const path = join(folder, `${name}.ndjson`);
  await writeFile(path, texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
  return path;
}
