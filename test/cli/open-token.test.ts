import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

describe('serve --open-token on a data folder whose service runs', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('prints a fresh address of that service, which signs a browser in once, and ends', async () => {
    const child = spawn(process.execPath, [MAIN, 'serve', '--open-token', '--data-dir', service.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const said = JSON.parse(await text(child.stdout)) as { open_url: string };
    expect(await ended).toBe(0);
    expect(said).toMatchObject({ base_url: service.baseUrl, data_dir: service.dataDir, already_runs: true });
    const token = new URL(said.open_url).hash.slice('#token='.length);
    expect((await service.post('/v1/session', { token })).status).toBe(200);
    expect((await service.post('/v1/session', { token })).status).toBe(401);
  });
});
