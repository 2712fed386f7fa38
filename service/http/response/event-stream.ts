import { PassThrough } from 'node:stream';
import type Koa from 'koa';

/** Comment lines this often keep proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

/** Server-Sent Events (HTML Standard §9.2) as a Koa body. */
export interface EventStream {
  /** Sends an event; `data` may come in pieces. Resolves when it is handed to the connection. */
  send(event: string, data: AsyncIterable<Uint8Array> | string): Promise<void>;
  end(): void;
  /** Called once, when either side has ended the stream. */
  onEnd(listener: () => void): void;
}

export function startEvents(ctx: Koa.Context): EventStream {
  const stream = new PassThrough();
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
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
      stream.write(`event: ${event}\ndata: `);
      if (typeof data === 'string') stream.write(data);
      else for await (const chunk of data) await writeLine(stream, chunk);
      stream.write('\n\n');
    },
    end,
    onEnd: (listener) => void stream.once('close', listener),
  };
}

/** A line break would end the data line; between JSON tokens a space says the same, and inside strings none can stand. */
async function writeLine(stream: PassThrough, chunk: Uint8Array): Promise<void> {
  const line = chunk.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
  if (stream.destroyed || stream.write(line)) return;
  await new Promise<void>((resolve) => {
    stream.once('drain', resolve).once('close', resolve);
  });
}
