import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { SettingName, SettingsChange, SettingsResource } from '../../service/contract/index.ts';
import { openDataFolder } from '../api/files.ts';
import { changeSettings, readSettings } from '../api/settings.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

/** The settings of the service that are in effect. */
export const useServiceSettings = defineStore('service-settings', () => {
  const connection = useConnection();
  const values = shallowRef<SettingsResource>();
  /** Why they could not be read, in one sentence. */
  const problem = ref('');
  let lastLoad = Promise.resolve();

  function load(): Promise<void> {
    return (lastLoad = read());
  }

  async function read(): Promise<void> {
    problem.value = '';
    try {
      values.value = await readSettings();
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
    }
  }

  /**
   * Resolves once the change is stored and in effect. Rejects as the request does; then nothing has changed.
   */
  async function change(wanted: SettingsChange): Promise<void> {
    try {
      values.value = await changeSettings(wanted);
    } catch (error) {
      connection.note(error);
      throw error;
    }
  }

  /** Whether the environment or the command line decides a setting for this run. */
  function isFixed(name: SettingName): boolean {
    return values.value?.fixed.includes(name) ?? false;
  }

  watch(
    () => connection.usable,
    (usable) => {
      if (usable) void load();
    },
    { immediate: true },
  );

  /** Resolves when the last `load` has finished, with or without success. */
  const loaded = (): Promise<void> => lastLoad;

  return { values, problem, load, loaded, change, isFixed, openDataFolder };
});
