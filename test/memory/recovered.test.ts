import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLanguageData } from '../../service/memory/language-data.ts';
import { createLog } from '../../service/log.ts';

const DIRECTION = { from: 'en', to: 'es' };

/** Answers as the thread does after it has put the copy in the file's place. */
const RECOVERING = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ name }) => {
  if (name === 'undoStep') return parentPort.postMessage({ ok: true, value: { value: true, recovered: [] } });
  const recovered = [{ setAside: undefined, copyOf: '2026-01-01T00:00:00.000Z', units: 1, glossaries: 0 }];
  parentPort.postMessage({ ok: true, value: { value: ['barco'], recovered } });
});`;

it('a job finds what is in the copy where lexicon.db is gone, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-missing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, RECOVERING);
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => void lines.push(line) });
  const languageData = openLanguageData(join(folder, 'lexicon.db'), { threadPath: () => script, log });
  onTestFinished(() => languageData.close());
  expect(await languageData.memory.lookUp('local', DIRECTION, ['ship'], {})).toEqual([null]);
  writeFileSync(join(folder, 'lexicon.db.bak'), '');
  expect(await languageData.memory.lookUp('local', DIRECTION, ['ship'], {})).toEqual(['barco']);
  expect(lines).toEqual([expect.stringMatching(/lexicon\.db was missing or empty; its copy serves/)]);
});
