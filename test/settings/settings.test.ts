import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  maxFileBytes,
  maxSegments,
  ProblemError,
  settingsChangeSchema,
} from '../../service/contract/index.ts';
import type { FixedSettings } from '../../service/contract/index.ts';
import { ORDERED_ENGINES } from '../../service/engines/configuration.ts';
import type { Settings } from '../../service/settings/settings-port.ts';
import { openSettings } from '../../service/settings/settings.ts';
import type { Store } from '../../service/store/store-port.ts';
import { openStore } from '../../service/store/store.ts';

let folder: string;
let store: Store;
let settings: Settings;

async function open(fixed: FixedSettings = {}): Promise<void> {
  store = await openStore(folder);
  settings = openSettings({ document: store.settings, fixed, engines: ORDERED_ENGINES });
}

async function reopen(fixed: FixedSettings = {}): Promise<void> {
  await store.close();
  await open(fixed);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-settings-'));
  await open();
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const refusal = async (change: Parameters<Settings['change']>[0]): Promise<ProblemError> => {
  const error: unknown = await settings.change(change).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  return error as ProblemError;
};

describe('the settings', () => {
  it('are the defaults until the user says otherwise', () => {
    expect(settings.show()).toEqual({ ...DEFAULT_SETTINGS, fixed: [] });
  });

  it('hold after a restart, and what a change leaves out stays', async () => {
    await settings.change({ docx_quota: 3, theme: 'dark', memory: { min_match: 90 } });
    await settings.change({ retention: { days: 30 }, memory: { enabled: false } });
    await reopen();
    expect(settings.values()).toEqual({
      ...DEFAULT_SETTINGS,
      docx_quota: 3,
      theme: 'dark',
      memory: { enabled: false, min_match: 90 },
      retention: { days: 30, jobs: 0 },
    });
  });

  it('are as before where a change cannot be written, also once the next one is', async () => {
    await settings.change({ retention: { days: 30 } });
    await rename(folder, `${folder}-away`);
    await expect(settings.change({ retention: { days: 1 } })).rejects.toThrow('ENOENT');
    await rename(`${folder}-away`, folder);
    await settings.change({ theme: 'dark' });
    expect(settings.values()).toMatchObject({ retention: { days: 30 }, theme: 'dark' });
    await reopen();
    expect(settings.values()).toMatchObject({ retention: { days: 30 }, theme: 'dark' });
  });

  it('send listeners the changes, and nothing else', async () => {
    const heard: string[][] = [];
    const stop = settings.onChange((changed) => heard.push([...changed]));
    await settings.change({ docx_quota: 3, port: DEFAULT_SETTINGS.port });
    await settings.change({ docx_quota: 3 });
    stop();
    await settings.change({ docx_quota: 4 });
    expect(heard).toEqual([['docx_quota']]);
  });

  it('that the environment fixes hold for the run only, and a change of one names it and changes nothing', async () => {
    await settings.change({ docx_quota: 3 });
    await reopen({ docx_quota: 0, engine_order: ['apertium'] });

    expect(settings.show()).toMatchObject({
      docx_quota: 0,
      engine_order: ['apertium'],
      fixed: ['engine_order', 'docx_quota'],
    });
    const refused = await refusal({ theme: 'dark', docx_quota: 5 });
    expect(refused).toMatchObject({ code: 'conflict', errors: [{ field: 'docx_quota', code: 'fixed' }] });
    expect(settings.values().theme).toBe('system');
    await reopen();
    expect(settings.values().docx_quota).toBe(3);
  });

  it('of a fixed group are refused where a member is given, and not where none is', async () => {
    await reopen({ retention: { days: 1, jobs: 0 } });
    expect((await refusal({ retention: { days: 2 } })).code).toBe('conflict');
    await settings.change({ theme: 'dark', retention: { days: undefined } });
    expect(settings.values().theme).toBe('dark');
  });

  it('take limits of documents in their range, which a refusal names', () => {
    for (const [name, most] of [
      ['max_segments', 100_000],
      ['max_file_mb', 200],
    ] as const) {
      for (const fits of [0, most])
        expect(settingsChangeSchema.safeParse({ [name]: fits }).success).toBe(true);
      for (const value of [-1, most + 1]) {
        const { error } = settingsChangeSchema.safeParse({ [name]: value });
        expect(error?.issues[0]?.message).toContain(`from 0 to ${most}`);
      }
    }
    expect(maxSegments({ max_segments: 0 })).toBe(100_000);
    expect(maxFileBytes({ max_file_mb: 0 })).toBe(200 * 1_048_576);
  });

  it.each([
    [{ engine_order: ['bergamot', 'nobody'] }, 'engine_order[1]'],
    [{ engine_order: ['pseudo'] }, 'engine_order[0]'],
    [{ models_url: 'http://models.example/x' }, 'models_url'],
    [{ models_url: 'file:///etc' }, 'models_url'],
    [{ downloads_folder: 'downloads' }, 'downloads_folder'],
  ])('refuse what cannot be used and name it: %j', async (change, field) => {
    expect((await refusal(change)).errors).toMatchObject([{ field }]);
    expect(settings.show()).toEqual({ ...DEFAULT_SETTINGS, fixed: [] });
  });
});
