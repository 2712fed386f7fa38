import type { ServerResponse } from 'node:http';

/** A client that reads nothing of an answer for this long has stopped reading, in ms. */
const STALLED_MS = 60_000;

/** Ends the connection of an unread answer, to release its file and memory. */
export function cutStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  let written = -1;
  const look = setInterval(() => {
    const now = res.socket?.bytesWritten ?? 0;
    // Nothing waits to be sent: the service is slow, not the client.
    if (now === written && res.writableNeedDrain) res.destroy();
    written = now;
  }, stalledMs);
  look.unref();
  res.once('close', () => clearInterval(look));
}
