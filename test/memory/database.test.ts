import { createRequire } from 'node:module';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findBuilt } from '../../service/lib/built-file.ts';
import { openDatabase } from '../../service/memory/database.ts';
import type { Db, Recovered } from '../../service/memory/database.ts';
import { createGlossaryTables } from '../../service/memory/glossary-tables.ts';
import { EARLIER } from '../../service/memory/schema.ts';
import { createMemoryUnits } from '../../service/memory/memory-units.ts';
import type { GlossaryEntry } from '../../service/text/glossary.ts';

/** As the database loads it. */
const { Database } = createRequire(import.meta.url)(
  findBuilt('service/sqlite/node-sqlite3-wasm.cjs') ?? 'node-sqlite3-wasm',
) as typeof Sqlite;

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
  folder = mkdtempSync(join(tmpdir(), 'interlinear-memory-'));
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
/** A file with a glossary and `units` units; `copied`: and its copy, as it was an hour ago. */
function fill(units: number, { copied = false } = {}): void {
  const { glossaries, memory } = open();
  glossaries.create('local', GLOSSARY, AT);
  const many = Array.from({ length: units }, (_, n) => ({
    source: `source ${n} ${'x'.repeat(200)}`,
    target: `target ${n}`,
  }));
  memory.put(KEY, many, { at: AT, origin: 'imported' });
  close();
  if (!copied) return;
  open();
  close();
  utimesSync(`${path}.bak`, hoursAgo(1), hoursAgo(1));
}
function damageFirstPage(): void {
  writeFileSync(path, readFileSync(path).fill(0, 0, 4_096));
}
/** Goes on in the folder as a process would leave it that is killed now. */
function kill(): void {
  const left = `${folder}-killed`;
  onTestFinished(() => rmSync(left, { recursive: true }));
  cpSync(folder, left, { recursive: true, preserveTimestamps: true });
  path = join(left, 'lexicon.db');
}
/** As a process leaves it that is killed before its first migration is committed. */
function makeWithoutTables(): void {
  const database = new Database(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA application_id = 1');
  database.close();
}
const hoursAgo = (hours: number): number => Date.now() / 1_000 - hours * 3_600 - 100;
const unitsIn = ({ memory }: ReturnType<typeof open>) => memory.pairs('local')[0]?.units ?? 0;
const namesIn = ({ glossaries }: ReturnType<typeof open>) =>
  glossaries
    .list('local', 10, 0)
    .glossaries.map(({ name, dictionaries }) => [name, dictionaries[0]?.entry_count]);

describe('a lexicon.db that cannot be read', () => {
  const DAMAGED = expect.stringMatching(/^lexicon\.db\.damaged-/) as string;

  it.each([
    [
      'is no database',
      () => writeFileSync(path, 'not a database at all, and long enough to be looked at'.repeat(50)),
    ],
    ['is a folder', () => mkdirSync(path)],
  ])('because it %s is set aside, not lost, and a new one serves', (_why, make) => {
    make();
    expect(unitsIn(open())).toBe(0);
    expect(recovered).toEqual([{ setAside: DAMAGED, copyOf: undefined, units: 0, glossaries: 0 }]);
    expect(readdirSync(folder)).toContain(recovered[0]!.setAside);
  });

  it.each([
    ['at its first page', damageFirstPage],
    ['in the middle', () => writeFileSync(path, readFileSync(path).fill(0x5a, 3 * 4_096, 5 * 4_096))],
  ])('for damage %s is set aside, and its copy serves', (_where, damage) => {
    fill(50, { copied: true });
    damage();
    const copyOf = statSync(`${path}.bak`).mtime.toISOString();
    const parts = open();
    expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
    expect(recovered).toEqual([{ setAside: DAMAGED, copyOf, units: 50, glossaries: 1 }]);
  });

  it('is whole again afterwards: opened once more it says nothing', () => {
    fill(50, { copied: true });
    damageFirstPage();
    open();
    close();
    expect([unitsIn(open()), recovered.length]).toEqual([50, 1]);
  });

  it('and whose copy is damaged too is set aside with that copy, and a new one serves', () => {
    fill(50, { copied: true });
    damageFirstPage();
    writeFileSync(`${path}.bak`, readFileSync(path));
    expect(unitsIn(open())).toBe(0);
    expect(recovered).toEqual([{ setAside: DAMAGED, copyOf: undefined, units: 0, glossaries: 0 }]);
    expect(readdirSync(folder).filter((name) => /damaged-.*-copy$/.test(name))).toHaveLength(1);
    close();
    expect([unitsIn(open()), recovered.length]).toEqual([0, 1]);
  });

  it.each([
    ['is missing', () => undefined],
    ['has no bytes', () => writeFileSync(path, '')],
    ['has no tables', makeWithoutTables],
  ])('because it %s is replaced by its copy, which stays', (_what, lose) => {
    fill(50, { copied: true });
    const copy = readFileSync(`${path}.bak`);
    rmSync(path);
    lose();
    const parts = open();
    expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
    expect(recovered).toMatchObject([{ units: 50, glossaries: 1 }]);
    expect(readFileSync(`${path}.bak`).equals(copy)).toBe(true);
  });

  it('because it is missing leaves a log that is set aside: it does not belong to the copy', () => {
    fill(50, { copied: true });
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT, origin: 'imported' });
    kill();
    close();
    rmSync(path);
    expect(unitsIn(open())).toBe(50);
    expect(readdirSync(join(path, '..')).filter((name) => /damaged-.*-wal$/.test(name))).toHaveLength(1);
  });

  it('whose recovery was killed, or did not fit on the disk, is recovered at the next start', () => {
    fill(50, { copied: true });
    // The state between the two steps: the file is set aside, the copy not yet in its place.
    renameSync(path, `${path}.damaged-then`);
    writeFileSync(`${path}.tmp`, readFileSync(`${path}.bak`).subarray(0, 4_096));
    expect(unitsIn(open())).toBe(50);
    expect(readdirSync(folder)).not.toContain('lexicon.db.tmp');
  });

  it('is replaced by its copy though a killed process has left a lock behind', () => {
    fill(50, { copied: true });
    damageFirstPage();
    mkdirSync(`${path}.lock`);
    expect(unitsIn(open())).toBe(50);
  });
});

