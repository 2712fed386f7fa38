// Preloaded into the host by the benchmark (`node --import`): records its event-loop delay from the moment SIGUSR2 comes and writes
// the 99th percentile, in milliseconds, to the file named by BENCH_LOOP_DELAY at the next one.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_DELAY;
// Children inherit the environment; only the host was given the file.
delete process.env.BENCH_LOOP_DELAY;

if (file && isMainThread) {
  const RESOLUTION_MS = 1;
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let recording = false;
  process.on('SIGUSR2', () => {
    recording = !recording;
    if (recording) {
      histogram.reset();
      histogram.enable();
      return;
    }
    histogram.disable();
    // The histogram counts from one tick of its timer to the next: the timer's own period is no delay.
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    writeFileSync(file, JSON.stringify({ p99: ms(histogram.percentile(99)), max: ms(histogram.max) }));
  });
}
