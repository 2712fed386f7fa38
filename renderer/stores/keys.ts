import { defineStore } from 'pinia';
import { ref } from 'vue';
import { createKey, listKeys, revokeKey } from '../api/catalog.ts';
import { createKeyList } from '../store-parts/key-list.ts';
import { useConnection } from './connection.ts';

/** The keys of other programs. */
export const useKeys = defineStore('keys', () => {
  const connection = useConnection();
  const { items: keys, loaded, problem, attempt } = createKeyList(listKeys, connection.note);
  /** The latest key: the only time it can be read. */
  const fresh = ref<{ id: string; key: string }>();

  const load = (): Promise<boolean> => attempt(() => Promise.resolve());

  /** Returns whether the key was created; otherwise `problem` says why not. */
  const create = (accountId: string, name: string, scope: 'translate' | 'admin'): Promise<boolean> =>
    attempt(async () => {
      fresh.value = await createKey({ account_id: accountId, name, scopes: [scope] });
    });

  const revoke = (id: string): Promise<boolean> => {
    if (fresh.value?.id === id) fresh.value = undefined;
    return attempt(() => revokeKey(id));
  };

  return { keys, loaded, problem, fresh, load, create, revoke };
});
