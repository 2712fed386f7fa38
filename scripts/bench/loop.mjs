// How long the host keeps others waiting while it takes uploads.
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_LIMITS, startService } from '../lib/live-service.mjs';
import { loopWatch } from '../lib/loop-watch.mjs';

const UPLOADS = 10;
const LINES = 1_100;
const FILE_BYTES = 10_485_760;
const IDLE_MS = 2_000;

/** An ASCII text of exactly the largest size the contract allows, in as many lines as it allows. */
function largestText() {
  const line = 'The museum opens every day of the year. '
    .repeat(300)
    .slice(0, Math.floor(FILE_BYTES / LINES) - 1);
  const text = `${line}\n`.repeat(LINES);
  return text.trimEnd().padEnd(FILE_BYTES, '.');
}

/**
 * The 99th percentile of the host's event-loop delay, in milliseconds, while ten 10 MB files are uploaded at once: beside
 * the same host's while it is idle.
 */
export async function benchLoopDelay() {
  const loop = loopWatch();
  const service = await startService({ nodeArgs: loop.nodeArgs, env: { ...NO_LIMITS, ...loop.env } });
  const text = largestText();
  const translate = async () => service.result((await service.upload('large.txt', text)).id);
  try {
    const { delay: idle } = await loop.during(service, () => sleep(IDLE_MS));
    const { delay: busy } = await loop.during(service, () =>
      Promise.all(Array.from({ length: UPLOADS }, translate)),
    );
    return {
      what: `event-loop delay of the host, p99: ${UPLOADS} uploads of 10 MB / idle`,
      aim: '< 20 ms',
      ours: busy.p99,
      other: idle.p99,
      ratio: busy.p99 / Math.max(idle.p99, 0.1),
    };
  } finally {
    await service.close();
    loop.remove();
  }
}
