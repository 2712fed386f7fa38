import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { GlossaryResource, NamedMemories } from '../../service/contract/index.ts';
import { listGlossaries } from '../api/glossaries.ts';
import { createMemory, listMemories } from '../api/memory.ts';
import { words } from '../i18n/words.ts';
import { useClients } from './clients.ts';
import { useConnection } from './connection.ts';

/** What the client of the page has: its memories and glossaries, used or not. */
export const useClientPage = defineStore('client-page', () => {
  const connection = useConnection();
  const clients = useClients();
  const memories = shallowRef<NamedMemories['memories']>([]);
  const glossaries = shallowRef<readonly GlossaryResource[]>([]);
  const isLoaded = ref(false);
  const problem = ref<string>();
  let shown = '';

  function fail(error: unknown): void {
    connection.note(error);
    problem.value = words.sentence(error);
  }

  async function load(client: string): Promise<void> {
    if (client !== shown) [memories.value, glossaries.value, isLoaded.value] = [[], [], false];
    shown = client;
    problem.value = undefined;
    try {
      const found = await Promise.all([listMemories(client), listGlossaries(client)]);
      if (client !== shown) return;
      [memories.value, glossaries.value] = found;
      isLoaded.value = true;
    } catch (error) {
      fail(error);
    }
  }

  /** The client reads it after those that it has. Returns whether it was made. */
  async function addMemory(client: string, name: string): Promise<boolean> {
    try {
      await createMemory(name, client);
    } catch (error) {
      fail(error);
      return false;
    }
    await Promise.all([load(client), clients.load()]);
    return true;
  }

  return { memories, glossaries, isLoaded, problem, load, addMemory };
});
