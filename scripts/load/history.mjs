// Years of work in a few seconds: one real job's folder, copied under thousands of ids. The service finds the folders without
// rows in its index and makes the index anew, as it does after the index was lost.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;
const FILES = ['segments.ndjson', 'result.json'];

/** Writes `count` copies of the ended batch job `id`, made over the last `days` days, and answers their ids. */
export async function writeHistory(dataDir, id, count, days = 60) {
  const folder = join(dataDir, 'jobs', id);
  const record = JSON.parse(await readFile(join(folder, 'job.json'), 'utf8'));
  const journal = (await readFile(join(folder, 'journal.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map(JSON.parse);
  const others = await Promise.all(FILES.map(async (name) => [name, await readFile(join(folder, name))]));
  const ids = [];
  const copy = async (n) => {
    const time = Date.now() - Math.floor(((count - n) / count) * days * DAY_MS) - 60_000;
    const own = uuid7(time, n);
    ids.push(own);
    const at = new Date(time).toISOString();
    const target = join(dataDir, 'jobs', own);
    await mkdir(target);
    await writeFile(join(target, 'job.json'), JSON.stringify({ ...record, id: own, created_at: at }));
    const lines = journal.map((line) => `${JSON.stringify('at' in line ? { ...line, at } : line)}\n`);
    await writeFile(join(target, 'journal.ndjson'), lines.join(''));
    for (const [name, bytes] of others) await writeFile(join(target, name), bytes);
  };
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, k) => copy(n + k)));
  return ids;
}

/** RFC 9562 §5.7; `n` keeps them apart. */
function uuid7(time, n) {
  const ms = time.toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}
