import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLanguageData } from '../../service/memory/language-data.ts';

/** Notes the file of each step of an import, of which there is always one more until `go` is there. */
const NOTING = `
import { parentPort } from 'node:worker_threads';
import { appendFileSync, existsSync } from 'node:fs';
const beside = (name) => new URL('./' + name, import.meta.url);
parentPort.on('message', ({ name, task }) => {
  if (name !== 'importStep') return parentPort.postMessage({ ok: true, value: { value: true, recovered: [] } });
  appendFileSync(beside('steps'), /(\\w+)\\.units$/.exec(task.path)[1] + ' ');
  const next = existsSync(beside('go')) ? {} : { next: 0 };
  parentPort.postMessage({ ok: true, value: { value: { added: 0, updated: 0, skipped: 0, contradicted: 0, ...next }, recovered: [] } });
});`;
const TMX =
  '<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>One</seg></tuv><tuv xml:lang="es"><seg>Uno</seg></tuv></tu></body></tmx>';

function openNoting() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, NOTING);
  const languageData = openLanguageData(join(folder, 'lexicon.db'), { threadPath: () => script });
  onTestFinished(() => languageData.close());
  const file = join(folder, 'steps');
  return {
    start: (name: string, signal?: AbortSignal) => {
      writeFileSync(join(folder, name), TMX);
      return languageData.memory.importTmx(
        'local',
        { from: 'en', to: 'es' },
        { path: join(folder, name) },
        signal,
      );
    },
    steps: (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []),
    go: () => writeFileSync(join(folder, 'go'), ''),
    left: () => readdirSync(folder).filter((name) => name.endsWith('.units')),
  };
}

it('imports follow one another, and one that nobody waits for any longer never begins', async () => {
  const { start, steps, go, left } = openNoting();
  const client = new AbortController();
  const first = start('first');
  await expect.poll(() => steps().length).toBeGreaterThan(20);
  const second = start('second', client.signal);
  const third = start('third');
  client.abort(new Error('gone'));
  await expect(second).rejects.toThrow(/gone|released/);
  go();
  await Promise.all([first, third]);
  expect(steps().filter((step, n, all) => step !== all[n - 1])).toEqual(['first', 'third']);
  expect(left()).toEqual([]);
});

it('an import whose client has gone ends with the step that it is at', async () => {
  const { start, steps } = openNoting();
  const client = new AbortController();
  const running = start('first', client.signal);
  await expect.poll(() => steps().length).toBeGreaterThan(0);
  client.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
});

it.each([
  ['more memory', { heap: { heapMb: 8, youngHeapMb: 4 } }],
  ['more than 0 seconds', { limitMs: 1 }],
])('a glossary that takes %s ends its process alone, and is refused in words', async (what, reader) => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const languageData = openLanguageData(join(folder, 'lexicon.db'), { reader });
  onTestFinished(() => languageData.close());
  const path = join(folder, 'file');
  writeFileSync(path, 'term,translation\n'.repeat(400_000));
  const direction = { from: 'en', to: 'es' };
  await expect(languageData.glossaries.importFile('local', { path, direction })).rejects.toMatchObject({
    errors: [{ field: 'file', code: 'hostile_file', message: expect.stringContaining(what) as string }],
  });
  expect((await languageData.glossaries.list('local', { limit: 1 })).glossaries).toEqual([]);
});

it('an exported memory counts towards the room of its account until it is dropped, and is refused beyond it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let limit = Infinity;
  const languageData = openLanguageData(join(folder, 'lexicon.db'), {
    roomOf: () => Promise.resolve({ stored: 0, limit }),
  });
  onTestFinished(() => languageData.close());
  const { memory, stored } = languageData;
  const path = join(folder, 'file.tmx');
  writeFileSync(path, TMX);
  const { memory: made } = await memory.importMemory('local', { path, name: 'One' });
  const before = await stored.bytes('local');
  const export1 = join(folder, 'export');
  await memory.exportMemory('local', made.id, export1);
  const size = readFileSync(export1).length;
  expect(await stored.bytes('local')).toBe(before + size);
  limit = before + 1.5 * size;
  await expect(memory.exportMemory('local', made.id, join(folder, 'second'))).rejects.toMatchObject({
    code: 'storage_full',
  });
  expect(existsSync(join(folder, 'second'))).toBe(false);
  await memory.dropExport(export1);
  expect([await stored.bytes('local'), existsSync(export1)]).toEqual([before, false]);
  await memory.exportMemory('local', made.id, join(folder, 'third'));
});

it('a glossary as large as it may be is changed and shown while another account is answered in between', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-imports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const languageData = openLanguageData(join(folder, 'lexicon.db'));
  onTestFinished(() => languageData.close());
  const { glossaries } = languageData;
  const dictionary = (to: string, size: number) => ({
    from: 'en',
    to,
    entries: Array.from({ length: size }, (_, n) => ({
      term: `${n} ${'x'.repeat(400)}`,
      translation: 'y'.repeat(400),
    })),
  });
  const languages = ['de', 'es', 'fr', 'it', 'pt'];
  const tooLarge = { name: 'Large', dictionaries: languages.map((to) => dictionary(to, 2_600)) };
  await expect(glossaries.create('local', tooLarge)).rejects.toMatchObject({
    errors: [{ field: 'dictionaries', code: 'too_many' }],
  });
  const large = { name: 'Large', dictionaries: languages.map((to) => dictionary(to, 2_400)) };
  const made = await glossaries.create('local', large);
  expect(made.dictionaries[0]).toEqual({ from: 'en', to: 'de', entry_count: 2_400 });
  const answered: string[] = [];
  const [whole] = await Promise.all([
    glossaries.get('local', made.id).finally(() => answered.push('large')),
    glossaries.list('other', { limit: 1 }).finally(() => answered.push('other')),
  ]);
  expect(answered).toEqual(['other', 'large']);
  expect(whole.dictionaries.map(({ entries }) => entries?.length)).toEqual(languages.map(() => 2_400));
});
