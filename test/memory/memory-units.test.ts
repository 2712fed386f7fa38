import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../service/memory/database.ts';
import type { Db } from '../../service/memory/database.ts';
import { createMemoryUnits } from '../../service/memory/memory-units.ts';
import type { MemoryUnits } from '../../service/memory/memory-units.ts';
import { createRandom } from '../support/random.ts';
import { IS_LONG } from '../support/effort.ts';

const UNITS = IS_LONG ? 100_000 : 20_000;

const KEY = { account: 'local', from: 'en', to: 'es' };
const AT = '2026-01-01T00:00:00.000Z';
const ANY = { limit: 10, min: 50 };

let folder: string;
let db: Db;
let memory: MemoryUnits;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interlinear-memory-'));
  db = openDatabase(join(folder, 'lexicon.db'));
  memory = createMemoryUnits(db);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const put = (...units: [string, string | null][]) =>
  memory.put(
    KEY,
    units.map(([source, target]) => ({ source, target })),
    { at: AT },
  );
const found = (text: string, options = ANY) =>
  memory.search(KEY, text, options)!.map(({ source, match }) => [source, match]);

describe('the translation memory', () => {
  it('finds a target by exactly its source, text and codes', () => {
    put(['The <1>red</1> ship', 'El barco <1>rojo</1>']);
    expect(memory.exact(KEY, 'The <1>red</1> ship')).toBe('El barco <1>rojo</1>');
    expect(memory.exact(KEY, 'The red ship')).toBeUndefined();
    expect(memory.exact(KEY, 'the <1>red</1> ship')).toBeUndefined();
  });

  it('has no part in texts with a NUL, at which SQLite would end them', () => {
    put(['Do not open', 'No abrir']);
    const longer = 'Do not open\0 the valve before noon';
    expect(memory.exact(KEY, longer)).toBeUndefined();
    expect(put([longer, 'No abrir la válvula'], [longer, null], ['Open', 'Abrir\0 ya'])).toEqual({
      added: 0,
      updated: 0,
      skipped: 3,
    });
    expect(memory.exact(KEY, 'Do not open')).toBe('No abrir');
    expect(memory.exact(KEY, 'Open')).toBeUndefined();
  });

  it('keeps accounts and directions apart', () => {
    put(['ship', 'barco']);
    expect(memory.exact({ ...KEY, account: 'other' }, 'ship')).toBeUndefined();
    expect(memory.exact({ ...KEY, to: 'fr' }, 'ship')).toBeUndefined();
    expect(memory.search({ ...KEY, account: 'other' }, 'ship', ANY)).toEqual([]);
    memory.put({ ...KEY, to: 'fr' }, [{ source: 'ship', target: 'navire' }], { at: AT });
    expect(memory.pairs('local')).toEqual([
      { from: 'en', to: 'es', units: 1 },
      { from: 'en', to: 'fr', units: 1 },
    ]);
    memory.remove(KEY);
    expect(memory.pairs('local')).toEqual([{ from: 'en', to: 'fr', units: 1 }]);
  });

  it('takes back only what the same job has taught last, and gives back what was there before', () => {
    const teach = (job: string, target: string | null, before?: string) =>
      memory.put(KEY, [{ source: 'ship', target, before }], { at: AT, job });
    teach('first', 'barco');
    teach('second', 'buque');
    expect(teach('first', null)).toMatchObject({ skipped: 1 });
    expect(memory.exact(KEY, 'ship')).toBe('buque');
    teach('second', null, 'barco');
    expect(memory.exact(KEY, 'ship')).toBe('barco');
    teach('first', 'nave');
    // A file has the same unit: whose job it was stays known.
    put(['ship', 'nave']);
    expect(teach('first', null)).toMatchObject({ updated: 1 });
    expect(memory.exact(KEY, 'ship')).toBeUndefined();
    teach('first', 'nave');
    put(['ship', 'navío']);
    teach('first', null);
    expect(memory.exact(KEY, 'ship')).toBe('navío');
  });

  it('never gives an id again, so that a deletion sent twice takes out one unit', () => {
    put(['one', 'uno'], ['two', 'dos']);
    const [newest] = memory.list(KEY, { text: '', limit: 1 }).units;
    expect(memory.removeUnit('local', newest!.id)).toBe(true);
    put(['three', 'tres']);
    expect(memory.removeUnit('local', newest!.id)).toBe(false);
    memory.remove(KEY);
    put(['four', 'cuatro']);
    expect(memory.removeUnit('local', newest!.id)).toBe(false);
    expect(memory.exact(KEY, 'four')).toBe('cuatro');
  });

  it('says what it added, changed and left', () => {
    expect(put(['one', 'uno'], ['two', 'dos'])).toEqual({ added: 2, updated: 0, skipped: 0 });
    expect(put(['one', 'uno'], ['two', 'DOS'], ['x'.repeat(10_001), 'y'], ['  ', 'z'])).toEqual({
      added: 0,
      updated: 1,
      skipped: 3,
    });
    expect(put(['one', null])).toEqual({ added: 0, updated: 1, skipped: 0 });
    expect(memory.exact(KEY, 'one')).toBeUndefined();
  });

  it('offers similar texts, most similar first, and 100 only for the same visible text', () => {
    put(
      ['Open the file in the editor', 'a'],
      ['Open the <1>file</1> in the editor', 'b'],
      ['Open the files in the editor', 'c'],
      ['Close every window', 'd'],
    );
    expect(found('Open the file in the editor')).toEqual([
      ['Open the file in the editor', 100],
      ['Open the <1>file</1> in the editor', 100],
      ['Open the files in the editor', 96],
    ]);
    expect(found('open the file in the editor')[0]?.[1]).toBe(99);
    expect(found('Open the file in the editor', { limit: 1, min: 97 })).toHaveLength(1);
  });

  it('offers what has been stored, changed and taken out since it was first asked', () => {
    expect(found('the harbour')).toEqual([]);
    put(['the harbour', 'el puerto']);
    expect(found('the harbor')).toEqual([['the harbour', 90]]);
    put(['the harbour', null]);
    expect(found('the harbor')).toEqual([]);
  });

  it('compares scripts without spaces and very short texts too', () => {
    put(['请重新启动打印机。', 'x'], ['OK', 'y'], ['会議は木曜日に変更されました。', 'z']);
    expect(found('请重新启动电脑。')[0]?.[0]).toBe('请重新启动打印机。');
    expect(found('OK')).toEqual([['OK', 100]]);
    expect(found('会議は金曜日に変更されました。')[0]?.[1]).toBeGreaterThan(90);
  });

  it('lists its units newest first, by text in source or target, ignoring case', () => {
    put(['The ship', 'El barco'], ['A & B <1>100%</1>', 'x'], ['Über uns', 'Sobre nosotros']);
    const list = (text: string) => memory.list(KEY, { text, limit: 10 }).units.map(({ source }) => source);
    expect(list('')).toEqual(['Über uns', 'A & B <1>100%</1>', 'The ship']);
    expect(list('BARCO')).toEqual(['The ship']);
    expect(list('über')).toEqual(['Über uns']);
    expect(list('100%')).toEqual(['A & B <1>100%</1>']);
    expect(list('1_0')).toEqual([]);
    expect(list('b 100')).toEqual(['A & B <1>100%</1>']);
    expect(list('amp;')).toEqual([]);
    expect(memory.list({ ...KEY, account: 'other' }, { text: '', limit: 10 }).units).toEqual([]);
    const [newest, next] = memory.list(KEY, { text: '', limit: 2 }).units;
    expect(memory.list(KEY, { text: '', limit: 1, before: newest?.id ?? 0 }).units).toEqual([next]);
  });

  it('lists by one or two characters, in scripts without spaces, and in either Unicode form', () => {
    put(['请重新启动打印机。', 'Reinicie la impresora.'], ['会議は木曜日', 'La reunio\u0301n'], ['Q4', 'T4']);
    const list = (text: string) => memory.list(KEY, { text, limit: 10 }).units.map(({ source }) => source);
    expect(list('q')).toEqual(['Q4']);
    expect(list('4')).toEqual(['Q4']);
    expect(list('打印')).toEqual(['请重新启动打印机。']);
    expect(list('議')).toEqual(['会議は木曜日']);
    expect(list('reunión')).toEqual(['会議は木曜日']);
    expect(list('Reunio\u0301n')).toEqual(['会議は木曜日']);
    expect(list('机。 reinicie')).toEqual([]);
    expect(list('机。\x1freinicie')).toEqual([]);
  });

  it('lists units as they were stored, changed, taken out and rolled back since the list before', () => {
    const list = (text: string) => memory.list(KEY, { text, limit: 5_000 }).units.map(({ source }) => source);
    const units = Array.from({ length: 3_000 }, (_, n): [string, string] => [`unit ${n}`, `unidad ${n}`]);
    put(...units);
    expect(list('UNIDAD')).toHaveLength(3_000);
    put(['unit 7', 'siete'], ['unit 8', null], ['new', 'unidad nueva']);
    expect(list('siete')).toEqual(['unit 7']);
    expect(list('unidad')).toEqual([
      'new',
      ...units
        .map(([source]) => source)
        .filter((source) => source !== 'unit 7' && source !== 'unit 8')
        .reverse(),
    ]);
    expect(() => {
      put(['rolled back', 'unidad perdida'], ['x', Symbol('no text') as never]);
    }).toThrow();
    expect(list('unidad perdida')).toEqual([]);
    const older = memory.list(KEY, { text: 'unit', limit: 2 }).units;
    expect(memory.list(KEY, { text: 'unit', limit: 1, before: older[0]!.id }).units).toEqual([older[1]]);
    memory.remove(KEY);
    expect(list('unidad')).toEqual([]);
  });

  it('takes one unit out, for search too, and only for its own account', () => {
    put(['The ship left', 'x'], ['The ship came', 'y']);
    expect(found('The ship left')).toHaveLength(2);
    const [, { id }] = memory.list(KEY, { text: '', limit: 2 }).units as [unknown, { id: number }];
    expect(memory.removeUnit('other', id)).toBe(false);
    expect(memory.removeUnit(KEY.account, id)).toBe(true);
    expect(memory.removeUnit(KEY.account, id)).toBe(false);
    expect(found('The ship left').map(([source]) => source)).toEqual(['The ship came']);
  });

  it(`finds the similar one among ${UNITS}`, () => {
    const random = createRandom(7);
    const words = Array.from({ length: 2_000 }, (_, n) => `${'aeiou'[n % 5]}w${n.toString(36)}`);
    const sentence = () =>
      Array.from(
        { length: 4 + random.below(14) },
        () => words[random.below(random.below(words.length) + 1)],
      ).join(' ');
    const sentences = Array.from({ length: UNITS }, sentence);
    for (let i = 0; i < sentences.length; i += 10_000) {
      put(...sentences.slice(i, i + 10_000).map((text): [string, string] => [text, text.toUpperCase()]));
    }
    for (let i = 0; i < 30; i++) {
      const wanted = sentences[random.below(sentences.length)]!;
      const [match] = memory.search(KEY, `${wanted} x`, { limit: 5, min: 70 })!;
      expect(match?.source).toBe(wanted);
    }
    const list = (text: string) => memory.list(KEY, { text, limit: 100 }).units;
    expect([list('').length, list(sentences[0]!.toUpperCase()).length, list('nowhere').length]).toEqual([
      100, 1, 0,
    ]);
  });
});
