import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../service/contract/index.ts';
import { ORDERED_ENGINES, REMOTE_ENGINES } from '../../service/engines/configuration.ts';
import type { EngineConfiguration } from '../../service/engines/configuration.ts';
import { createRegistry } from '../../service/engines/registry.ts';
import { createLog } from '../../service/log.ts';
import { openEngineAdmin } from '../../service/settings/engines.ts';
import type { Keychain } from '../../service/settings/keychain.ts';
import type { EngineAdmin, EngineEnvironment, Settings } from '../../service/settings/settings-port.ts';
import { openSettings } from '../../service/settings/settings.ts';
import type { Store } from '../../service/store/store-port.ts';
import { openStore } from '../../service/store/store.ts';

const LOCAL = DEFAULT_SETTINGS.engine_order;
const KEY = 'secret-key-0123456789';
const lines: string[] = [];
const log = createLog({ level: 'debug', write: (line) => lines.push(line) });

/** Turns what it is given round: not a good one, but one that can be looked through. */
const keychain: Keychain = {
  seal: (secret) => Promise.resolve(secret.split('').reverse().join('')),
  unseal: (sealed) => Promise.resolve(sealed.split('').reverse().join('')),
};

let folder: string;
let store: Store;
let settings: Settings;
let engines: EngineAdmin;
let configured: EngineConfiguration;

async function open(environment: EngineEnvironment = {}, chain: Keychain | null = keychain): Promise<void> {
  store = await openStore(folder);
  settings = openSettings({ document: store.settings, fixed: {}, engines: ORDERED_ENGINES });
  const admin = await openEngineAdmin({
    document: store.settings,
    settings,
    remote: REMOTE_ENGINES,
    ordered: ORDERED_ENGINES,
    environment,
    keychain: chain ?? undefined,
    log,
  });
  const registry = createRegistry({ pseudoDelayMs: 0 });
  configured = admin.configuration();
  registry.configure(configured);
  engines = admin.use({
    configure: (next) => {
      configured = next;
      registry.configure(next);
      return Promise.resolve();
    },
    engines: () => registry.summaries(),
    testEngine: (id) => registry.test(id),
    localServers: () => registry.localServers(),
  });
}

