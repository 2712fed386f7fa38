import { defineStore } from 'pinia';
import { ref, watch } from 'vue';
import { listKeys } from '../api/catalog.ts';
import { ServiceProblem } from '../api/errors.ts';
import { useConnection } from './connection.ts';

/** The rights of the window's key: a key that may only translate changes neither engines nor settings. */
export const useRights = defineStore('rights', () => {
  const connection = useConnection();
  const mayAdminister = ref(true);

  /** The service has no request for this, so this sends one that requires an administrator's key. */
  async function check(): Promise<void> {
    try {
      await listKeys();
      mayAdminister.value = true;
    } catch (error) {
      connection.note(error);
      if (error instanceof ServiceProblem && error.code === 'forbidden') mayAdminister.value = false;
    }
  }

  watch(
    () => connection.usable,
    (usable) => {
      if (usable) void check();
    },
    { immediate: true },
  );

  return { mayAdminister };
});
