import { isAbsolute } from 'node:path';
import { DEFAULT_SETTINGS, fieldProblem, ProblemError, PSEUDO_LANGUAGE } from '../contract/index.ts';
import type {
  FieldError,
  FixedSettings,
  SettingName,
  SettingsChange,
  SettingValues,
  Specifics,
} from '../contract/index.ts';
import { isSafeAddress } from '../lib/safe-address.ts';
import type { SettingsRecord } from '../records/settings-record.ts';
import type { Document } from '../store/store-port.ts';
import type { Settings } from './settings-port.ts';

export interface SettingsParts {
  /** `Store.settings`. */
  readonly document: Document<SettingsRecord>;
  readonly fixed: FixedSettings;
  /** Ids of engines allowed in the order. */
  readonly engines: readonly string[];
}

const NAMES = Object.keys(DEFAULT_SETTINGS) as SettingName[];

export function openSettings({ document, fixed, engines }: SettingsParts): Settings {
  const listeners = new Set<(changed: ReadonlySet<SettingName>) => void>();
  const isFixed = (name: SettingName): boolean => fixed[name] !== undefined;
  const effective = ({ memory, learning, retention, facades, ...set }: SettingsChange): SettingValues => ({
    ...merged(DEFAULT_SETTINGS, set),
    memory: merged(DEFAULT_SETTINGS.memory, memory),
    learning: merged(DEFAULT_SETTINGS.learning, learning),
    retention: merged(DEFAULT_SETTINGS.retention, retention),
    facades: merged(DEFAULT_SETTINGS.facades, facades),
    ...fixed,
  });
  let values = effective(document.data.values);
  const show = () => ({ ...values, fixed: NAMES.filter(isFixed) });

  return {
    values: () => values,
    show,
    async change(change) {
      const named = NAMES.filter((name) => isGiven(change[name]));
      refuseFixed(named.filter(isFixed));
      refuseUnusable(change, engines);
      const { memory, learning, retention, facades, ...rest } = change;
      const stored = document.data.values;
      const next = {
        ...merged(stored, rest),
        ...(isGiven(learning) ? { learning: merged(stored.learning ?? {}, learning) } : {}),
        ...(isGiven(memory) ? { memory: merged(stored.memory ?? {}, memory) } : {}),
        ...(isGiven(retention) ? { retention: merged(stored.retention ?? {}, retention) } : {}),
        ...(isGiven(facades) ? { facades: merged(stored.facades ?? {}, facades) } : {}),
      };
      await document.update(
        (record) => void (record.values = next),
        (record) => {
          // A later change built upon this one reverts by itself.
          if (record.values === next) record.values = stored;
        },
      );
      const before = values;
      values = effective(document.data.values);
      const changed = new Set(NAMES.filter((name) => differ(before[name], values[name])));
      if (changed.size > 0) for (const listener of listeners) listener(changed);
      return show();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** For a group: whether any member is given. */
function isGiven(value: SettingsChange[SettingName]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value !== undefined;
  return Object.values(value).some((member) => member !== undefined);
}

/** Undefined members of `over` leave those of `base`. */
function merged<T extends object>(base: T, over: { [Name in keyof T]?: T[Name] | undefined } = {}): T {
  const given = Object.entries(over).filter(([, value]) => value !== undefined);
  return { ...base, ...(Object.fromEntries(given) as Partial<T>) };
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function refuseFixed(names: readonly SettingName[]): void {
  if (names.length === 0) return;
  const errors = names.map((field): FieldError => ({
    field,
    code: 'fixed',
    message: `${field} is set by the environment or the command line for this run. Change it there.`,
  }));
  throw new ProblemError('conflict', errors[0]!.message, { errors });
}

function refuseUnusable(change: SettingsChange, engines: readonly string[]): void {
  const { engine_order: order = [], models_url: url, downloads_folder: folder } = change;
  for (const [n, id] of order.entries()) {
    if (engines.includes(id)) continue;
    const message =
      id === 'pseudo'
        ? `pseudo does not translate: it serves ${PSEUDO_LANGUAGE}, and other targets only when a request names it.`
        : `There is no engine "${id}". Use some of: ${engines.join(', ')}.`;
    throw fieldProblem(`engine_order[${n}]`, 'unknown_engine', message, { details: { engine: id } });
  }
  if (typeof url === 'string' && !isSafeAddress(url))
    throw fieldProblem('models_url', 'invalid', unsafe(url), unsafeSpecifics(url));
  if (typeof folder === 'string' && !isAbsolute(folder)) {
    throw fieldProblem(
      'downloads_folder',
      'invalid',
      'downloads_folder is not a whole path. Write it from the root of the disk.',
      { reason: 'no_whole_path' },
    );
  }
}

/** Why an address is refused, and what to write. */
export function unsafe(address: string): string {
  return `"${address.slice(0, 100)}" cannot be used. Write an address that begins with https://, or with http:// for this machine or a private network.`;
}

export function unsafeSpecifics(address: string): Specifics {
  return { reason: 'unsafe_address', details: { address: address.slice(0, 100) } };
}
