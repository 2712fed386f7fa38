// Years of work in a few seconds: one real job's folder, copied under thousands of ids. The service finds the
// folders without rows in its index and makes the index again, as it does after the index was lost.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const DAYS = 60;
const CONCURRENCY = 100;
const FILES = ['segments.ndjson', 'result.json'];

/** Writes `count` copies of the ended batch job `id`, made over the last days. Resolves with their ids. */
export async function writeHistory(dataDir: string, id: string, count: number): Promise<string[]> {
  const folder = join(dataDir, 'jobs', id);
  const record = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8')) as object;
  const journal = await readFile(join(folder, 'journal.ndjson'), 'utf8');
  const others = await Promise.all(
    FILES.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
  const copy = async (n: number): Promise<string> => {
    const time = Date.now() - Math.floor(((count - n) / count) * DAYS * DAY_MS) - 60_000;
    const own = uuid7(time, n);
    const at = new Date(time).toISOString();
    const target = join(dataDir, 'jobs', own);
    await mkdir(target);
    await writeFile(join(target, 'job.json'), JSON.stringify({ ...record, id: own, created_at: at }));
    await writeFile(join(target, 'journal.ndjson'), journal.replace(/"at":"[^"]*"/g, `"at":"${at}"`));
    for (const { name, bytes } of others) await writeFile(join(target, name), bytes);
    return own;
  };
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(CONCURRENCY, count - ids.length) }, (_, k) => ids.length + k);
    ids.push(...(await Promise.all(some.map(copy))));
  }
  return ids;
}

/** RFC 9562 §5.7; `n` keeps them apart. */
function uuid7(time: number, n: number): string {
  const ms = time.toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}