describe('the copy of lexicon.db', () => {
  it('is made when it is opened, no more than once an hour, and has what was stored', () => {
    fill(10, { copied: true });
    const before = statSync(`${path}.bak`).mtimeMs;
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT, origin: 'imported' });
    close();
    open();
    close();
    const { mtimeMs } = statSync(`${path}.bak`);
    expect(mtimeMs).toBeGreaterThan(before);
    open();
    expect(statSync(`${path}.bak`).mtimeMs).toBe(mtimeMs);
  });

  it('has what a process stored that was then killed, though the file itself is as it was', () => {
    fill(10, { copied: true });
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT, origin: 'imported' });
    kill();
    close();
    utimesSync(path, hoursAgo(2), hoursAgo(2));
    utimesSync(`${path}.bak`, hoursAgo(1), hoursAgo(1));
    open();
    close();
    rmSync(path);
    expect(unitsIn(open())).toBe(11);
  });

  it('is not made again after a process that stored nothing', () => {
    fill(10, { copied: true });
    open();
    kill();
    close();
    utimesSync(path, hoursAgo(2), hoursAgo(2));
    utimesSync(`${path}.bak`, hoursAgo(1), hoursAgo(1));
    const { mtimeMs } = statSync(`${path}.bak`);
    open();
    expect(statSync(`${path}-wal`).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(statSync(`${path}.bak`).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ['a direction', ({ memory }: ReturnType<typeof open>) => memory.remove(KEY)],
    [
      'a glossary',
      ({ glossaries }: ReturnType<typeof open>) =>
        glossaries.remove('local', glossaries.list('local', 1, 0).glossaries[0]!.id),
    ],
    ['a unit', ({ memory }: ReturnType<typeof open>) => memory.removeUnit('local', 1)],
    [
      'what a job has taught',
      ({ memory }: ReturnType<typeof open>) => {
        const source = `source 1 ${'x'.repeat(200)}`;
        const context = { pre: '', post: '' };
        const by = { at: AT, job: 'job' };
        memory.teach(KEY, [{ source, targets: [{ target: 'edited', context }] }], by);
        memory.teach(KEY, [{ source, targets: [] }], by);
      },
    ],
    [
      'an entry of a glossary',
      (parts: ReturnType<typeof open>) => {
        replaceEntries(parts, [{ term: 'boat', translation: 'Boot' }]);
      },
    ],
  ])('is gone when %s is deleted: what its owner deletes is nowhere', (_what, remove) => {
    fill(10, { copied: true });
    remove(open());
    expect(readdirSync(folder)).not.toContain('lexicon.db.bak');
  });

  it('comes back a minute after it is gone, without what was deleted', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fill(10, { copied: true });
    const { memory } = open();
    memory.removeUnit('local', 1);
    memory.removeUnit('local', 2);
    vi.advanceTimersByTime(60_000);
    close();
    rmSync(path);
    expect(unitsIn(open())).toBe(8);
  });

  it('stays when a glossary gets another name, entry or translation', () => {
    fill(10, { copied: true });
    replaceEntries(open(), [
      { term: 'boat', translation: 'Boot' },
      { term: 'ship', translation: 'Dampfer' },
    ]);
    expect(readdirSync(folder)).toContain('lexicon.db.bak');
  });
});

