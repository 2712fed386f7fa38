import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { showClient } from '../api/client-scope.ts';
import { changeClient, createClient, forgetClient, listClients, saveClientLog } from '../api/clients.ts';
import type { ClientChange, ClientResource } from '../api/clients.ts';
import { words } from '../i18n/words.ts';
import { remembered } from '../lib/remembered.ts';
import { useConnection, whenUsable } from './connection.ts';

const GENERAL = 'general';

/** The clients, and the one whose work begins here. */
export const useClients = defineStore('clients', () => {
  const connection = useConnection();
  const clients = shallowRef<readonly ClientResource[]>([]);
  const problem = ref<string>();
  const kept = remembered('client', GENERAL, (value) => typeof value === 'string');

  /** With General alone nothing of clients is shown. */
  const several = computed(() => clients.value.length > 1);
  /** The last one chosen, unless it is gone. */
  const chosen = computed({
    get: () => (several.value && clients.value.some(({ id }) => id === kept.value) ? kept.value : GENERAL),
    set: (id: string) => void (kept.value = id),
  });
  watch(chosen, showClient, { immediate: true, flush: 'sync' });

  /** Its name where there are several. */
  function nameOf(id: string): string | undefined {
    return several.value ? clients.value.find((client) => client.id === id)?.name : undefined;
  }

  async function load(): Promise<void> {
    try {
      clients.value = await listClients();
    } catch (error) {
      connection.note(error);
    }
  }

  /** Runs the action and reads the clients again; undefined if it failed, with the reason in `problem`. */
  async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    problem.value = undefined;
    try {
      return await action();
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
      return undefined;
    } finally {
      await load();
    }
  }

  whenUsable(load);
  // Another window may have made or forgotten one.
  window.addEventListener('focus', () => {
    if (connection.usable) void load();
  });

  return {
    clients,
    problem,
    several,
    chosen,
    nameOf,
    load,
    create: (name: string) => attempt(() => createClient(name)),
    change: (id: string, change: ClientChange) => attempt(() => changeClient(id, change)),
    forget: (id: string, name: string) => attempt(() => forgetClient(id, name)),
    saveLog: (client: ClientResource) => attempt(() => saveClientLog(client)),
  };
});
