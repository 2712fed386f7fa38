import type { EngineTest, LocalServer } from '../worker/engine-port.ts';
import type {
  CheckerChange,
  CheckerResource,
  CheckerTest,
  EngineChange,
  EngineResource,
  SettingName,
  SettingsChange,
  SettingsResource,
  SettingValues,
} from '../contract/index.ts';

/** The settings of the service: the environment's value, else the user's, else the default. */
export interface Settings {
  /** The current values. Ask each time: they change while the service runs. */
  values(): Readonly<SettingValues>;
  /** The current values, with the names of fixed ones. */
  show(): SettingsResource;
  /**
   * Resolves when the change is on disk and in force. Rejects with `invalid_request` that names a bad field,
   * or with `conflict` that names a fixed one; then nothing has changed.
   */
  change(change: SettingsChange): Promise<SettingsResource>;
  /** Called after each change with the names of what differs, until the returned function is called. */
  onChange(listener: (changed: ReadonlySet<SettingName>) => void): () => void;
}

/** The environment's configuration of engines, by their ids. */
export type EngineEnvironment = Readonly<
  Record<string, { readonly url?: string; readonly model?: string; readonly key?: string }>
>;

/** The checker of grammar: a LanguageTool server at an address of the user. */
export interface CheckerAdmin {
  show(): Promise<CheckerResource>;
  /** Rejects with `invalid_request` that names the field; then nothing has changed. */
  change(change: CheckerChange): Promise<CheckerResource>;
  test(): Promise<CheckerTest>;
}

/** The engines and their configuration. Unknown ids are `not_found`. */
export interface EngineAdmin {
  /** In the order in which they are tried, then the others. */
  list(): Promise<EngineResource[]>;
  /** Rejects with `invalid_request` or `conflict` that names the field; then nothing has changed. */
  change(id: string, change: EngineChange): Promise<EngineResource>;
  /** null removes it. Rejects with `no_keychain` if it cannot be stored safely. */
  setKey(id: string, key: string | null): Promise<void>;
  test(id: string): Promise<EngineTest>;
  /** Servers of language models that answer on this machine now. */
  localServers(): Promise<LocalServer[]>;
}
