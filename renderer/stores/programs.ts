import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { ConnectionResource, Integrations } from '../../service/contract/index.ts';
import { createConnection, listConnections, listPrograms, removeConnection } from '../api/catalog.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

/** Programs made for other APIs: their settings, and the addresses of those that cannot send a key. */
export const usePrograms = defineStore('programs', () => {
  const connection = useConnection();
  const programs = ref<Integrations['programs']>([]);
  const addresses = ref<ConnectionResource[]>([]);
  const loaded = ref(false);
  /** What went wrong last, in one sentence. */
  const problem = ref('');
  /** The address made last: the only time it can be read. */
  const fresh = ref<{ id: string; address: string }>();

  async function attempt(action: () => Promise<void>): Promise<boolean> {
    problem.value = '';
    try {
      await action();
      addresses.value = await listConnections();
      loaded.value = true;
      return true;
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
      return false;
    }
  }

  const load = (): Promise<boolean> =>
    attempt(async () => {
      programs.value = await listPrograms();
    });

  /** Returns whether the address was made; else `problem` says why not. */
  const create = (name: string): Promise<boolean> =>
    attempt(async () => {
      fresh.value = await createConnection(name);
    });

  const remove = (id: string): Promise<boolean> => {
    if (fresh.value?.id === id) fresh.value = undefined;
    return attempt(() => removeConnection(id));
  };

  return { programs, addresses, loaded, problem, fresh, load, create, remove };
});
