import type { Line } from './endpoint.ts';

/** The part of Electron's MessagePortMain that a utility process has as `process.parentPort`. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** The line to the process that started this one, and when it is cut. */
export interface ParentLine extends Line {
  /** The parent has gone or let go. Without it there is nobody to work for. */
  onClosed(listener: () => void): void;
}

/**
 * The same built file runs as Electron's utilityProcess and as a fork of plain Node; only the first has
 * `process.parentPort`. Throws when started by hand.
 */
export function parentLine(self: NodeJS.Process): ParentLine {
  // Electron's types say that it is always there; under plain Node it is not.
  const { parentPort: port } = self as { parentPort?: ParentPort };
  if (port) return portLine(port);
  if (self.send) return ipcLine(self);
  throw new Error('The translation process is started by the service, not by hand.');
}

function portLine(port: ParentPort): ParentLine {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', (event) => listener(event.data)),
    // Chromium ends a utility process when its browser process has gone; there is no event to wait for.
    onClosed: () => undefined,
  };
}

function ipcLine(self: NodeJS.Process): ParentLine {
  return {
    // With a callback a send on a closed channel is reported to it instead of being thrown as an `error` event.
    post: (message) => self.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => self.on('message', listener),
    onClosed: (listener) => self.once('disconnect', listener),
  };
}
