import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { cutStalled } from '../../service/http/response/cut-stalled.ts';

async function serve(body: () => Readable) {
  const responses: ServerResponse[] = [];
  const server = createServer((_req, res) => {
    responses.push(res);
    cutStalled(res, 150);
    body()
      .on('error', () => undefined)
      .pipe(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return { socket, responses };
}

it('an answer that nobody reads is cut', async () => {
  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
  const { socket, responses } = await serve(endless);
  socket.pause();
  await expect.poll(() => responses[0]?.closed, { timeout: 10_000 }).toBe(true);
});

it('an answer that is made slowly is not', async () => {
  const slow = () =>
    Readable.from(
      (async function* () {
        yield 'first';
        await new Promise((resolve) => setTimeout(resolve, 600));
        yield 'last';
      })(),
    );
  const { socket } = await serve(slow);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  expect(text).toContain('last');
});
