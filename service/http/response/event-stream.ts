import { PassThrough } from 'node:stream';
import type Koa from 'koa';

/** Milliseconds that a client's EventSource waits before it reconnects. */
const RECONNECT_MS = 2_000;

/** Server-Sent Events (HTML Standard §9.2) as a Koa body. */
export interface EventStream {
  /** Sends an event; `data` may come in pieces. Resolves when the connection has taken it. */
  send(event: string, data: AsyncIterable<Uint8Array> | string): Promise<void>;
  /** Sends the answer's head before there is an event, so that readers see the open stream. */
  open(): void;
  end(): void;
  /** Called once, when either side ends the stream. */
  onEnd(listener: () => void): void;
}

export interface EventOptions {
  /** Interval of comment lines, which keep proxies and clients from dropping a quiet stream. */
  readonly heartbeatMs: number;
  /** Whether the reader's key is still valid: checked before each event and at each heartbeat. */
  readonly isAllowed: () => boolean;
}

export function startEvents(ctx: Koa.Context, { heartbeatMs, isAllowed }: EventOptions): EventStream {
  const stream = new PassThrough();
  let isSending = false;
  const heartbeat = setInterval(() => {
    if (!isAllowed()) stream.end();
    // Inside an event it would become part of the data; for a stalled reader it would only pile up.
    else if (!isSending && !stream.writableNeedDrain) stream.write(': still here\n\n');
  }, heartbeatMs);
  const end = (): void => void stream.end();
  // The service is stopping: an open stream would keep the connection, and with it the process, alive.
  ctx.app.once('closing', end);
  stream.once('close', () => {
    clearInterval(heartbeat);
    ctx.app.off('closing', end);
  });
  ctx.status = 200;
  ctx.body = stream;
  ctx.type = 'text/event-stream';
  return {
    async send(event, data) {
      if (!isAllowed()) stream.end();
      isSending = true;
      try {
        await write(stream, `event: ${event}\ndata: `);
        if (typeof data === 'string') await write(stream, data);
        else for await (const chunk of data) await write(stream, asOneLine(chunk));
        await write(stream, '\n\n');
      } finally {
        isSending = false;
      }
    },
    open: () => void stream.write(`retry: ${RECONNECT_MS}\n\n`),
    end,
    onEnd: (listener) => void stream.once('close', listener),
  };
}

/** A line break would end the data line; in JSON a space is equivalent. */
function asOneLine(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

async function write(stream: PassThrough, data: string | Uint8Array): Promise<void> {
  // The service is stopping, the reader is gone, or its key is no longer valid.
  if (stream.destroyed || stream.writableEnded || stream.write(data)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
