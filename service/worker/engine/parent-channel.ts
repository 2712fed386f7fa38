import type { Channel } from '../endpoint.ts';

/** The part of Electron's MessagePortMain that a utility process has as `process.parentPort`. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** The channel to the parent process, and when it closes. */
export interface ParentChannel extends Channel {
  /** The parent has gone or disconnected: there is nobody to work for. */
  onClosed(listener: () => void): void;
}

/**
 * The same built file runs as Electron's utilityProcess and as a fork of plain Node; only the first has
 * `process.parentPort`. Throws when started by hand.
 */
export function parentChannel(self: NodeJS.Process): ParentChannel {
  // Electron's types claim that it always exists; under plain Node it does not.
  const { parentPort: port } = self as { parentPort?: ParentPort };
  if (port) return portChannel(port);
  if (self.send) return ipcChannel(self);
  throw new Error('The engine process is started by the service, not by hand.');
}

function portChannel(port: ParentPort): ParentChannel {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', (event) => listener(event.data)),
    // Chromium ends a utility process when its browser process has gone; there is no event to wait for.
    onClosed: () => undefined,
  };
}

function ipcChannel(self: NodeJS.Process): ParentChannel {
  return {
    // The callback takes the error of sending on a closed channel, instead of an `error` event.
    post: (message) => self.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => self.on('message', listener),
    onClosed: (listener) => {
      // If the parent left while this process loaded, there was no listener for the event.
      if (self.connected) self.once('disconnect', listener);
      else setImmediate(listener);
    },
  };
}
