import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { Workers } from '../../service/contract/index.ts';
import { ServiceProblem } from '../api/errors.ts';
import { readWorkers } from '../api/workers.ts';
import { useConnection } from './connection.ts';

const AGAIN_MS = 2_000;

/** The machines of a team that translate; polled while a view shows them. */
export const useWorkers = defineStore('workers', () => {
  const connection = useConnection();
  const found = shallowRef<Workers>();
  /** The number of views that show them. */
  const viewers = ref(0);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    try {
      found.value = await readWorkers();
      // Whether there is a team is decided when the service starts.
      if (found.value.team === null) return;
    } catch (error) {
      connection.note(error);
      if (error instanceof ServiceProblem && error.code === 'forbidden') return;
    }
    if (viewers.value > 0) timer = setTimeout(() => void read(), AGAIN_MS);
  }

  watch(viewers, (now, before) => {
    if (now > 0 && before === 0) void read();
    if (now === 0) clearTimeout(timer);
  });

  return { found, viewers };
});
