import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDocument } from '../../service/store/document.ts';

interface Counter {
  count: number;
  names: string[];
}
const initial = (): Counter => ({ count: 0, names: [] });
const parse = (data: unknown): Counter | undefined =>
  typeof data === 'object' && data !== null && 'count' in data && 'names' in data
    ? (data as Counter)
    : undefined;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-store-'));
  path = join(folder, 'counter.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function stored(): Promise<Counter> {
  return (JSON.parse(await readFile(path, 'utf8')) as { data: Counter }).data;
}

describe('a document', () => {
  it('is on disk when an update resolves, and read again', async () => {
    const document = await openDocument(path, initial(), parse);
    expect(await document.update((data) => ++data.count)).toBe(1);
    expect(await stored()).toEqual({ count: 1, names: [] });
    await document.close();
    const again = await openDocument(path, initial(), parse);
    expect(again.data).toEqual({ count: 1, names: [] });
    expect(again.recovery).toBe('none');
    await again.close();
  });

  it('writes once for a burst of callers that come while a write is under way', async () => {
    const document = await openDocument(path, initial(), parse);
    const first = document.update((data) => ++data.count);
    const burst = Array.from({ length: 100 }, () => document.update((data) => ++data.count));
    await first;
    await Promise.all(burst);
    expect(document.rev).toBe(2);
    expect((await stored()).count).toBe(101);
    await document.close();
  });

  it('gives each update the number of the write that holds it', async () => {
    const document = await openDocument(path, initial(), parse);
    const numbers = await Promise.all([1, 2, 3].map(() => document.update((_data, rev) => rev)));
    expect(numbers).toEqual([1, 2, 2]);
    await document.close();
  });

  it('never has two writes at once, whenever callers come', async () => {
    const document = await openDocument(path, initial(), parse);
    let most = 0;
    const watch = setInterval(() => {
      void readdir(folder).then((names) => {
        most = Math.max(most, names.filter((name) => name.endsWith('.tmp')).length);
      });
    }, 1);
    for (let i = 0; i < 60; i++) {
      const some = Array.from({ length: i % 4 }, () => document.update((data) => ++data.count));
      if (i % 3 === 0) await Promise.race([...some, document.update((data) => data)]);
    }
    await document.flush();
    clearInterval(watch);
    expect(most).toBeLessThanOrEqual(1);
    expect((await stored()).count).toBe(90);
    await document.close();
  });

  it('writes what was only touched within a moment, or when it is closed', async () => {
    const document = await openDocument(path, initial(), parse, { lazyMs: 20 });
    document.touch((data) => data.names.push('a'));
    await expect.poll(async () => (await stored().catch(initial)).names).toEqual(['a']);
    document.touch((data) => data.names.push('b'));
    await document.close();
    expect((await stored()).names).toEqual(['a', 'b']);
    await expect(document.update((data) => ++data.count)).rejects.toThrow('closed');
  });

  it('rejects an update that cannot be written, and takes its change along with the next', async () => {
    const document = await openDocument(path, initial(), parse);
    await document.update((data) => ++data.count);
    await rm(folder, { recursive: true });
    await expect(document.update((data) => ++data.count)).rejects.toThrow('ENOENT');
    await writeFile(await remade(), 'not a folder').catch(() => undefined);
    await document.update((data) => ++data.count);
    expect((await stored()).count).toBe(3);
    await document.close();
  });

  it('takes a change back that could not be written, and what was made upon it stays', async () => {
    const document = await openDocument(path, initial(), parse);
    const add = (name: string) =>
      document.update(
        (data) => data.names.push(name),
        (data) => (data.names = data.names.filter((other) => other !== name)),
      );
    await add('first');
    await rename(folder, `${folder}-away`);
    await expect(add('second')).rejects.toThrow('ENOENT');
    expect(document.data.names).toEqual(['first']);
    await rename(`${folder}-away`, folder);
    await add('third');
    await document.close();
    expect((await stored()).names).toEqual(['first', 'third']);
  });

  async function remade(): Promise<string> {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(folder);
    return folder;
  }

  it('is restored from its copy when it is damaged, and the damaged file is set aside', async () => {
    const document = await openDocument(path, initial(), parse);
    for (let i = 0; i < 3; i++) await document.update((data) => ++data.count);
    await document.close();
    for (const damage of [
      '',
      '{"rev":3,"data":{"count":',
      '{"rev":3,"data":{"count":"three"}}',
      '\0\0\0\0',
      'null',
    ]) {
      await writeFile(path, damage);
      const restored = await openDocument(path, initial(), parse);
      expect(restored.data.count).toBe(2);
      expect(restored).toMatchObject({ recovery: 'backup', restoredRev: 2 });
      await restored.close();
    }
    expect((await readdir(folder)).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
  });

  it('stays restored, across restarts, until what was missing is made good', async () => {
    const document = await openDocument(path, initial(), parse);
    for (let i = 0; i < 3; i++) await document.update((data) => ++data.count);
    await document.close();
    await writeFile(path, 'damaged');
    const restored = await openDocument(path, initial(), parse);
    await restored.update((data) => ++data.count);
    await restored.close();
    const again = await openDocument(path, initial(), parse);
    expect(again).toMatchObject({ recovery: 'backup', restoredRev: 2 });
    // Above every number that the lost file can have had.
    expect(again.rev).toBeGreaterThan(1_000);
    await again.completeRecovery();
    await again.close();
    const whole = await openDocument(path, initial(), parse);
    expect(whole.recovery).toBe('none');
    await whole.close();
  });

  it('begins anew when its copy is damaged too, and says that it was lost', async () => {
    await writeFile(path, 'damaged');
    await writeFile(`${path}.bak`, 'damaged');
    const document = await openDocument(path, initial(), parse);
    expect(document).toMatchObject({ recovery: 'lost', data: initial() });
    await document.close();
  });

  it('uses the copy when a crash left only that', async () => {
    await writeFile(`${path}.bak`, JSON.stringify({ rev: 5, data: { count: 5, names: [] } }));
    const document = await openDocument(path, initial(), parse);
    expect(document.data.count).toBe(5);
    await document.close();
  });
});
