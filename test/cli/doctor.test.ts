import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  engineTrouble,
  folderTrouble,
  holderTrouble,
  nodeTrouble,
  setAsideTrouble,
} from '../../service/cli/doctor/examine.ts';
import { lookAtDataFolder } from '../../service/cli/doctor/data-folder.ts';
import type { Examination } from '../../service/cli/doctor/examine.ts';
import { API_KEY, MAIN } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function doctor(args: string[], env: Record<string, string> = {}) {
  const options = { env: { ...process.env, ...env } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'doctor', ...args], options);
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, stdout };
  }
}
const parsed = (stdout: string) => JSON.parse(stdout) as Examination;

describe('doctor', () => {
  it('looks without touching: a data folder that is not there is not made', async () => {
    const { code, stdout } = await doctor(['--json', '--data-dir', join(folder, 'none', 'yet')]);
    const found = parsed(stdout);
    expect(found).toMatchObject({
      node: process.versions.node,
      data_folder: { exists: false, writable: true, files: 0 },
      service: { running: false },
    });
    expect(found.engines.find(({ id }) => id === 'pseudo')).toEqual({ id: 'pseudo', ready: true });
    expect(code).toBe(found.problems.length === 0 ? 0 : 1);
    await expect(access(join(folder, 'none'))).rejects.toThrow();
  });

  it('names a setting that cannot be used, and ends with 1', async () => {
    const { code, stdout } = await doctor(['--data-dir', folder], { INTERLINEAR_API_KEY: 'short-zirconium' });
    expect(code).toBe(1);
    expect(stdout).toContain('INTERLINEAR_API_KEY');
    expect(stdout).not.toContain('zirconium');
  });

  describe('beside a running service', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService();
      const { body } = await service.upload({ name: 'zirconium.txt', content: 'A zirconium sentence.' });
      await service.ended(body.data.id);
    });
    afterAll(() => service.close());

    it('asks it, and reports folder and jobs without a key, a name or a text', async () => {
      const key = await service.sessionKey();
      const env = { INTERLINEAR_API_KEY: API_KEY };
      const [json, text] = [
        await doctor(['--json', '--data-dir', service.dataDir], env),
        await doctor(['--data-dir', service.dataDir], env),
      ];
      const found = parsed(json.stdout);
      expect(found).toMatchObject({
        service: { running: true, base_url: service.baseUrl, health: 'ok' },
        data_folder: { exists: true, job_folders: 1, holder: { address: service.baseUrl } },
      });
      expect(found.settings).toContain('INTERLINEAR_API_KEY');
      expect(found.data_folder.size).toBeGreaterThan(0);
      for (const secret of ['zirconium', API_KEY, key]) {
        expect(json.stdout + text.stdout).not.toContain(secret);
      }
      expect(text.stdout).toMatch(found.problems.length === 0 ? /All is well/ : /To fix/);
    });

    it('counts jobs once the index is written', async () => {
      for (let tries = 0; ; tries++) {
        const { stdout } = await doctor(['--json', '--data-dir', service.dataDir]);
        const { jobs } = parsed(stdout).data_folder;
        if (jobs['done'] === 1 || tries === 5) {
          expect(jobs).toEqual({ done: 1 });
          return;
        }
      }
    });
  });

  it.skipIf(process.getuid?.() === 0)('says that a folder cannot be written', async () => {
    const closed = await mkdtemp(join(folder, 'closed-'));
    await chmod(closed, 0o500);
    const { code, stdout } = await doctor(['--json', '--data-dir', closed]);
    expect(code).toBe(1);
    expect(
      parsed(stdout)
        .problems.map(({ what }) => what)
        .join(),
    ).toContain('cannot be written');
  });
});

describe('problems and remedies', () => {
  const sound = { path: '/data', writable: true, free: 1e10 } as Parameters<typeof folderTrouble>[0];

  it('is an old Node, a folder that cannot be written or is nearly full, a holder that does not answer', () => {
    expect(nodeTrouble('20.18.3')).toHaveLength(1);
    expect(folderTrouble({ ...sound, writable: false })[0]!.what).toContain('cannot be written');
    expect(folderTrouble({ ...sound, free: 10_485_760 })[0]!.what).toContain('10 MB');
    expect(holderTrouble({ holder: { pid: 5 } }, false)).toHaveLength(1);
  });

  it('is a damaged file of glossaries and memory that was replaced, until it is deleted', async () => {
    const name = 'lexicon.db.damaged-2026-11-27T10-00-00-000Z';
    for (const one of [name, `${name}-wal`]) await writeFile(join(folder, one), '');
    const { set_aside } = await lookAtDataFolder(folder);
    expect(setAsideTrouble({ set_aside })).toMatchObject([{ what: expect.stringContaining(name) as string }]);
    for (const one of [name, `${name}-wal`]) await rm(join(folder, one));
    expect((await lookAtDataFolder(folder)).set_aside).toEqual([]);
  });

  it('is nothing of that where all is in order', () => {
    for (const version of ['20.19.0', '22.1.0']) expect(nodeTrouble(version)).toEqual([]);
    expect(folderTrouble(sound)).toEqual([]);
    expect(holderTrouble({ holder: { pid: 5 } }, true)).toEqual([]);
  });

  it('is an engine only where no other one translates, with its own remedy', () => {
    const pseudo = { id: 'pseudo', ready: true };
    const away = { id: 'apertium', ready: false, reason: 'Install apertium.' };
    expect(engineTrouble([pseudo, away])[0]!.remedy).toContain('Install apertium.');
    expect(engineTrouble([pseudo, away, { id: 'other', ready: true }])).toEqual([]);
  });
});
