import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { useConnection as apply } from '../api/client.ts';
import type { Connection } from '../api/client.ts';
import { connect, endSession, forgetKey, health, isDesktop } from '../api/connect.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';

const PROBE_MS = 2_000;
/** A request without an answer after this time has failed: its callers would wait forever. */
const ANSWER_MS = 10_000;
/** Time from a broken connection, with the service answering, to the next try; doubled while tries fail. */
const FIRST_AGAIN_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** Whether there is a service, and whether it accepts our key. */
export const useConnection = defineStore('connection', () => {
  const state = ref<'connecting' | 'ready' | 'signed-out'>('connecting');
  const lost = ref(false);
  const connection = ref<Connection>();
  let probing = false;
  /** Counts the times when work stopped by broken connections could be tried again. */
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
   * The app's service may have restarted with another key; a browser's user has to open Interlinear again.
   */
  async function renew(): Promise<void> {
    if (state.value === 'signed-out') return;
    const refused = connection.value?.key;
    state.value = 'signed-out';
    forgetKey();
    if (!window.interlinear) return;
    await open();
    // The same key again would be refused again, endlessly.
    if (connection.value?.key === refused) state.value = 'signed-out';
  }

  /**
   * Ends a browser's session. Stays signed in if the service does not answer, which the window shows
   * globally.
   */
  async function signOut(): Promise<void> {
    try {
      await endSession();
    } catch (error) {
      // Any answer will do: the session is forgotten in every case.
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

  /** A single broken connection proves little: the service is lost if it does not answer a probe. */
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

  /** A signed-out window does not wait. */
  async function isAnsweredOrOut(): Promise<boolean> {
    return !connection.value || answers(connection.value.baseUrl);
  }

  function tellAnswered(): void {
    clearTimeout(timer);
    timer = undefined;
    answeredAt = Date.now();
    answered.value += 1;
  }

  /** Delayed, and longer each time: a request that a proxy refuses would otherwise be sent endlessly. */
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
 * Runs a view's reads: now, and each time that the service is back. While it is away nothing is requested.
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
 * Retries stopped work: each time that the service is back, and a while after a connection broke although the
 * service answers.
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
