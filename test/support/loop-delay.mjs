// Preloaded into a host (`node --import`): records its event-loop delay from the moment SIGUSR2 comes, and at
// the next one writes the 99th percentile and the worst, in milliseconds, to the file named by
// INTERLINEAR_LOOP_DELAY; and the most processor time that its main thread took between two ticks, which no
// other program on the machine adds to. JavaScript, so that nothing has to be loaded into the host that is
// measured.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;
const TICK_MS = 2;
const file = process.env['INTERLINEAR_LOOP_DELAY'];
// Children inherit the environment; only the host was given the file.
delete process.env['INTERLINEAR_LOOP_DELAY'];

if (file && isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let recording = false;
  /** @type {NodeJS.Timeout | undefined} */
  let ticks;
  let busy = 0;
  process.on('SIGUSR2', () => {
    recording = !recording;
    if (recording) {
      histogram.reset();
      histogram.enable();
      busy = 0;
      let before = processorMs();
      ticks = setInterval(() => {
        const now = processorMs();
        busy = Math.max(busy, now - before);
        before = now;
      }, TICK_MS);
      return;
    }
    histogram.disable();
    clearInterval(ticks);
    // The histogram counts from one tick of its timer to the next: the timer's own period is no delay.
    const ms = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const delay = { p99: ms(histogram.percentile(99)), max: ms(histogram.max), busy };
    // A waiting reader must not see half of the file.
    writeFileSync(`${file}.part`, JSON.stringify(delay));
    renameSync(`${file}.part`, file);
  });
}

/**
 * CPU time of the main thread so far (Linux: the first of three numbers is nanoseconds on the processor); 0
 * elsewhere.
 */
function processorMs() {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