function replaceEntries({ glossaries }: ReturnType<typeof open>, entries: GlossaryEntry[]): void {
  const [glossary] = glossaries.list('local', 1, 0).glossaries;
  const content = { name: 'Boats', dictionaries: [{ from: 'en', to: 'de', entries }] };
  glossaries.replace('local', glossary!.id, content, AT);
}

it('a lexicon.db of version 2 loses nothing, and an import that was never finished ends', () => {
  const database = new Database(path);
  for (const sql of EARLIER) database.exec(sql);
  database.exec(`
    INSERT INTO unit (account, source_language, target_language, source, target, updated_at, job, engine_text, engine, segment)
      VALUES ('local', 'en', 'de', 'one', 'eins', '${AT}', 'job', 'ein', 'pseudo', 3),
        ('local', 'en', 'de', 'two', 'ZWEI', '2026-02-01T00:00:00.000Z', NULL, NULL, NULL, NULL),
        ('local', 'en', 'de', 'three', 'drei', '2026-02-01T00:00:00.000Z', NULL, NULL, NULL, NULL),
        ('local', 'en', 'de', 'last', 'weg', '${AT}', NULL, NULL, NULL, NULL);
    INSERT INTO import VALUES ('local', 'en', 'de', '2026-02-01T00:00:00.000Z', 2);
    INSERT INTO import_before VALUES (2, 'zwei', '${AT}', NULL);
    INSERT INTO correction (account, source_language, target_language, engine, source, human, is_frequent, is_term, born)
      VALUES ('local', 'en', 'de', 'ein', 'one', 'eins', 0, 1, 1);
    INSERT INTO evidence VALUES (1, 1, 'good', 1);
    DELETE FROM unit WHERE source = 'last';
    PRAGMA user_version = 2;`);
  database.close();
  const { memory } = open();
  expect(memory.page(KEY, 0, 10)).toMatchObject([
    { id: 1, source: 'one', target: 'eins', origin: 'confirmed', job: 'job', created_at: AT, pre: null },
    { id: 2, source: 'two', target: 'zwei', origin: 'imported', updated_at: AT },
  ]);
  expect(db?.all('SELECT unit, good FROM evidence, correction WHERE correction = id')).toEqual([
    { unit: 1, good: 1 },
  ]);
  expect(unitsIn({ memory } as ReturnType<typeof open>)).toBe(2);
  memory.put(KEY, [{ source: 'four', target: 'vier' }], { at: AT, origin: 'imported' });
  expect(memory.newest()).toBe(5);
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
