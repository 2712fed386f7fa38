import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { EngineChange, EngineResource } from '../contract/index.ts';
import { isSafeAddress, serverRoot } from '../lib/safe-address.ts';
import type { EngineSettingsRecord } from '../records/settings-record.ts';
import type { EngineConfiguration, EngineSummary } from '../worker/engine-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import { engineSetUps } from './engine-setups.ts';
import type { EngineAdminParts, EngineSetUps } from './engine-setups.ts';
import type { EngineAdmin } from './settings-port.ts';
import { unsafe, unsafeSpecifics } from './settings.ts';

type Translation = Pick<TranslationPort, 'configure' | 'engines' | 'localServers' | 'testEngine'>;

/** The engines as the user configured them. `use` connects those that run. */
export async function openEngineAdmin(
  parts: EngineAdminParts,
): Promise<{ configuration(): EngineConfiguration; use(translation: Translation): EngineAdmin }> {
  const keys = await unsealKeys(parts);
  const setUps = engineSetUps(parts, keys);
  return {
    configuration: () => setUps.configuration(),
    use: (translation) => createAdmin(parts, setUps, keys, translation),
  };
}

function createAdmin(
  parts: EngineAdminParts,
  setUps: EngineSetUps,
  keys: Map<string, string>,
  translation: Translation,
): EngineAdmin {
  const { document, settings, remote, environment, keychain } = parts;
  const tell = (): Promise<void> => translation.configure(setUps.configuration());
  const list = async (): Promise<EngineResource[]> => {
    const { engine_order: order } = settings.values();
    const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
    const all = (await translation.engines()).map((summary) => present(parts, setUps, summary));
    return all.sort((one, other) => place(one.id) - place(other.id));
  };
  const show = async (id: string): Promise<EngineResource> => {
    const found = (await list()).find((engine) => engine.id === id);
    if (found) return found;
    throw new ProblemError('not_found', 'There is no such engine. GET /v1/engines lists those there are.');
  };
  settings.onChange((changed) => {
    if (changed.has('engine_order') || changed.has('cache_mb')) void tell();
  });
  const store = (id: string, change: (record: EngineSettingsRecord) => void): Promise<void> => {
    const stored = document.data.engines[id];
    const record = { ...stored };
    change(record);
    return document.update(
      ({ engines }) => void (engines[id] = record),
      ({ engines }) => {
        if (engines[id] === record) engines[id] = stored ?? {};
      },
    );
  };

  return {
    list,
    async change(id, change) {
      await show(id);
      refuse(parts, setUps, id, change);
      const movedTo = newOrder(parts, id, change);
      if (movedTo) await settings.change({ engine_order: movedTo });
      const url = change.settings?.url;
      const losesKey = url !== undefined && originOf(url) !== originOf(setUps.stored(id).url);
      await store(id, (record) => {
        applyChange(record, change);
        if (losesKey) {
          delete record.sealed_key;
          if (change.settings?.earlier_translations !== true) delete record.earlier_translations;
        }
      });
      if (losesKey) keys.delete(id);
      await tell();
      return show(id);
    },
    async setKey(id, key) {
      await show(id);
      if (!remote.includes(id)) throw fieldProblem('key', 'invalid', 'An engine of this machine has no key.');
      if (environment[id]?.key !== undefined) throw fixed('key');
      if (key === null) {
        await store(id, (record) => delete record.sealed_key);
        keys.delete(id);
      } else {
        if (!keychain) throw noKeychain(id);
        const sealed = await keychain.seal(key);
        await store(id, (record) => (record.sealed_key = sealed));
        keys.set(id, key);
      }
      await tell();
    },
    async test(id) {
      await show(id);
      return translation.testEngine(id);
    },
    localServers: () => translation.localServers(),
  };
}

