import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asDataFolderError, DataFolderError } from '../../service/store/folder-error.ts';
import { openStore } from '../../service/store/store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a data folder', () => {
  it('is made with those above it, for this user alone', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await (await openStore(path)).close();
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('that many find missing at once is made once: one has it, the others hear that it is busy', async () => {
    for (let round = 0; round < 30; round++) {
      const path = join(folder, String(round), 'data');
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => openStore(path)));
      const failures = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
      expect(failures.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, () => 'StoreBusyError'));
      for (const each of tries) if (each.status === 'fulfilled') await each.value.close();
    }
  });

  it.runIf(process.platform === 'linux')(
    'that the system will not make is refused, where Node would try for ever',
    async () => {
      const path = '/proc/interlinear/data';
      const error: unknown = await openStore(path).catch((thrown: unknown) =>
        asDataFolderError(path, thrown),
      );
      expect(error).toBeInstanceOf(DataFolderError);
      expect((error as Error).message).toContain('choose another folder with --data-dir');
    },
  );

  it('of somebody else is refused, and nothing in it is touched', async () => {
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'uploads', 'holiday.jpg'), 'picture');
    await expect(openStore(folder)).rejects.toThrow(/not Interlinear's, such as uploads.*--data-dir/);
    expect(await readdir(folder)).toEqual(['uploads']);
    expect(await readFile(join(folder, 'uploads', 'holiday.jpg'), 'utf8')).toBe('picture');
  });

  it('of ours keeps what we did not make: only names that we give are removed', async () => {
    await (await openStore(folder)).close();
    const kept = [join('uploads', 'mine.txt'), join('jobs', '.new-draft')];
    const gone = [
      join('uploads', '01a1f930-3892-7000-b78e-04a43122fe34'),
      join('jobs', '.new-01a1f930-3892-7000-b78e-04a43122fe34'),
    ];
    for (const name of [...kept, ...gone]) await writeFile(join(folder, name), '');
    await (await openStore(folder)).close();
    for (const name of kept) expect((await stat(join(folder, name))).isFile()).toBe(true);
    for (const name of gone) await expect(stat(join(folder, name))).rejects.toThrow('ENOENT');
  });

  it('of ours opens though a file manager has left its files in it', async () => {
    await (await openStore(folder)).close();
    for (const name of ['drafts', 'archive', 'jobs', 'uploads'])
      await writeFile(join(folder, name, '.DS_Store'), '');
    await (await openStore(folder)).close();
  });

  it('of a later version is refused', async () => {
    await writeFile(join(folder, 'interlinear.json'), '{"format":2}');
    await expect(openStore(folder)).rejects.toThrow('later version');
  });

  it.skipIf(process.platform === 'win32')(
    'that others can write is refused, and names the remedy',
    async () => {
      await chmod(folder, 0o777);
      await expect(openStore(folder)).rejects.toThrow(`chmod go-w "${folder}"`);
      await chmod(folder, 0o755);
      await (await openStore(folder)).close();
    },
  );

  it.runIf(process.getuid?.() === 0)('of another user is refused', async () => {
    await chown(folder, 65_534, 65_534);
    await expect(openStore(folder)).rejects.toThrow('belongs to another user');
  });

  it('that is a file, or leads through one, is refused', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    for (const wrong of [path, join(path, 'below')]) {
      const error: unknown = await openStore(wrong).catch((thrown: unknown) =>
        asDataFolderError(wrong, thrown),
      );
      expect(error).toBeInstanceOf(DataFolderError);
    }
  });
});
