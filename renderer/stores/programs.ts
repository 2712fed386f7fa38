import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { Integrations } from '../../service/contract/index.ts';
import { createConnection, listConnections, listPrograms, removeConnection } from '../api/catalog.ts';
import { createKeyList } from '../store-parts/key-list.ts';
import { useConnection } from './connection.ts';

/** Programs made for other APIs: their settings, and the addresses of those that cannot send a key. */
export const usePrograms = defineStore('programs', () => {
  const connection = useConnection();
  const programs = ref<Integrations['programs']>([]);
  const { items: addresses, loaded, problem, attempt } = createKeyList(listConnections, connection.note);
  /** The latest address: the only time it can be read. */
  const fresh = ref<{ id: string; address: string }>();

  const load = (): Promise<boolean> =>
    attempt(async () => {
      programs.value = await listPrograms();
    });

  /** Returns whether the address was created; otherwise `problem` says why not. */
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
