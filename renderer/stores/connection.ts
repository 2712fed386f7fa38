import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { useConnection as apply } from '../api/client.ts';
import type { Connection } from '../api/client.ts';
import { connect, endSession, forgetKey, health, isDesktop } from '../api/connect.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';

const PROBE_MS = 2_000;
/** A question without an answer for so long counts as none: what waits for it would wait forever. */
const ANSWER_MS = 10_000;
/**
 * Between a connection that broke while the service answers and the next try; doubled while the tries break
 * too.
 */
const FIRST_AGAIN_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** Whether there is a service, and whether it knows us. */
export const useConnection = defineStore('connection', () => {
  const state = ref<'connecting' | 'ready' | 'signed-out'>('connecting');
  const lost = ref(false);
  const connection = ref<Connection>();
  let probing = false;
  /** How often what broken connections have stopped could be tried again. */
  const answered = ref(0);
  let answeredAt = 0;
  let againMs = FIRST_AGAIN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether requests can be expected to be answered. */
  const usable = computed(() => state.value === 'ready' && !lost.value);
  const address = computed(() => connection.value?.baseUrl ?? '');
  /** The host of a service on another machine: texts go there, whatever the engine. */
  const remoteHost = computed(() => {
    const url = new URL(address.value || window.location.href);
    return isLoopback(url.hostname) ? undefined : url.host;
  });
  /** Whether this is the app's window on a team's server. */
  const isServer = computed(() => connection.value?.isServer === true);

  async function open(): Promise<void> {
    try {
      connection.value = await connect();
    } catch (error) {
      if (error instanceof ServiceUnreachable) lost.value = true;
      connection.value = undefined;
    }
    apply(connection.value);
    state.value = connection.value ? 'ready' : 'signed-out';
  }

  /** Notes what an error says about the connection. Called with every error of a request. */
  function note(error: unknown): void {
    if (error instanceof ServiceUnreachable) void probe();
    if (error instanceof ServiceProblem && error.code === 'unauthorized') void renew();
  }

  /**
   * The app's service may have come back with another key; a browser's user has to open Interlinear again.
   */
  async function renew(): Promise<void> {
    if (state.value === 'signed-out') return;
    const refused = connection.value?.key;
    state.value = 'signed-out';
    forgetKey();
    if (!window.interlinear) return;
    await open();
    // The same key again would be refused again, without end.
    if (connection.value?.key === refused) state.value = 'signed-out';
  }

  /**
   * Ends a browser's session. Stays signed in where the service does not answer, which the window tells as a
   * whole.
   */
  async function signOut(): Promise<void> {
    try {
      await endSession();
    } catch (error) {
      // Any answer will do: whatever the reason, the session is forgotten.
      if (!(error instanceof ServiceProblem)) {
        note(error);
        return;
      }
    }
    forgetKey();
    apply(undefined);
    connection.value = undefined;
    state.value = 'signed-out';
  }

  /** One connection that broke says little: the service is lost when it does not answer when asked. */
  async function probe(): Promise<void> {
    if (probing || !connection.value) return;
    probing = true;
    while (!(await isAnsweredOrOut())) {
      lost.value = true;
      await pause(PROBE_MS);
    }
    probing = false;
    if (lost.value) tellAnswered();
    else timer ??= setTimeout(tellAnswered, nextAgainMs());
    lost.value = false;
  }

  /** Who has signed out waits for nobody. */
  async function isAnsweredOrOut(): Promise<boolean> {
    return !connection.value || answers(connection.value.baseUrl);
  }

  function tellAnswered(): void {
    clearTimeout(timer);
    timer = undefined;
    answeredAt = Date.now();
    answered.value += 1;
  }

  /** Not at once, and later each time: what a proxy refuses would otherwise be sent without end. */
  function nextAgainMs(): number {
    const isRepeated = Date.now() - answeredAt < 2 * againMs;
    againMs = isRepeated ? Math.min(2 * againMs, MAX_RETRY_MS) : FIRST_AGAIN_MS;
    return againMs;
  }

  return {
    state,
    lost,
    usable,
    answered,
    address,
    remoteHost,
    isServer,
    isDesktop: isDesktop(),
    open,
    note,
    signOut,
  };
});

/**
 * Runs what reads for a view: now, and again each time that the service has come back. While it is away
 * nothing is asked.
 */
export function whenUsable(read: () => unknown): void {
  const connection = useConnection();
  watch(
    () => connection.usable,
    (usable) => {
      if (usable) read();
    },
    { immediate: true },
  );
}

/**
 * Runs what tries again what was stopped: each time that the service has come back, and a while after a
 * connection broke although the service answers.
 */
export function onAnswer(again: () => unknown): void {
  const connection = useConnection();
  watch([() => connection.usable, () => connection.answered], ([usable]) => {
    if (usable) again();
  });
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    await health(baseUrl, AbortSignal.timeout(ANSWER_MS));
    return true;
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
