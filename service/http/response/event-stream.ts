import { PassThrough } from 'node:stream';
import type Koa from 'koa';

/** Milliseconds a client's EventSource waits before it connects again. */
const RECONNECT_MS = 2_000;

/** Server-Sent Events (HTML Standard §9.2) as a Koa body. */
export interface EventStream {
  /** Sends an event; `data` may come in pieces. Resolves when the connection has taken it. */
  send(event: string, data: AsyncIterable<Uint8Array> | string): Promise<void>;
  /** Sends the answer's head before there is an event, so that readers see the stream open. */
  open(): void;
  end(): void;
  /** Called once, when either side has ended the stream. */
  onEnd(listener: () => void): void;
}

export interface EventOptions {
  /** Comment lines this often keep proxies and clients from taking a quiet stream for a dead one. */
  readonly heartbeatMs: number;
  /** Whether the reader's key still holds: asked before each event and at each heartbeat. */
  readonly isAllowed: () => boolean;
}

export function startEvents(ctx: Koa.Context, { heartbeatMs, isAllowed }: EventOptions): EventStream {
  const stream = new PassThrough();
  let isSending = false;
  const heartbeat = setInterval(() => {
    if (!isAllowed()) stream.end();
    // Inside an event it would be part of the data; for a stalled reader it would only pile up.
    else if (!isSending && !stream.writableNeedDrain) stream.write(': still here\n\n');
  }, heartbeatMs);
  const end = (): void => void stream.end();
  // The service is stopping: an open stream would hold the connection, and with it the process.
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

/** A line break would end the data line; in JSON a space means the same. */
function asOneLine(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

async function write(stream: PassThrough, data: string | Uint8Array): Promise<void> {
  // The service is stopping, the reader is gone, or may read no more.
  if (stream.destroyed || stream.writableEnded || stream.write(data)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