function present(
  { settings, remote, environment, hasTeam }: EngineAdminParts,
  setUps: EngineSetUps,
  summary: EngineSummary,
): EngineResource {
  const { id, name, offline, capabilities, state, reason, help, pairs } = summary;
  const at = settings.values().engine_order.indexOf(id);
  const { url, model, key, mayHaveWork } = setUps.of(id);
  const enabled = setUps.isEnabled(id);
  const { inline_codes, glossary, tone, context, terms } = capabilities;
  return {
    id,
    name,
    kind: offline ? 'local' : 'remote',
    ...(offline && hasTeam ? { team: true as const } : {}),
    enabled,
    ready: state === 'ready',
    ...(reason === undefined ? {} : { reason }),
    ...(help === undefined ? {} : { help }),
    capabilities: { inline_codes, glossary, tone, context, ...(terms ? { terms } : {}) },
    // A disabled engine has no directions; `*` to `*` would read as all of them.
    pairs: enabled ? pairs.map(({ from, to, ready }) => ({ from, to, ready })) : [],
    ...(at < 0 ? {} : { order: at }),
    ...(remote.includes(id)
      ? {
          settings: {
            ...(url === undefined ? {} : { url }),
            ...(model === undefined ? {} : { model }),
            ...(id === 'chat' ? { earlier_translations: mayHaveWork === true } : {}),
          },
          key: key === undefined ? 'none' : environment[id]?.key === undefined ? 'keychain' : 'environment',
          fixed: Object.keys(environment[id] ?? {}),
        }
      : {}),
  };
}

/** The engine's own part of a change, as it is stored. */
function applyChange(
  record: EngineSettingsRecord,
  { enabled, settings: { url, model, earlier_translations: sends } = {} }: EngineChange,
): void {
  if (enabled !== undefined) record.enabled = enabled;
  if (url === null) delete record.url;
  else if (url !== undefined) record.url = serverRoot(url);
  if (model === null) delete record.model;
  else if (model !== undefined) record.model = model;
  if (sends !== undefined) record.earlier_translations = sends;
}

/** The order after a change; undefined if it stays, or is fixed and was not part of the change. */
function newOrder(
  { settings, remote }: EngineAdminParts,
  id: string,
  { enabled, order }: EngineChange,
): string[] | undefined {
  const present = settings.values().engine_order;
  const others = present.filter((other) => other !== id);
  if (order !== undefined) return [...others.slice(0, order), id, ...others.slice(order)];
  if (enabled === undefined || settings.show().fixed.includes('engine_order')) return undefined;
  if (enabled) return present.includes(id) ? undefined : [...present, id];
  // A user who turns a remote engine on again must choose its place in the order again.
  return remote.includes(id) && present.includes(id) ? others : undefined;
}

/** Throws if the engine or the environment forbids the change. */
function refuse(
  { ordered, remote, environment }: EngineAdminParts,
  setUps: EngineSetUps,
  id: string,
  { enabled, order, settings: change }: EngineChange,
): void {
  if (!ordered.includes(id)) {
    const field = enabled !== undefined ? 'enabled' : order !== undefined ? 'order' : 'settings';
    throw fieldProblem(
      field,
      'invalid',
      `${id} is always there, and serves only its own target or when it is named.`,
    );
  }
  if (enabled === false && setUps.isFromEnvironment(id)) throw fixed('enabled');
  if (!change) return;
  if (!remote.includes(id))
    throw fieldProblem('settings', 'invalid', 'An engine of this machine has no address.');
  for (const name of ['url', 'model'] as const) {
    if (change[name] !== undefined && environment[id]?.[name] !== undefined) throw fixed(`settings.${name}`);
  }
  const { url } = change;
  if (typeof url === 'string' && !isSafeAddress(url))
    throw fieldProblem('settings.url', 'invalid', unsafe(url), unsafeSpecifics(url));
}

async function unsealKeys({ document, keychain, log }: EngineAdminParts): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  if (!keychain) return keys;
  for (const [id, { sealed_key: sealed }] of Object.entries(document.data.engines)) {
    if (sealed === undefined) continue;
    try {
      keys.set(id, await keychain.unseal(sealed));
    } catch (err) {
      log.warn(
        { engine: id, err },
        'The key of this engine cannot be read from the keychain. Enter it again.',
      );
    }
  }
  return keys;
}

function originOf(url: string | null | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).origin : undefined;
}

function fixed(field: string): ProblemError {
  const message = `${field} is set by the environment for this run. Change it there.`;
  return new ProblemError('conflict', message, { errors: [{ field, code: 'fixed', message }] });
}

function noKeychain(id: string): ProblemError {
  return new ProblemError(
    'no_keychain',
    `There is no keychain here that could keep a key. Start the service with INTERLINEAR_${id.toUpperCase()}_KEY instead.`,
    { details: { variable: `INTERLINEAR_${id.toUpperCase()}_KEY` } },
  );
}
