import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../service/memory/database.ts';
import type { Db } from '../../service/memory/database.ts';
import { changeTexts } from '../../service/memory/unit-changes.ts';
import { createMemoryUnits } from '../../service/memory/memory-units.ts';
import { filteredUnits } from '../../service/memory/unit-filter.ts';
import type { UnitConditions } from '../../service/memory/unit-filter.ts';
import type { UnitContext } from '../../service/memory/unit-context.ts';
import { createRandom } from '../support/random.ts';
import { IS_LONG } from '../support/effort.ts';

const UNITS = IS_LONG ? 100_000 : 20_000;

const KEY = { account: 'local', from: 'en', to: 'es' };
const AT = '2026-01-01T00:00:00.000Z';
const ANY = { limit: 10, min: 50 };

let folder: string;
let db: Db;
let memory: ReturnType<typeof createMemoryUnits>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interlinear-memory-'));
  db = openDatabase(join(folder, 'lexicon.db'));
  memory = createMemoryUnits(db);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const BY = { at: AT, origin: 'imported' } as const;
const put = (...units: [string, string][]) =>
  memory.put(
    KEY,
    units.map(([source, target]) => ({ source, target })),
    BY,
  );
/** Alone in its file. */
const ALONE = { pre: '', post: '' };
const teach = (job: string, source: string, target: string | null, before?: string, context = ALONE) =>
  memory.teach(KEY, [{ source, targets: target === null ? [] : [{ target, context }], before }], {
    at: AT,
    job,
  }).isChanged;
const list = (filter: UnitConditions = {}, page: { limit: number; before?: number } = { limit: 10 }) =>
  filteredUnits(memory.parts, [KEY], filter, { until: Infinity, ...page }).units;
const exact = (source: string, context?: UnitContext) => memory.exact(KEY, source, context)?.target;
const found = (text: string, options = ANY) =>
  memory.search(KEY, text, options)!.map(({ source, match }) => [source, match]);

