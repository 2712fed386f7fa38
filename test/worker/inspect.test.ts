import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/dev/free-port.mjs';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let port: number;
let service: TestService;

beforeAll(async () => {
  port = await freePort();
  service = await startService({ INTERLINEAR_INSPECT_WORKER: String(port) });
});
afterAll(() => service.close());

it('a debugger can attach to the engine process where the environment names a port for it', async () => {
  // Answered by the engine process: once it is up, so is its inspector.
  await service.get('/v1/engines');
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { title: string }[];
  expect(targets[0]?.title).toContain('worker.js');
});
