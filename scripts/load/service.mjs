// The service under load: a LiveService whose host has its event loop watched.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { LiveService } from '../lib/live-service.mjs';
import { root } from '../lib/steps.mjs';

const MONITOR = pathToFileURL(join(root, 'scripts', 'bench', 'loop-delay.mjs')).href;

export function createLoadService(dataDir) {
  const report = `${dataDir}-loop.json`;
  const service = new LiveService(
    dataDir,
    { BENCH_LOOP_DELAY: report, INTERLINEAR_MAX_RUNNING_JOBS: '0', INTERLINEAR_DOCX_QUOTA: '0' },
    ['--import', MONITOR],
  );
  return Object.assign(service, {
    /** Runs `work` and answers with it how late the host's event loop was meanwhile: p99 and worst, in ms. */
    async watchLoop(work) {
      rmSync(report, { force: true });
      service.child.kill('SIGUSR2');
      const result = await work();
      service.child.kill('SIGUSR2');
      while (!existsSync(report)) await sleep(10);
      await sleep(50);
      const delay = JSON.parse(readFileSync(report, 'utf8'));
      rmSync(report, { force: true });
      return { result, delay };
    },
  });
}
