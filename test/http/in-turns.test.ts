import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { inTurns } from '../../service/http/middleware/in-turns.ts';

const WORK_MS = 2;
const REQUESTS = 200;

/** What each request costs before it first waits for something. */
function work(): void {
  const end = performance.now() + WORK_MS;
  while (performance.now() < end);
}

it('A burst of requests leaves turns to others: a timer beside it is late by a few requests, not by all of them', async () => {
  const app = new Koa();
  app.use(inTurns(4));
  app.use((ctx) => {
    work();
    ctx.body = 'done';
  });
  const handle = app.callback();
  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let latest = performance.now();
  let worst = 0;
  const ticker = setInterval(() => {
    worst = Math.max(worst, performance.now() - latest);
    latest = performance.now();
  }, 1);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  clearInterval(ticker);
  server.closeAllConnections();
  server.close();
  expect(answers).toEqual(answers.map(() => 'done'));
  expect(worst).toBeLessThan((REQUESTS * WORK_MS) / 2);
});
