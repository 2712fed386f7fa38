import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLanguageData } from '../../service/memory/language-data.ts';

/** Notes the file of each step of an import, of which there is always one more until `go` is there. */
const NOTING = `
import { parentPort } from 'node:worker_threads';
import { appendFileSync, existsSync } from 'node:fs';
const beside = (name) => new URL('./' + name, import.meta.url);
parentPort.on('message', ({ task }) => {
  appendFileSync(beside('steps'), task.path + ' ');
  const isLast = existsSync(beside('go'));
  parentPort.postMessage({ ok: true, value: { value: { added: 0, updated: 0, skipped: 0, isLast }, recovered: [] } });
});`;

function openNoting() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, NOTING);
  const languageData = openLanguageData(join(folder, 'lexicon.db'), { threadPath: () => script });
  onTestFinished(() => languageData.close());
  const file = join(folder, 'steps');
  return {
    start: (path: string, signal?: AbortSignal) =>
      languageData.memory.importTmx('local', { from: 'en', to: 'es' }, path, signal),
    steps: (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []),
    go: () => writeFileSync(join(folder, 'go'), ''),
  };
}

it('imports follow one another, and one that nobody waits for any longer never begins', async () => {
  const { start, steps, go } = openNoting();
  const client = new AbortController();
  const first = start('first');
  const second = start('second', client.signal);
  const third = start('third');
  await expect.poll(() => steps().length).toBeGreaterThan(20);
  client.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  go();
  await Promise.all([first, third]);
  expect(steps().filter((step, n, all) => step !== all[n - 1])).toEqual(['first', 'third']);
});

it('an import whose client has gone ends with the step that it is at', async () => {
  const { start, steps } = openNoting();
  const client = new AbortController();
  const running = start('first', client.signal);
  await expect.poll(() => steps().length).toBeGreaterThan(0);
  client.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
});
