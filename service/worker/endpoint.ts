import type { Endpoint } from 'comlink';

/** Either end of the channel to the engine process: IPC or MessagePortMain. Only plain values. */
export interface Channel {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Our own messages beside comlink's calls. comlink ignores messages without `id` and `type`. */
export type Signal = 'ready' | 'keep-log' | 'shut-down' | 'ping' | 'pong';
const SIGNAL = 'interlinear';

export function postSignal(channel: Channel, signal: Signal): void {
  channel.post({ [SIGNAL]: signal });
}

export function onSignal(channel: Channel, wanted: Signal, listener: () => void): void {
  channel.onMessage((message) => {
    if (isSignal(message) && message[SIGNAL] === wanted) listener();
  });
}

function isSignal(message: unknown): message is Record<typeof SIGNAL, unknown> {
  return typeof message === 'object' && message !== null && SIGNAL in message;
}

/**
 * A comlink endpoint over a channel. comlink's node adapter needs a worker_threads port and does not
 * understand MessagePortMain's `{data, ports}` events; a Channel has unwrapped them already.
 */
export function endpointOf(channel: Channel): Endpoint {
  const listeners = new Set<EventListenerOrEventListenerObject>();
  channel.onMessage((data) => {
    if (isSignal(data)) return;
    // comlink reads `data` and, when exposing, `origin`, which a private channel does not have.
    const event = { data, origin: '' } as MessageEvent;
    for (const listener of listeners) {
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
  });
  return {
    postMessage: (message, transfer) => {
      if (transfer && transfer.length > 0) {
        throw new TypeError(
          'Only plain values cross to the engine process: this carries a port or a buffer.',
        );
      }
      channel.post(message);
    },
    addEventListener: (type, listener) => {
      if (type === 'message') listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
}
