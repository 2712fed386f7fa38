import type { Endpoint } from 'comlink';

/**
 * Either end of the line between host and translation process, whatever carries it: child process IPC or Electron's
 * MessagePortMain. Only plain values cross.
 */
export interface Line {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Messages of our own that share the line with comlink's calls. comlink ignores what has no `id` and no `type`. */
export type Signal = 'ready' | 'shut-down' | 'ping' | 'pong';
const SIGNAL = 'interlinear';

export function postSignal(line: Line, signal: Signal): void {
  line.post({ [SIGNAL]: signal });
}

export function onSignal(line: Line, wanted: Signal, listener: () => void): void {
  line.onMessage((message) => {
    if (isSignal(message) && message[SIGNAL] === wanted) listener();
  });
}

function isSignal(message: unknown): message is Record<typeof SIGNAL, unknown> {
  return typeof message === 'object' && message !== null && SIGNAL in message;
}

/**
 * A comlink endpoint over a line. comlink's own node adapter wants a worker_threads port and does not understand
 * MessagePortMain's `{data, ports}` events; a Line has unwrapped them already.
 */
export function endpointOf(line: Line): Endpoint {
  const listeners = new Set<EventListenerOrEventListenerObject>();
  line.onMessage((data) => {
    if (isSignal(data)) return;
    // comlink reads `data` and, when exposing, `origin`, which a private line does not have.
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
          'Only plain values cross to the translation process: this carries a port or a buffer.',
        );
      }
      line.post(message);
    },
    addEventListener: (type, listener) => {
      if (type === 'message') listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
}
