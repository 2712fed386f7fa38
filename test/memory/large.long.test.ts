import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openLanguageData } from '../../service/memory/language-data.ts';

const UNITS = 300_000;
const DIRECTION = { from: 'en', to: 'es' };
/** Shares of the whole time: a busy machine lengthens both. Without yielding the import alone is most of it. */
const MAX_SEARCH = 1 / 10;
/** Of a hundred searches 99 take less. */
const MAX_P99 = 1 / 50;

it(
  'a large memory is imported, searched, exported and cleared while another account goes on',
  { timeout: 900_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interlinear-large-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const database = join(folder, 'lexicon.db');
    // A busy machine reads 40 MB in its own time.
    const data = openLanguageData(database, { reader: { limitMs: 600_000 } });
    const { memory, stored } = data;
    const path = join(folder, 'a.tmx');
    const unit = (n: number) =>
      `<tu><tuv xml:lang="en"><seg>Sentence ${n} about item ${(n * 7_919) % UNITS} of the list</seg></tuv><tuv xml:lang="es"><seg>Frase ${n} del artículo</seg></tuv></tu>`;
    writeFileSync(
      path,
      `<tmx version="1.4"><body>${Array.from({ length: UNITS }, (_, n) => unit(n)).join('')}</body></tmx>`,
    );
    const times: number[] = [];
    const began = performance.now();
    const run = { isOver: false };
    const others = (async () => {
      while (!run.isOver) {
        const start = performance.now();
        await memory.search('other', DIRECTION, { text: 'x', limit: 5, min: 50 });
        times.push(performance.now() - start);
        await wait(5);
      }
    })();
    expect(await memory.importTmx('large', DIRECTION, { path })).toEqual({
      added: UNITS,
      updated: 0,
      skipped: 0,
      contradicted: 0,
    });
    const [match] = await memory.search('large', DIRECTION, {
      text: `Sentence 77 about item ${77 * 7_919} of the list`,
      limit: 1,
      min: 70,
    });
    expect(match).toBeDefined();
    expect(await memory.list('large', { text: 'frase 99 ' }, { limit: 2 })).toHaveLength(1);
    await memory.exportTmx('large', { filter: DIRECTION, path: join(folder, 'out.tmx') });
    await memory.remove('large', DIRECTION);
    expect([await memory.pairs('large'), await stored.bytes('large')]).toEqual([[], 0]);
    run.isOver = true;
    await others;
    const whole = performance.now() - began;
    await data.close();
    expect(existsSync(`${database}-wal`)).toBe(false);
    times.sort((a, b) => a - b);
    expect(times.at(-1)).toBeLessThan(MAX_SEARCH * whole);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(MAX_P99 * whole);
  },
);
