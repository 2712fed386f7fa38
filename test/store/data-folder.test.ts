import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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
