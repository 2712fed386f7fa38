import { afterEach, expect, it, vi } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { translatedBefore } from '../../renderer/store-parts/translated-before.ts';

const FILE = new File(['One line'], 'short.txt');
const job = (of: Partial<Job>): Job =>
  ({
    ...{ kind: 'document', status: 'done', file_name: 'short.txt', source_bytes: FILE.size, to: 'es' },
    ...{ created_at: '2026-01-01T17:40:00Z', ...of },
  }) as Job;

afterEach(() => void vi.unstubAllGlobals());

it('a file that was translated before is named with the time of that, once', () => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  const said = translatedBefore([FILE, FILE], [job({})], ['es', 'de']);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('short.txt');
});

it('another file, language or size, and one that was not finished, are not', () => {
  const others = [{ file_name: 'b.txt' }, { to: 'fr' }, { source_bytes: 1 }, { status: 'failed' as const }];
  expect(translatedBefore([FILE], others.map(job), ['es', 'de'])).toEqual([]);
});
