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
import { openDatabase } from '../../service/lexicon/database.ts';
import type { Db, Recovered } from '../../service/lexicon/database.ts';
import { createGlossaryTables } from '../../service/lexicon/glossary-tables.ts';
import { createMemoryUnits } from '../../service/lexicon/memory-units.ts';
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
/** Calls `then` once, before or after the first such statement. */
function once(when: 'before' | 'after', method: 'run' | 'exec', sql: RegExp, then: () => void): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const original = Database.prototype[method] as (...args: unknown[]) => never;
  let isDone = false;
  const spy = vi.spyOn(Database.prototype, method) as unknown as {
    mockImplementation(fn: (this: unknown, ...args: unknown[]) => unknown): void;
    mockRestore(): void;
  };
  spy.mockImplementation(function (...args) {
    const isIt = !isDone && sql.test(String(args[0]));
    isDone ||= isIt;
    if (isIt && when === 'before') then();
    const value = original.apply(this, args);
    if (isIt && when === 'after') then();
    return value;
  });
  onTestFinished(() => spy.mockRestore());
}
const hoursAgo = (hours: number): number => Date.now() / 1_000 - hours * 3_600 - 100;
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
    damageFirstPage();
    const parts = open();
    expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
  });

  it('is whole again afterwards: opened once more it says nothing', () => {
    fill(50, { copied: true });
    damageFirstPage();
    open();
    close();
    expect([unitsIn(open()), recovered.length]).toEqual([50, 1]);
  });
});

describe('a recovery of lexicon.db', () => {
  const ROW = /^INSERT/;
  const COMMIT = /^COMMIT$/;

  it.each([
    ['at its first row', 'run', ROW],
    ['before its end', 'exec', COMMIT],
  ] as const)(
    'that is killed %s is done at the next start, and the copy is left for it',
    (_when, method, sql) => {
      fill(50, { copied: true });
      const copy = readFileSync(`${path}.bak`);
      damageFirstPage();
      once('before', method, sql, kill);
      open();
      close();
      recovered = [];
      const parts = open();
      expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
      expect(recovered).toMatchObject([{ setAside: expect.stringMatching(/damaged-/) as string, units: 50 }]);
      expect(readFileSync(`${path}.bak`).equals(copy)).toBe(true);
    },
  );

  it('that is killed has at the next start what only the damaged file has', () => {
    fill(3_000);
    writeFileSync(path, readFileSync(path).fill(0x5a, 100 * 4_096, 102 * 4_096));
    once('before', 'run', ROW, kill);
    open();
    close();
    expect(unitsIn(open())).toBeGreaterThan(2_500);
  });

  it('that is killed between the file and its log has at the next start what is in the log', () => {
    fill(1);
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT });
    kill();
    close();
    renameSync(path, `${path}.recovering`);
    expect(unitsIn(open())).toBe(2);
  });

  it('that cannot be stored is done at the next start; nothing is left open', () => {
    fill(50, { copied: true });
    damageFirstPage();
    once('before', 'exec', COMMIT, () => {
      throw new Error('database or disk is full');
    });
    expect(() => open()).toThrow('is full');
    expect(readdirSync(folder)).not.toContain('lexicon.db.lock');
    expect(unitsIn(open())).toBe(50);
  });

  it('whose rows do not fit on the disk keeps none of them, and is done at the next start', () => {
    fill(50, { copied: true });
    damageFirstPage();
    once('before', 'run', ROW, () => {
      throw new Error('database or disk is full');
    });
    expect(() => open()).toThrow('is full');
    expect([unitsIn(open()), recovered[0]?.glossaries]).toEqual([50, 1]);
  });

  it('is done once: what came of it is told, and what is deleted then does not come again', () => {
    fill(50);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, bytes.length - 4_096));
    once('after', 'exec', COMMIT, kill);
    open();
    close();
    recovered = [];
    const parts = open();
    expect(recovered).toMatchObject([{ units: unitsIn(parts), glossaries: 1 }]);
    parts.memory.remove(KEY);
    close();
    expect(unitsIn(open())).toBe(0);
    close();
    for (const name of ['', '-wal', '.bak']) rmSync(path + name, { force: true });
    expect(namesIn(open())).toEqual([]);
    expect(recovered).toHaveLength(1);
  });

  it.each([
    ['is missing', () => rmSync(path)],
    ['has no bytes', () => writeFileSync(path, '')],
  ])('takes all of the copy where the file %s, and leaves it', (_what, lose) => {
    fill(50, { copied: true });
    const copy = readFileSync(`${path}.bak`);
    lose();
    const parts = open();
    expect([unitsIn(parts), namesIn(parts)]).toEqual([50, [['Fleet', 1]]]);
    expect(recovered).toEqual([{ setAside: undefined, units: 50, glossaries: 1 }]);
    expect(readFileSync(`${path}.bak`).equals(copy)).toBe(true);
  });

  it('reads the copy though a killed process has left it locked', () => {
    fill(50, { copied: true });
    damageFirstPage();
    mkdirSync(`${path}.bak.lock`);
    expect(unitsIn(open())).toBe(50);
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

  it('has what a process stored that was then killed, though the file itself is as it was', () => {
    fill(10, { copied: true });
    open().memory.put(KEY, [{ source: 'new', target: 'neu' }], { at: AT });
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
        memory.put(KEY, [{ source, target: 'edited' }], { at: AT, job: 'job' });
        memory.put(KEY, [{ source, target: null }], { at: AT, job: 'job' });
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
