import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../service/memory/database.ts';
import type { Job, Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const FLEET = {
  name: 'Fleet',
  dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'ship', translation: 'SCHIFF' }] }],
};

let service: TestService;
let path: string;
beforeEach(async () => {
  service = await startService();
  path = join(service.dataDir, 'lexicon.db');
  expect((await service.post('/v1/glossaries', FLEET)).status).toBe(201);
  await service.stop();
});
afterEach(() => service.close());

const names = async () =>
  (await service.get<{ glossaries: { name: string }[] }>('/v1/glossaries')).glossaries.map(
    ({ name }) => name,
  );
async function jobStatus(): Promise<string> {
  const request = { from: 'en', to: 'en-XA', segments: [{ text: 'A ship' }] };
  const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', request);
  return (await service.ended(body.data.id, 'batch')).status;
}

it('a lexicon.db that is none is set aside, the log says so, and the service goes on', async () => {
  await writeFile(path, 'not a database');
  // The log alone would be enough to restore the file.
  await rm(`${path}-wal`, { force: true });
  await service.start();
  expect(await names()).toEqual([]);
  expect(await jobStatus()).toBe('done');
  expect(service.stderr()).toMatch(/lexicon\.db was damaged and is set aside; a new, empty one serves/);
  const aside = (await readdir(service.dataDir)).find((name) => name.startsWith('lexicon.db.damaged-'));
  expect(await readFile(join(service.dataDir, aside!), 'utf8')).toBe('not a database');
  expect((await service.post('/v1/glossaries', FLEET)).status).toBe(201);
});

it('a lexicon.db that loses its first page is replaced by its copy, and the log says so', async () => {
  // A start makes the copy.
  await service.start();
  expect(await names()).toEqual(['Fleet']);
  await service.kill();
  await writeFile(path, (await readFile(path)).fill(0, 0, 4_096));
  await service.start();
  expect(await names()).toEqual(['Fleet']);
  expect(service.stderr()).toMatch(/set aside; its copy serves, without changes made since/);
});

it('a data folder of the first release takes glossaries and a memory, for its old jobs too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlinear-first-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, '../store/fixtures/first-version'), folder, { recursive: true });
  const first = await startService({}, { dataDir: folder });
  onTestFinished(async () => {
    await first.stop();
  });
  const { jobs } = await first.get<{ jobs: Job[] }>('/v1/jobs?status=done');
  const old = jobs.find(({ kind }) => kind === 'batch')!;
  const edited = await first.send('PATCH', `/v1/jobs/${old.id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Hola <b> & cía', state: 'confirmed' }] }),
  });
  expect(edited.status).toBe(200);
  expect((await first.post('/v1/glossaries', FLEET)).status).toBe(201);
  await first.kill();
  await first.start();
  const { pairs } = await first.get<{ pairs: object[] }>('/v1/memory');
  expect(pairs).toEqual([{ from: old.from, to: old.to, units: 1 }]);
  const { glossaries } = await first.get<{ glossaries: { name: string }[] }>('/v1/glossaries');
  expect(glossaries.map(({ name }) => name)).toEqual(['Fleet']);
  expect((await first.job(old.id, 'batch')).segments?.[0]?.translated_text).toBe('Hola <b> & cía');
});

it('a lexicon.db of a later version is left alone: what needs it is refused in words, jobs without it run', async () => {
  const db = openDatabase(path);
  db.run('PRAGMA user_version = 99');
  db.close();
  await service.start();
  const { status, body } = await service.send<Problem>('GET', '/v1/glossaries');
  expect(status).toBe(500);
  expect(body.detail).toMatch(/later version of Interlinear.*Update this one/s);
  expect(await jobStatus()).toBe('done');
});
