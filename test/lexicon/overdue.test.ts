import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLexicon } from '../../service/lexicon/lexicon.ts';

/** Writes without end when it is asked for pairs, as a statement that takes too long would; tells at once of anything else. */
const ENDLESS = `
import { parentPort, workerData } from 'node:worker_threads';
import { appendFileSync, statSync } from 'node:fs';
const file = new URL('./written', import.meta.url);
parentPort.on('message', ({ name }) => {
  while (name === 'pairs') appendFileSync(file, '.');
  parentPort.postMessage({ ok: true, value: { value: { glossaries: [] , next: statSync(file).size }, recovered: [] } });
});`;

it('a call that takes too long has ended, with all that it writes, before another thread opens the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-overdue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, ENDLESS);
  writeFileSync(join(folder, 'written'), '');
  const lexicon = openLexicon(join(folder, 'lexicon.db'), { threadPath: () => script, limitMs: 2_000 });
  onTestFinished(() => lexicon.close());
  const overdue = lexicon.memory.pairs('local');
  // Asked while the other is at work: it waits for its end.
  const next = lexicon.glossaries.list('local', { limit: 1 });
  await expect(overdue).rejects.toThrow(/more than 2 seconds/);
  const seen = Number((await next).next);
  expect(seen).toBeGreaterThan(0);
  expect(statSync(join(folder, 'written')).size).toBe(seen);
});
