import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { gate } from '../support/gate.ts';
import { startEvents } from '../../service/http/response/event-stream.ts';

/**
 * A client's reading of a stream with a heartbeat each 10 ms. `heard` gets all that has come, each time more
 * comes.
 */
async function read(
  send: (events: ReturnType<typeof startEvents>) => Promise<void>,
  heard: (text: string) => void = () => undefined,
): Promise<string> {
  const app = new Koa();
  app.use((ctx) => {
    const events = startEvents(ctx, { heartbeatMs: 10, isAllowed: () => true });
    void send(events).finally(() => events.end());
  });
  const handle = app.callback();
  const server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { body } = await fetch(`http://127.0.0.1:${port}/`);
    let text = '';
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) heard((text += piece));
    return text;
  } finally {
    server.close();
  }
}

describe('a heartbeat', () => {
  it('keeps a quiet stream alive', async () => {
    const enough = gate();
    const text = await read(
      () => enough.passed,
      (soFar) => {
        if (/(?:: still here\n\n){2}/.test(soFar)) enough.open();
      },
    );
    expect(text).toMatch(/^(?:: still here\n\n){2,}$/);
  });

  it('never falls into the middle of an event', async () => {
    const text = await read((events) =>
      events.send(
        'done',
        (async function* () {
          for (const piece of ['{"a":', '1,', '"b":', '2}']) {
            yield Buffer.from(piece);
            await sleep(25);
          }
        })(),
      ),
    );
    expect(text).toContain('event: done\ndata: {"a":1,"b":2}\n\n');
  });
});
