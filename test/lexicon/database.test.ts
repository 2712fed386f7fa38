import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../service/lexicon/database.ts';
import type { Db, Recovered } from '../../service/lexicon/database.ts';
import { createGlossaryTables } from '../../service/lexicon/glossary-tables.ts';
import { createMemoryUnits } from '../../service/lexicon/memory-units.ts';

const KEY = { account: 'local', from: 'en', to: 'de' };
const AT = '2026-01-01T00:00:00.000Z';
const GLOSSARY = {
  name: 'Fleet',
  dictionaries: [{ from: 'en', to: 'de', entries: [{ term: 'ship', translation: 'Schiff' }] }],
};

let folder: string;
let path: string;
let recovered: Recovered[];
let db: Db | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interlinear-lexicon-'));
  path = join(folder, 'lexicon.db');
  recovered = [];
});
afterEach(() => {
  db?.close();
  db = undefined;
  rmSync(folder, { recursive: true });
});

function open() {
  db = openDatabase(path, (one) => recovered.push(one));
  return { glossaries: createGlossaryTables(db), memory: createMemoryUnits(db) };
}
function close(): void {
  db?.close();
  db = undefined;
}
/** A file with a glossary and so many units; `copied`: and its copy, as it was an hour ago. */
function fill(units: number, { copied = false } = {}): void {
  const { glossaries, memory } = open();
  glossaries.create('local', GLOSSARY, AT);
  const many = Array.from({ length: units }, (_, n) => ({
    source: `source ${n} ${'x'.repeat(200)}`,
    target: `target ${n}`,
  }));
  memory.put(KEY, many, { at: AT });
  close();
  if (!copied) return;
  open();
  close();
  const hourAgo = Date.now() / 1_000 - 3_700;
  utimesSync(`${path}.bak`, hourAgo, hourAgo);
}
const unitsIn = ({ memory }: ReturnType<typeof open>) => memory.pairs('local')[0]?.units ?? 0;
const namesIn = ({ glossaries }: ReturnType<typeof open>) =>
  glossaries
    .list('local', 10, 0)
    .glossaries.map(({ name, dictionaries }) => [name, dictionaries[0]?.entry_count]);

describe('a lexicon.db that cannot be read', () => {
  it.each([
    [
      'is no database',
      () => writeFileSync(path, 'not a database at all, and long enough to be looked at'.repeat(50)),
    ],
    ['is a folder', () => mkdirSync(path)],
  ])('because it %s is set aside, not lost, and a new one serves', (_why, make) => {
    make();
    expect(unitsIn(open())).toBe(0);
    expect(recovered).toEqual([
      { setAside: expect.stringMatching(/^lexicon\.db\.damaged-/) as string, units: 0, glossaries: 0 },
    ]);
    expect(readdirSync(folder)).toContain(recovered[0]!.setAside);
  });

  it('for a damaged page is set aside, and all that stands on the other pages is in the new one', () => {
    fill(3_000);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 100 * 4_096, 102 * 4_096);
    writeFileSync(path, bytes);
    const parts = open();
    expect(unitsIn(parts)).toBeGreaterThan(2_500);
    expect(unitsIn(parts)).toBe(recovered[0]?.units);
    expect(namesIn(parts)).toEqual([['Fleet', 1]]);
    expect(parts.memory.exact(KEY, `source 2999 ${'x'.repeat(200)}`)).toBe('target 2999');
  });

  it('at its first page is made again of the copy', () => {
    fill(50, { copied: true });
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, 0, 4_096));
    const parts = open();
    expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
  });

  it('is whole again afterwards: opened once more it says nothing', () => {
    fill(50, { copied: true });
    writeFileSync(path, readFileSync(path).fill(0, 0, 4_096));
    open();
    close();
    expect([unitsIn(open()), recovered.length]).toEqual([50, 1]);
  });
});

describe('the copy of lexicon.db', () => {
  it('is made when it is opened, no more than once an hour, and has what was stored', () => {
    fill(10, { copied: true });
    const before = statSync(`${path}.bak`).mtimeMs;
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT });
    close();
    open();
    close();
    const { mtimeMs } = statSync(`${path}.bak`);
    expect(mtimeMs).toBeGreaterThan(before);
    open();
    expect(statSync(`${path}.bak`).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ['a direction', ({ memory }: ReturnType<typeof open>) => memory.remove(KEY)],
    [
      'a glossary',
      ({ glossaries }: ReturnType<typeof open>) =>
        glossaries.remove('local', glossaries.list('local', 1, 0).glossaries[0]!.id),
    ],
  ])('is gone when %s is deleted: what its owner deletes is nowhere', (_what, remove) => {
    fill(10, { copied: true });
    remove(open());
    expect(readdirSync(folder)).not.toContain('lexicon.db.bak');
  });
});

it('a lexicon.db of the first version opens with all that it has', () => {
  fill(50);
  open();
  const before = db!.all('SELECT * FROM unit ORDER BY id');
  // As its migration made it.
  db!.run('ALTER TABLE unit RENAME TO later');
  db!.run(`CREATE TABLE unit (
    id INTEGER PRIMARY KEY, account TEXT NOT NULL, source_language TEXT NOT NULL, target_language TEXT NOT NULL,
    source TEXT NOT NULL, target TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (account, source_language, target_language, source))`);
  const columns = 'id, account, source_language, target_language, source, target, updated_at';
  db!.run(`INSERT INTO unit SELECT ${columns} FROM later`);
  db!.run('DROP TABLE later');
  db!.run('PRAGMA user_version = 1');
  close();
  const { memory } = open();
  expect(db!.all('SELECT * FROM unit ORDER BY id')).toEqual(before);
  expect(memory.exact(KEY, `source 49 ${'x'.repeat(200)}`)).toBe('target 49');
  const [last] = memory.list(KEY, { text: '', limit: 1 });
  memory.removeUnit('local', last!.id);
  memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT });
  expect(memory.list(KEY, { text: '', limit: 1 })[0]!.id).toBeGreaterThan(last!.id);
  expect(recovered).toEqual([]);
});

it('a lexicon.db of a later version is refused in words, and stays as it is', () => {
  fill(1);
  open();
  db?.run('PRAGMA user_version = 99');
  close();
  const before = readFileSync(path);
  expect(() => open()).toThrow(/later version of Interlinear.*Update/);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(recovered).toEqual([]);
});
