import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLanguageData } from '../../service/memory/language-data.ts';
import type { LanguageData } from '../../service/memory/language-data.ts';
import { encodeEditsLine } from '../../service/records/edits.ts';
import { encodeJournalLine } from '../../service/records/journal.ts';
import { encodeSegmentLine } from '../../service/records/segments.ts';

const DIRECTION = { from: 'en', to: 'es' };
const ACCOUNT = 'local';
const NEVER = new AbortController().signal;
const SENTENCES = [
  ['open the files', 'abre las limas'],
  ['close all files', 'cierra todas limas'],
  ['copy these files', 'copia estas limas'],
  ['the door stands open', 'la puerta está abierta'],
  ['close it', 'ciérralo'],
] as const;

let folder: string;
let data: LanguageData;
const open = () => openLanguageData(join(folder, 'lexicon.db'));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interlinear-lessons-'));
  data = open();
});
afterEach(async () => {
  await data.close();
  rmSync(folder, { recursive: true });
});

/** A job in which these segments were confirmed with `archivos`. */
function job(confirmed: readonly number[]) {
  const path = (name: string) => join(folder, name);
  writeFileSync(path('segments'), SENTENCES.map(([text]) => encodeSegmentLine({ text })).join(''));
  writeFileSync(path('journal'), SENTENCES.map(([, t], i) => encodeJournalLine({ i, t })).join(''));
  const line = {
    ...{ at: '2026-01-01T00:00:00.000Z', prev: '', edited: confirmed.length, flagged: 0 },
    ...{ confirmed: confirmed.length, confirmed_words: 1 },
    set: confirmed.map((i) => ({
      i,
      t: SENTENCES[i]![1].replace('limas', 'archivos'),
      s: 'confirmed' as const,
    })),
  };
  writeFileSync(path('edits'), encodeEditsLine(line));
  const files = { segmentsPath: path('segments'), journalPath: path('journal') };
  return { jobId: 'job', ...files, editsPath: path('edits'), engine: 'apertium' };
}
const corrections = () => data.memory.corrections(ACCOUNT, DIRECTION, { text: '', limit: 50 });

it('a lesson that was stored and not studied before the end is studied at the next start', async () => {
  await data.memory.learnFrom(ACCOUNT, DIRECTION, { ...job([0, 1, 2]), indexes: [0, 1, 2] });
  await data.close();
  data = open();
  expect(await corrections()).toEqual([]);
  expect(await data.memory.dueLessons()).toEqual([{ account: ACCOUNT, ...DIRECTION }]);
  await data.memory.study(ACCOUNT, DIRECTION, undefined, NEVER);
  expect(await corrections()).toContainEqual(
    expect.objectContaining({ source: 'files', engine: 'limas', human: 'archivos', good: 3, isActive: true }),
  );
  expect(await data.memory.dueLessons()).toEqual([]);
});

it('studying again changes nothing, and evidence that is removed leaves what was there before', async () => {
  const study = (confirmed: readonly number[]) =>
    data.memory
      .learnFrom(ACCOUNT, DIRECTION, { ...job(confirmed), indexes: [0, 1, 2] })
      .then(() => data.memory.study(ACCOUNT, DIRECTION, job(confirmed), NEVER));
  await study([0, 1]);
  const before = await corrections();
  await study([0, 1]);
  expect(await corrections()).toEqual(before);
  await study([0, 1, 2]);
  expect((await corrections()).some(({ good }) => good === 3)).toBe(true);
  await study([0, 1]);
  expect(await corrections()).toEqual(before);
});

it('deleting the units deletes what they taught', async () => {
  await data.memory.learnFrom(ACCOUNT, DIRECTION, { ...job([0, 1, 2]), indexes: [0, 1, 2] });
  await data.memory.study(ACCOUNT, DIRECTION, job([0, 1, 2]), NEVER);
  expect(await data.memory.activeCorrections(ACCOUNT, DIRECTION)).toContain('archivos');
  for (const { id } of await data.memory.list(ACCOUNT, DIRECTION, { limit: 10 }))
    await data.memory.removeUnit(ACCOUNT, id);
  expect(await corrections()).toEqual([]);
  expect(await data.memory.activeCorrections(ACCOUNT, DIRECTION)).toBeUndefined();
});
