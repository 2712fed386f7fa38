// How late a service's event loop is while something goes on.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const MONITOR = pathToFileURL(join(import.meta.dirname, 'loop-delay.mjs')).href;

/** `nodeArgs` and `env` are for the start of the service that is to be watched; `remove` goes with its end. */
export function loopWatch() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-loop-'));
  const report = join(folder, 'delay.json');
  return {
    nodeArgs: ['--import', MONITOR],
    env: { INTERLINEAR_LOOP_DELAY: report },
    /** Runs `work`, and answers with its result how late the host's event loop was meanwhile: p99 and worst, in milliseconds. */
    async during(service, work) {
      rmSync(report, { force: true });
      service.signal('SIGUSR2');
      const result = await work();
      service.signal('SIGUSR2');
      while (!existsSync(report)) await sleep(10);
      return { result, delay: JSON.parse(readFileSync(report, 'utf8')) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