describe('the translation memory', () => {
  it('finds a target by exactly its source, text and codes', () => {
    put(['The <1>red</1> ship', 'El barco <1>rojo</1>']);
    expect(exact('The <1>red</1> ship')).toBe('El barco <1>rojo</1>');
    expect(exact('The red ship')).toBeUndefined();
    expect(exact('the <1>red</1> ship')).toBeUndefined();
  });

  it('has no part in texts with a NUL, at which SQLite would end them', () => {
    put(['Do not open', 'No abrir']);
    const longer = 'Do not open\0 the valve before noon';
    expect(exact(longer)).toBeUndefined();
    expect(put([longer, 'No abrir la válvula'], ['Open', 'Abrir\0 ya'])).toMatchObject({
      added: 0,
      skipped: 2,
    });
    expect(teach('job', longer, null)).toBe(false);
    expect(exact('Do not open')).toBe('No abrir');
    expect(exact('Open')).toBeUndefined();
  });

  it('keeps accounts and directions apart', () => {
    put(['ship', 'barco']);
    expect(memory.exact({ ...KEY, account: 'other' }, 'ship')).toBeUndefined();
    expect(memory.exact({ ...KEY, to: 'fr' }, 'ship')).toBeUndefined();
    expect(memory.search({ ...KEY, account: 'other' }, 'ship', ANY)).toEqual([]);
    memory.put({ ...KEY, to: 'fr' }, [{ source: 'ship', target: 'navire' }], BY);
    expect(memory.pairs('local')).toEqual([
      { from: 'en', to: 'es', units: 1 },
      { from: 'en', to: 'fr', units: 1 },
    ]);
    memory.remove(KEY);
    expect(memory.pairs('local')).toEqual([{ from: 'en', to: 'fr', units: 1 }]);
  });

  it('takes back only what the same job has taught last, and gives back what was there before', () => {
    teach('first', 'ship', 'barco');
    teach('second', 'ship', 'buque');
    expect(teach('first', 'ship', null)).toBe(false);
    expect(exact('ship')).toBe('buque');
    teach('second', 'ship', null, 'barco');
    expect(exact('ship')).toBe('barco');
    teach('first', 'ship', 'nave');
    expect(teach('first', 'ship', null)).toBe(true);
    expect(exact('ship')).toBeUndefined();
    teach('first', 'ship', 'nave');
    put(['ship', 'navío']);
    teach('first', 'ship', null);
    expect(exact('ship')).toBe('navío');
    // Confirmed, an imported unit takes the context of its segment; unconfirmed, it is still there.
    teach('second', 'ship', 'navío', 'navío');
    expect(list()).toMatchObject([{ target: 'navío', pre: '', origin: 'imported' }]);
    teach('second', 'ship', null, 'navío');
    expect(exact('ship')).toBe('navío');
  });

  it('keeps a target for each context of a source; the context decides, without one the newest', () => {
    const context = (pre: string, post: string) => ({ pre, post });
    teach('one', 'Open', 'Abrir', undefined, context('File', 'Close'));
    memory.teach(
      KEY,
      [{ source: 'Open', targets: [{ target: 'Abierto', context: context('State', 'Closed') }] }],
      {
        at: '2026-01-02T00:00:00.000Z',
        job: 'two',
      },
    );
    expect(memory.exact(KEY, 'Open', context('File', 'Close'))).toMatchObject({
      target: 'Abrir',
      match: 101,
    });
    expect(memory.exact(KEY, 'Open', context('State', 'Closed'))).toMatchObject({
      target: 'Abierto',
      match: 101,
    });
    expect(memory.exact(KEY, 'Open', context('State', 'Close'))).toMatchObject({
      target: 'Abierto',
      match: 100,
    });
    expect(memory.exact(KEY, 'Open')).toMatchObject({ target: 'Abierto', match: 100 });
    const [first, second] = memory.search(KEY, 'Open', { ...ANY, context: context('File', 'Close') })!;
    expect([first, second]).toMatchObject([
      { target: 'Abrir', match: 101 },
      { target: 'Abierto', match: 100 },
    ]);
    // Trados tells only what is before: anything may follow.
    memory.put(KEY, [{ source: 'Open', target: 'Apertura', context: { pre: 'Night', post: null } }], BY);
    expect(memory.exact(KEY, 'Open', context('Night', 'whatever'))).toMatchObject({
      target: 'Apertura',
      match: 101,
    });
  });

  it('never gives an id again, so that a deletion sent twice takes out one unit', () => {
    put(['one', 'uno'], ['two', 'dos']);
    const [newest] = list({}, { limit: 1 });
    expect(memory.removeUnit('local', newest!.id)).toBe(true);
    put(['three', 'tres']);
    expect(memory.removeUnit('local', newest!.id)).toBe(false);
    memory.remove(KEY);
    put(['four', 'cuatro']);
    expect(memory.removeUnit('local', newest!.id)).toBe(false);
    expect(exact('four')).toBe('cuatro');
  });

  it('says what it added, made newer, left, and which source now has several targets', () => {
    expect(put(['one', 'uno'], ['two', 'dos'])).toEqual({
      added: 2,
      updated: 0,
      skipped: 0,
      contradicted: 0,
    });
    expect(put(['one', 'uno'], ['two', 'DOS'], ['x'.repeat(10_001), 'y'], ['  ', 'z'])).toEqual({
      added: 1,
      updated: 0,
      skipped: 3,
      contradicted: 1,
    });
    const newer = { source: 'one', target: 'uno', updated_at: '2026-02-01T00:00:00.000Z' };
    expect(memory.put(KEY, [newer], BY)).toMatchObject({ updated: 1 });
    expect(memory.put(KEY, [newer], BY)).toMatchObject({ skipped: 1 });
    expect(list({ only: 'contradictions' }).map(({ target }) => target)).toEqual(['DOS', 'dos']);
    expect(list({ after: '2026-02-01T00:00:00.000Z' }).map(({ target }) => target)).toEqual(['uno']);
    expect(list({ before: '2026-02-01T00:00:00.000Z' })).toHaveLength(2);
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
    teach('job', 'the harbour', 'el puerto');
    expect(found('the harbor')).toEqual([['the harbour', 90]]);
    teach('job', 'the harbour', null);
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
    const sources = (text: string) => list({ text }).map(({ source }) => source);
    expect(sources('')).toEqual(['Über uns', 'A & B <1>100%</1>', 'The ship']);
    expect(sources('BARCO')).toEqual(['The ship']);
    expect(sources('über')).toEqual(['Über uns']);
    expect(sources('100%')).toEqual(['A & B <1>100%</1>']);
    expect(sources('1_0')).toEqual([]);
    expect(sources('b 100')).toEqual(['A & B <1>100%</1>']);
    expect(sources('amp;')).toEqual([]);
    const [newest, next] = list({}, { limit: 2 });
    expect(list({}, { limit: 1, before: newest?.id ?? 0 })).toEqual([next]);
  });

  it('lists by one or two characters, in scripts without spaces, and in either Unicode form', () => {
    put(['请重新启动打印机。', 'Reinicie la impresora.'], ['会議は木曜日', 'La reunio\u0301n'], ['Q4', 'T4']);
    const sources = (text: string) => list({ text }).map(({ source }) => source);
    expect(sources('q')).toEqual(['Q4']);
    expect(sources('4')).toEqual(['Q4']);
    expect(sources('打印')).toEqual(['请重新启动打印机。']);
    expect(sources('議')).toEqual(['会議は木曜日']);
    expect(sources('reunión')).toEqual(['会議は木曜日']);
    expect(sources('Reunio\u0301n')).toEqual(['会議は木曜日']);
    expect(sources('机。 reinicie')).toEqual([]);
    expect(sources('机。\x1freinicie')).toEqual([]);
  });

  it('lists units as they were stored, changed, taken out and rolled back since the list before', () => {
    const sources = (text: string) => list({ text }, { limit: 5_000 }).map(({ source }) => source);
    const units = Array.from({ length: 3_000 }, (_, n): [string, string] => [`unit ${n}`, `unidad ${n}`]);
    put(...units);
    expect(sources('UNIDAD')).toHaveLength(3_000);
    const [eight, seven] = [8, 7].map((n) => list({ text: `unidad ${n}` }, { limit: 5_000 }).at(-1)!);
    changeTexts(memory.parts, seven!, { source: 'unit 7', target: 'siete' }, AT);
    memory.removeUnit(KEY.account, eight!.id);
    put(['new', 'unidad nueva']);
    expect(sources('siete')).toEqual(['unit 7']);
    expect(sources('unidad')).toEqual([
      'new',
      ...units
        .map(([source]) => source)
        .filter((source) => source !== 'unit 7' && source !== 'unit 8')
        .reverse(),
    ]);
    expect(() => {
      put(['rolled back', 'unidad perdida'], ['x', Symbol('no text') as never]);
    }).toThrow();
    expect(sources('unidad perdida')).toEqual([]);
    const older = list({ text: 'unit' }, { limit: 2 });
    expect(list({ text: 'unit' }, { limit: 1, before: older[0]!.id })).toEqual([older[1]]);
    memory.remove(KEY);
    expect(sources('unidad')).toEqual([]);
  });

  it('takes one unit out, for search too, and only for its own account', () => {
    put(['The ship left', 'x'], ['The ship came', 'y']);
    expect(found('The ship left')).toHaveLength(2);
    const [, { id }] = list({}, { limit: 2 }) as [unknown, { id: number }];
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
    const count = (text: string) => list({ text }, { limit: 100 }).length;
    expect([count(''), count(sentences[0]!.toUpperCase()), count('nowhere')]).toEqual([100, 1, 0]);
  });
});
