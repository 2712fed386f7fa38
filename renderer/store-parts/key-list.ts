import { ref } from 'vue';
import type { Ref } from 'vue';
import { words } from '../i18n/words.ts';

/** A list of keys that is reread after each change. */
interface KeyList<Item> {
  readonly items: Ref<Item[]>;
  readonly loaded: Ref<boolean>;
  /** The last error, in one sentence. */
  readonly problem: Ref<string>;
  /** Runs an action, then reads the list. Returns whether both succeeded; else `problem` says why not. */
  attempt: (action: () => Promise<void>) => Promise<boolean>;
}

export function createKeyList<Item>(
  list: () => Promise<Item[]>,
  onError: (error: unknown) => void,
): KeyList<Item> {
  const items = ref([]) as Ref<Item[]>;
  const loaded = ref(false);
  const problem = ref('');

  return {
    items,
    loaded,
    problem,
    async attempt(action) {
      problem.value = '';
      try {
        await action();
        items.value = await list();
        loaded.value = true;
        return true;
      } catch (error) {
        onError(error);
        problem.value = words.sentence(error);
        return false;
      }
    },
  };
}
