import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { KeyResource } from '../../service/contract/index.ts';
import { createKey, listKeys, revokeKey } from '../api/catalog.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

/** The keys of other programs. */
export const useKeys = defineStore('keys', () => {
  const connection = useConnection();
  const keys = ref<KeyResource[]>([]);
  const loaded = ref(false);
  /** What went wrong last, in one sentence. */
  const problem = ref('');
  /** The key made last: the only time it can be read. */
  const fresh = ref<{ id: string; key: string }>();

  async function attempt(action: () => Promise<void>): Promise<boolean> {
    problem.value = '';
    try {
      await action();
      keys.value = await listKeys();
      loaded.value = true;
      return true;
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
      return false;
    }
  }

  const load = (): Promise<boolean> => attempt(() => Promise.resolve());

  /** Returns whether the key was made; else `problem` says why not. */
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
