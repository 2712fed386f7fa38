import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../service/memory/database.ts';
import type { Problem } from '../../service/contract/index.ts';
import { startService, TestService } from '../support/service.ts';

const FLEET = {
  name: 'Fleet',
  dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'ship', translation: 'SCHIFF' }] }],
};

/** The data folder of a service that has stopped, with a glossary. */
let filled: TestService;
beforeAll(async () => {
  filled = await startService();
  expect((await filled.post('/v1/glossaries', FLEET)).status).toBe(201);
  await filled.stop();
});
afterAll(() => filled.close());

let service: TestService;
/** A copy of a data folder, for `service` to start on. */
async function stoppedCopy(of: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'interlinear-copy-'));
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }));
  await cp(of, dataDir, { recursive: true });
  service = new TestService({ dataDir, env: {} });
  return join(dataDir, 'lexicon.db');
}
/** Starts it until the test has ended. */
async function start(): Promise<void> {
  await service.start();
  onTestFinished(async () => void (await service.stop()));
}

const names = async () =>
  (await service.get<{ glossaries: { name: string }[] }>('/v1/glossaries')).glossaries.map(
    ({ name }) => name,
  );
async function jobStatus(): Promise<string> {
  const request = { from: 'en', to: 'en-XA', segments: [{ text: 'A ship' }] };
  const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', request);
  return (await service.ended(body.data.id, 'batch')).status;
}

it('an invalid lexicon.db is set aside, the log says so, and the service goes on', async () => {
  const path = await stoppedCopy(filled.dataDir);
  await writeFile(path, 'not a database');
  // The log alone would be enough to restore the file.
  await rm(`${path}-wal`, { force: true });
  await start();
  expect(await names()).toEqual([]);
  expect(await jobStatus()).toBe('done');
  expect(service.stderr()).toMatch(/lexicon\.db was damaged and is set aside; a new, empty one serves/);
  const aside = (await readdir(service.dataDir)).find((name) => name.startsWith('lexicon.db.damaged-'));
  expect(await readFile(join(service.dataDir, aside!), 'utf8')).toBe('not a database');
  expect((await service.post('/v1/glossaries', FLEET)).status).toBe(201);
});

it('a lexicon.db that loses its first page is replaced by its copy, and the log says so', async () => {
  const path = await stoppedCopy(filled.dataDir);
  // A start makes the copy.
  await start();
  expect(await names()).toEqual(['Fleet']);
  await service.kill();
  await writeFile(path, (await readFile(path)).fill(0, 0, 4_096));
  await service.start();
  expect(await names()).toEqual(['Fleet']);
  expect(service.stderr()).toMatch(/set aside; its copy serves, without changes made since/);
});

it('a lexicon.db of a later version is left alone: what needs it is refused in words, jobs without it run', async () => {
  const path = await stoppedCopy(filled.dataDir);
  const db = openDatabase(path);
  db.run('PRAGMA user_version = 99');
  db.close();
  await start();
  const { status, body } = await service.send<Problem>('GET', '/v1/glossaries');
  expect(status).toBe(500);
  expect(body.detail).toMatch(/later version of Interlinear.*Update this one/s);
  expect(await jobStatus()).toBe('done');
});
