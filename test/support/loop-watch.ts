/** How late a service's event loop is while something goes on. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './live-service.ts';
import type { LiveService } from './live-service.ts';
import { NO_LIMITS } from './service-process.ts';

const MONITOR = new URL('./loop-delay.mjs', import.meta.url).href;

/** In milliseconds. */
export interface Delay {
  p99: number;
  max: number;
  /**
   * The most processor time that the host's main thread took from one tick to the next; 0 where that is not
   * known.
   */
  busy: number;
}

export interface WatchedService {
  service: LiveService;
  /** Runs `work`. Resolves with its result and how late the host's event loop was meanwhile. */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; delay: Delay }>;
  close: () => Promise<void>;
}

/** Starts a service that nothing but the machine holds back. */
export async function startWatched(): Promise<WatchedService> {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-loop-'));
  const report = join(folder, 'delay.json');
  const env = { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn', INTERLINEAR_LOOP_DELAY: report };
  const service = await startService({ nodeArgs: ['--import', MONITOR], env });
  return {
    service,
    async during(work) {
      rmSync(report, { force: true });
      service.signal('SIGUSR2');
      const result = await work();
      service.signal('SIGUSR2');
      while (!existsSync(report)) await sleep(10);
      return { result, delay: JSON.parse(readFileSync(report, 'utf8')) as Delay };
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
