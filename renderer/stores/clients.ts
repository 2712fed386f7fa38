import { defineStore } from 'pinia';
import { computed, readonly, ref, shallowRef, watch } from 'vue';
import { showClient } from '../api/client-scope.ts';
import { changeClient, createClient, forgetClient, listClients, saveClientLog } from '../api/clients.ts';
import type { ClientChange, ClientResource } from '../api/clients.ts';
import { words } from '../i18n/words.ts';
import { dropDesks, openDesk } from '../lib/kept-text.ts';
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
  /** The one whose work is shown: it changes in the step in which its texts are there. */
  const chosen = ref(GENERAL);
  watch(chosen, showClient, { immediate: true, flush: 'sync' });
  let opening = Promise.resolve();

  /** Shows the work of a client, and begins new work for it. Nothing changes while the service is away. */
  function choose(id: string): Promise<void> {
    opening = opening.then(async () => {
      if (id === chosen.value || !clients.value.some((client) => client.id === id)) return;
      try {
        await openDesk(id, () => (chosen.value = id));
        kept.value = id;
      } catch (error) {
        connection.note(error);
        problem.value = words.sentence(error);
      }
    });
    return opening;
  }

  /** The last one chosen, unless it is gone. */
  async function chooseLast(): Promise<void> {
    const ids = clients.value.map(({ id }) => id);
    if (ids.length === 0) return;
    dropDesks(ids);
    await choose(ids.includes(kept.value) ? kept.value : GENERAL);
  }

  /** Its name where there are several. */
  function nameOf(id: string): string | undefined {
    return several.value ? clients.value.find((client) => client.id === id)?.name : undefined;
  }

  async function load(): Promise<void> {
    try {
      clients.value = await listClients();
      await chooseLast();
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

  /** Resolves when they are known, and the last one is chosen. */
  const opened = new Promise<void>((resolve) => whenUsable(() => void load().then(resolve)));
  // Another window may have made or forgotten one.
  window.addEventListener('focus', () => {
    if (connection.usable) void load();
  });

  return {
    clients,
    problem,
    several,
    chosen: readonly(chosen),
    choose,
    opened,
    nameOf,
    load,
    create: (name: string) => attempt(() => createClient(name)),
    change: (id: string, change: ClientChange) => attempt(() => changeClient(id, change)),
    forget: (id: string, name: string) => attempt(() => forgetClient(id, name)),
    saveLog: (client: ClientResource) => attempt(() => saveClientLog(client)),
  };
});
