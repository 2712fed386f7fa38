import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ServiceProcess } from '../support/service-process.ts';

/** Faults of a host on demand: a rejection that nobody handles at SIGUSR2, an uncaught error at SIGHUP. */
const FAULTS = `data:text/javascript,
  process.on('SIGUSR2', () => void Promise.reject(new Error('stray rejection')));
  process.on('SIGHUP', () => { throw new Error('stray error'); });`;

it.skipIf(process.platform === 'win32')(
  'logs a rejection that nobody handles and goes on; logs an uncaught error before it ends',
  async () => {
    const service = new ServiceProcess({ nodeArgs: ['--import', FAULTS], keepLog: true });
    onTestFinished(async () => void (await service.close()));
    await service.start();
    process.kill(service.pid, 'SIGUSR2');
    await expect.poll(() => service.stderr()).toContain('stray rejection');
    const health = await fetch(`${service.baseUrl}/v1/health`);
    expect(health.status).toBe(200);

    process.kill(service.pid, 'SIGHUP');
    await expect.poll(() => service.hasEnded()).toBe(true);
    const log = readFileSync(join(service.dataDir, 'logs', 'service.log'), 'utf8');
    expect(log).toContain('stray rejection');
    expect(log).toContain('stray error');
  },
);