const show = async (id: string) => (await engines.list()).find((engine) => engine.id === id)!;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-engines-'));
  await open();
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the engines as their user sets them up', () => {
  it('are those of this machine until others are turned on', async () => {
    expect(configured.off).toEqual([...REMOTE_ENGINES]);
    for (const id of REMOTE_ENGINES) {
      expect(await show(id)).toMatchObject({
        kind: 'remote',
        enabled: false,
        ready: false,
        pairs: [],
        key: 'none',
      });
    }
    expect(await show('apertium')).toMatchObject({ kind: 'local', enabled: true, order: 1 });
  });

  it('join the order last when they are turned on, and leave it when they are turned off', async () => {
    await engines.change('deepl', { enabled: true });
    expect(settings.values().engine_order).toEqual([...LOCAL, 'deepl']);
    expect(configured).toMatchObject({
      order: [...LOCAL, 'deepl'],
      off: ['chat', 'libretranslate'],
    });
    expect(await engines.change('deepl', { order: 0 })).toMatchObject({ enabled: true, order: 0 });
    await engines.change('deepl', { enabled: false });
    expect(settings.values().engine_order).toEqual(LOCAL);
    await engines.change('apertium', { enabled: false });
    expect(configured).toMatchObject({
      order: LOCAL,
      off: expect.arrayContaining(['apertium']) as unknown,
    });
  });

  it('are as they were after a restart, with their keys', async () => {
    await engines.change('chat', {
      enabled: true,
      settings: { url: 'http://127.0.0.1:9/v1/', model: 'loud' },
    });
    await engines.setKey('chat', KEY);
    const before = configured;
    await store.close();
    await open();
    expect(configured).toEqual(before);
    expect(configured.remote.chat).toMatchObject({ url: 'http://127.0.0.1:9', model: 'loud', key: KEY });
  });

  it('send earlier translations elsewhere only to the address for which that was allowed', async () => {
    const url = async (to: string, more: object = {}) => {
      await engines.change('chat', { settings: { url: to, ...more } });
      return [configured.remote.chat?.mayHaveWork, (await show('chat')).settings?.earlier_translations];
    };
    expect(await url('http://localhost:11434')).toEqual([true, true]);
    expect(await url('http://localhost:11434', { model: 'big:cloud' })).toEqual([undefined, false]);
    expect(await url('https://models.example')).toEqual([undefined, false]);
    expect(await url('https://models.example', { earlier_translations: true })).toEqual([true, true]);
    expect(await url('https://other.example')).toEqual([undefined, false]);
  });

  it('keep a key in the keychain only: in no file, no answer and no log', async () => {
    await engines.setKey('deepl', KEY);
    await store.settings.flush();
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).not.toContain(KEY);
    expect(JSON.stringify(await engines.list())).not.toContain(KEY);
    expect(lines.join()).not.toContain(KEY);
    expect(await show('deepl')).toMatchObject({ key: 'keychain' });
    await engines.setKey('deepl', null);
    expect(await show('deepl')).toMatchObject({ key: 'none' });
  });

  it('refuse a key where there is no keychain, and say which variable to use', async () => {
    await store.close();
    await open({}, null);
    await expect(engines.setKey('deepl', KEY)).rejects.toMatchObject({
      code: 'no_keychain',
      status: 409,
      message: expect.stringContaining('INTERLINEAR_DEEPL_KEY') as unknown,
    });
  });

  it('go on without a key that the keychain no longer opens', async () => {
    await engines.setKey('deepl', KEY);
    await store.close();
    await open({}, { ...keychain, unseal: () => Promise.reject(new Error('another user')) });
    expect(await show('deepl')).toMatchObject({ key: 'none' });
  });

  it('that the environment names are on for the run, have no place in the order, and do not get the keychain’s key', async () => {
    await engines.setKey('chat', KEY);
    await store.close();
    await open({ chat: { url: 'http://127.0.0.1:9' }, deepl: { key: 'from-environment' } });
    expect(await show('chat')).toMatchObject({ enabled: true, key: 'none', fixed: ['url'] });
    expect(await show('deepl')).toMatchObject({ enabled: true, key: 'environment' });
    expect((await show('chat')).order).toBeUndefined();
    expect(configured).toMatchObject({ order: LOCAL, off: ['libretranslate'] });
    for (const change of [
      engines.change('chat', { enabled: false }),
      engines.change('chat', { settings: { url: 'https://example.com' } }),
      engines.setKey('deepl', KEY),
    ]) {
      await expect(change).rejects.toMatchObject({ code: 'conflict', errors: [{ code: 'fixed' }] });
    }
  });

  it('lose their key when their address becomes another', async () => {
    await engines.change('chat', { settings: { url: 'https://one.example' } });
    await engines.setKey('chat', KEY);
    await engines.change('chat', { settings: { url: 'https://one.example/api', model: 'm' } });
    expect(configured.remote.chat?.key).toBe(KEY);
    await engines.change('chat', { settings: { url: 'https://two.example' } });
    expect(configured.remote.chat?.key).toBeUndefined();
  });

  it.each([
    ['chat', { settings: { url: 'http://model.example' } }, 'settings.url'],
    ['chat', { settings: { url: 'https://user:pass@model.example' } }, 'settings.url'],
    ['apertium', { settings: { url: 'https://model.example' } }, 'settings'],
    ['pseudo', { enabled: false }, 'enabled'],
    ['pseudo', { order: 0 }, 'order'],
  ])('refuse for %s what cannot be: %j', async (id, change, field) => {
    await expect(engines.change(id, change)).rejects.toMatchObject({ status: 400, errors: [{ field }] });
    expect(settings.values().engine_order).toEqual(LOCAL);
  });

  it('are not found by another name', async () => {
    await expect(engines.change('nobody', {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(engines.test('nobody')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('send nothing anywhere for a test of one that is off', async () => {
    expect(await engines.test('chat')).toMatchObject({
      ok: false,
      error: expect.stringContaining('turned off') as unknown,
    });
  });
});
