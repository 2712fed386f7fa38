import type { EngineResource } from '../../../service/contract/index.ts';
import type { Words } from '../../i18n/words.ts';

/** Directions that are listed; more of them are counted. */
const SHOWN = 3;

/** Variants of the set-up form of an engine. */
export interface SetUpForm {
  /** The field that must be filled in before it can be turned on. */
  lacks: 'url' | 'key' | undefined;
  hasModel: boolean;
}

/** Only engines on other machines. */
export function formOf({ id, settings, key }: EngineResource): SetUpForm {
  // DeepL's address follows from the kind of key.
  if (id === 'deepl') return { lacks: key === 'none' ? 'key' : undefined, hasModel: false };
  return { lacks: settings?.url === undefined ? 'url' : undefined, hasModel: id === 'chat' };
}

/** The server in an address, without scheme and path; undefined for no address. */
export function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}

/** The server that an engine's texts go to; undefined without one. */
export function serverOf({ id, settings }: EngineResource): string | undefined {
  return hostOf(settings?.url) ?? (id === 'deepl' ? 'deepl.com' : undefined);
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}

/** Besides local models Ollama offers models on its maker's servers, whose names have this form. */
function isPassedOn({ id, settings }: EngineResource): boolean {
  return id === 'chat' && /[:-]cloud$/.test(settings?.model ?? '');
}

/** Whether an engine's texts stay on this machine. `server`: the service's machine, if it is another one. */
export function staysHere(engine: EngineResource, server: string | undefined): boolean {
  if (engine.team || server !== undefined) return false;
  return engine.kind === 'local' || (isThisMachine(serverOf(engine) ?? '') && !isPassedOn(engine));
}

/** The engine in use and where its texts go, for the status line. */
export function statusWords(engine: EngineResource, { t }: Words, server: string | undefined): string {
  const { name, kind, ready } = engine;
  if (!ready) return t('status.notReady', { engine: name });
  if (engine.team) return t('status.onTeam', { engine: name });
  if (server !== undefined && staysHere(engine, undefined)) {
    return t('status.online', { engine: name, host: server });
  }
  if (kind === 'local') return t('status.offline', { engine: name });
  if (staysHere(engine, server)) return t('status.onlineHere', { engine: name });
  return t('status.online', { engine: name, host: serverOf(engine) ?? '' });
}

/** The destination of an engine's texts, in one line. */
export function privacyWords(engine: EngineResource, { t }: Words, server: string | undefined): string {
  if (engine.team) return t('engines.onTeam');
  if (server !== undefined && staysHere(engine, undefined)) return t('engines.onServer', { host: server });
  if (engine.kind === 'local') return t('engines.offline');
  const host = serverOf(engine);
  if (host === undefined) return t('engines.onlineSomewhere');
  if (isThisMachine(host) && isPassedOn(engine)) return t('engines.onlineThrough', { host });
  return t(isThisMachine(host) ? 'engines.onlineHere' : 'engines.online', { host });
}

/** Why an engine is not ready, in the window's words if known, else in the service's English. */
export function reasonWords(engine: EngineResource, { t }: Words): string | undefined {
  const { id, reason, help, settings } = engine;
  if (reason === undefined || !engine.enabled) return undefined;
  if (engine.team) return t('engines.says', { said: reason });
  if (help !== undefined) return t('engines.runCommand', { command: help });
  if (id === 'apertium') return t('engines.linuxOnly');
  const { lacks } = formOf(engine);
  if (settings && lacks !== undefined) return t(lacks === 'key' ? 'engines.lacksKey' : 'engines.lacksUrl');
  return t('engines.says', { said: reason });
}

/** The texts that are sent, as described in docs/engines.md. */
export function sentWords({ id }: EngineResource, { t }: Words): string {
  if (id === 'chat') return t('engines.sentChat');
  return t(id === 'deepl' ? 'engines.sentDeepl' : 'engines.sentSegments');
}

/** The directions by name if they are few, else their number. */
export function directionWords(
  { pairs }: EngineResource,
  nameOf: (code: string) => string,
  { t, counted, list, number }: Words,
): string {
  const name = (code: string): string => (code === '*' ? t('engines.any') : nameOf(code));
  if (pairs.length === 0) return t('engines.none');
  if (pairs.length <= SHOWN)
    return list(pairs.map(({ from, to }) => t('pair.direction', { from: name(from), to: name(to) })));
  const ready = pairs.filter((pair) => pair.ready).length;
  return ready === pairs.length
    ? counted('engines.directionCount', pairs.length)
    : t('engines.directionReady', { ready: number(ready), n: number(pairs.length) });
}
