import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ANY_CLIENT } from '../support/any-client.ts';
import { createRemembered } from '../../service/jobs/language-data.ts';
import { openLanguageData } from '../../service/memory/language-data.ts';
import { createLog } from '../../service/log.ts';

/**
 * Writes without end when it is asked for pairs, as a statement that takes too long would; tells at once of
 * anything else.
 */
const ENDLESS = `
import { parentPort, workerData } from 'node:worker_threads';
import { appendFileSync, statSync } from 'node:fs';
const file = new URL('./written', import.meta.url);
parentPort.on('message', ({ name }) => {
  while (name === 'pairs') appendFileSync(file, '.');
  parentPort.postMessage({ ok: true, value: { value: { glossaries: [] , next: statSync(file).size }, recovered: [] } });
});`;

function openEndless(limitMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-overdue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, ENDLESS);
  const written = join(folder, 'written');
  writeFileSync(written, '');
  const database = join(folder, 'lexicon.db');
  const languageData = openLanguageData(database, {
    threadPath: () => script,
    ...(limitMs ? { limitMs } : {}),
  });
  onTestFinished(() => languageData.close());
  return { languageData, database, bytesWritten: () => statSync(written).size };
}

it('a call that takes too long has ended, with all that it writes, before another thread opens the file', async () => {
  const { languageData, bytesWritten } = openEndless(2_000);
  const overdue = languageData.memory.pairs('local');
  // Asked while the other is at work: it waits for its end.
  const next = languageData.glossaries.list('local', { limit: 1 });
  await expect(overdue).rejects.toThrow(/more than 2 seconds/);
  const seen = Number((await next).next);
  expect(seen).toBeGreaterThan(0);
  expect(bytesWritten()).toBe(seen);
});

it('closing ends the call at work, with all that it writes, and those that wait never begin', async () => {
  const { languageData, bytesWritten } = openEndless();
  const calls = [languageData.memory.pairs('local'), languageData.glossaries.list('local', { limit: 1 })];
  const outcomes = Promise.allSettled(calls);
  await expect.poll(bytesWritten).toBeGreaterThan(0);
  await languageData.close();
  const atClose = bytesWritten();
  expect(await outcomes).toMatchObject(
    calls.map(() => ({ status: 'rejected', reason: { name: 'AbortError' } })),
  );
  await expect(languageData.memory.pairs('local')).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
  expect(bytesWritten()).toBe(atClose);
});

it('a job that asks the memory while the service closes is no line of the log', async () => {
  const { languageData, database, bytesWritten } = openEndless();
  writeFileSync(database, '');
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => void lines.push(line) });
  const remembered = createRemembered(
    { ...languageData, isMemoryOn: () => true, learning: () => 'off' as const, minMatch: () => 75 },
    ANY_CLIENT,
    log,
  );
  void languageData.memory.pairs('local').catch(() => undefined);
  const asked = remembered.lookUp({ accountId: 'local', from: 'en', to: 'es', options: {} }, ['a', 'b']);
  await expect.poll(bytesWritten).toBeGreaterThan(0);
  await languageData.close();
  expect(await asked).toEqual([null, null]);
  expect(lines).toEqual([]);
});
