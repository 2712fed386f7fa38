import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY } from '../support/service-process.ts';
import { refusedStart, startService } from '../support/service.ts';
import { newFolder, removeFolder } from '../jobs/support/harness.ts';

const isRoot = process.getuid?.() === 0;
/** nobody, on every Linux: root is refused nothing, so that permissions are tried as someone else. */
const NOBODY = 65_534;

/** A person at a terminal reads an explanation, not a stack. */
function expectExplained(ended: { code: number | null; stderr: string }, ...words: string[]): void {
  expect(ended.code).toBe(1);
  for (const word of words) expect(ended.stderr).toContain(word);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
}

describe('a start', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(() => removeFolder(folder));

  it('on a folder in use is refused with the process and the address that have it', async () => {
    const first = await startService({}, { dataDir: folder });
    const ended = await refusedStart(folder);
    expectExplained(ended, String(first.pid), first.baseUrl, '--data-dir');
    expect((await fetch(`${first.baseUrl}/v1/health`)).status).toBe(200);
    await first.close();
  });

  it('on a folder that cannot be made says why and what to do', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expectExplained(await refusedStart(join(file, 'data')), file, '--data-dir', 'INTERLINEAR_DATA_DIR');
    expectExplained(await refusedStart(file), file, '--data-dir');
  });

  it.skipIf(!isRoot)('on a folder that may not be written says whose permission is missing', async () => {
    await chown(folder, NOBODY, NOBODY);
    const data = join(folder, 'data');
    await mkdir(data);
    await chmod(data, 0o555);
    const ended = await refusedStart(data, { uid: NOBODY, gid: NOBODY });
    expectExplained(ended, data, 'permission', '--data-dir');
    expect(await readdir(data)).toEqual([]);
    // One level up: the folder is missing and cannot be made there.
    expectExplained(await refusedStart(join(data, 'new'), { uid: NOBODY, gid: NOBODY }), 'permission');
  });

  it('with a folder in a file’s place says which one to move', async () => {
    await mkdir(join(folder, 'endpoint.json', 'x'), { recursive: true });
    expectExplained(await refusedStart(folder), 'endpoint.json');
  });

  it('takes over a lock that is a file, and whatever is left of the address files', async () => {
    await writeFile(join(folder, 'lock'), '\0\0\0\0\0\0\0\0');
    await writeFile(join(folder, 'endpoint.json'), '');
    await writeFile(join(folder, 'session.json'), '\0\0\0\0');
    const service = await startService({}, { dataDir: folder });
    expect(await service.get('/v1/jobs')).toEqual({ jobs: [] });
    await service.close();
  });
});

it('A killed service that finds all of its small files damaged has every job, and charged no one twice', async () => {
  const dataDir = await newFolder();
  const env = { INTERLINEAR_PSEUDO_DELAY_MS: '20' };
  const first = await startService(env, { dataDir });
  const text = Array.from({ length: 60 }, (_, n) => `Line number ${n}.`).join('\n');
  const done = (await first.upload({ name: 'a.txt', content: 'One.\nTwo.' })).body.data;
  await first.ended(done.id);
  const running = (await first.upload({ name: 'b.txt', content: text })).body.data;
  await first.kill();
  for (const name of ['accounts.json', 'jobs.json', 'jobs.json.bak', 'endpoint.json', 'session.json'])
    await writeFile(join(dataDir, name), '\0\0\0\0');
  const second = await startService(env, { dataDir });
  expect(await second.ended(done.id)).toMatchObject({ status: 'done' });
  expect(await second.ended(running.id)).toMatchObject({ status: 'done', completed_segments: 60 });
  expect((await second.usage()).total_chars).toBe(done.source_chars + running.source_chars);
  const content = await second.send('GET', `/v1/translate/documents/${running.id}/content`);
  expect(content.bytes.toString().split('\n')).toHaveLength(60);
  await second.close();
});

it('Bounds on what is kept remove ended jobs with their files, and only those', async () => {
  const dataDir = await newFolder();
  const first = await startService({}, { dataDir });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = (await first.upload({ name: `${n}.txt`, content: `Text ${n}.` })).body.data;
    await first.ended(id);
    ids.push(id);
  }
  await first.stop();
  const second = await startService({ INTERLINEAR_KEEP_JOBS: '2' }, { dataDir });
  await expect.poll(async () => (await readdir(join(dataDir, 'jobs'))).sort()).toEqual(ids.slice(2).sort());
  const listed = async () =>
    (await second.get<{ jobs: { id: string }[] }>('/v1/jobs')).jobs.map(({ id }) => id);
  await expect.poll(listed).toEqual(ids.slice(2).reverse());
  expect((await second.send('GET', `/v1/translate/documents/${ids[0]}`, { key: API_KEY })).status).toBe(404);
  // Charges stay in the books.
  expect((await second.usage()).days[0]?.jobs).toBe(4);
  await second.close();
});
