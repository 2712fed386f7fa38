import type { ServerResponse } from 'node:http';

/** A client that takes nothing of an answer for this long has stopped reading, in ms. */
const STALLED_MS = 60_000;

/** Ends the connection of an answer that nobody reads, so that its file and its memory are let go. */
export function cutStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  let written = -1;
  const look = setInterval(() => {
    const now = res.socket?.bytesWritten ?? 0;
    // Nothing waits to be sent: it is the service that is slow, not the client.
    if (now === written && res.writableNeedDrain) res.destroy();
    written = now;
  }, stalledMs);
  look.unref();
  res.once('close', () => clearInterval(look));
}
