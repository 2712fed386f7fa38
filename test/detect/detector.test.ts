import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDetector } from '../../service/detect/detector.ts';
import type { Detector } from '../../service/detect/detector.ts';

let folder: string;
let detector: Detector;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-detector-'));
  vi.stubEnv('SLOW_THREAD_FOLDER', folder);
  detector = openDetector(() => join(import.meta.dirname, 'fixtures', 'slow-thread.mjs'));
});

afterEach(async () => {
  await detector.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('the detector', () => {
  it('loads its table to the end when those who ask go away meanwhile', async () => {
    const gone = new AbortController();
    const first = detector.detect('Guten', 'a', gone.signal);
    await vi.waitUntil(() => existsSync(join(folder, 'starts')), { timeout: 60_000 });
    gone.abort();
    const second = detector.detect('Guten Tag', 'a');
    await writeFile(join(folder, 'go'), '');
    await expect(second).resolves.toEqual([{ code: 'de', confidence: 1 }]);
    await first;
    expect(await readFile(join(folder, 'starts'), 'utf8')).toBe('x');
  });

  it('skips requests cancelled while they wait', async () => {
    const first = detector.detect('Guten', 'a');
    const gone = new AbortController();
    const second = detector.detect('Guten Tag', 'a', gone.signal);
    gone.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await writeFile(join(folder, 'go'), '');
    await first;
  });
});
