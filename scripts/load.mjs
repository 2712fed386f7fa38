// A desktop after years of use, and everyone at once: 200 clients that poll, 50 that upload, one on a bad line in each direction.
// Everything stays on loopback, and ends after the minutes given.
import { setTimeout as sleep } from 'node:timers/promises';
import { numberOf, script } from './lib/command-line.mjs';
import { API_KEY, NO_LIMITS, startService } from './lib/live-service.mjs';
import { loopWatch } from './lib/loop-watch.mjs';
import { prepare } from './lib/prepare.mjs';
import { say, StepError } from './lib/steps.mjs';
import { LoadClient } from './load/client.mjs';
import { writeHistory } from './load/history.mjs';
import { report } from './load/report.mjs';
import { sampleProcesses } from './load/sampler.mjs';
import { readSlowly, writeSlowly } from './load/slow.mjs';

const POLLERS = 200;
const POLL_EVERY_MS = 2_000;
/** One in so many polls is for the list instead of a job. */
const LISTS = 10;
const UPLOADERS = 50;
const UPLOAD_EVERY_MS = 10_000;
const BURST = 1_000;
const SETTLE_MS = 5_000;
/** Until everyone is connected and the first uploads are through. */
const WARM_UP_MS = 30_000;
const SENTENCE = 'The museum opens every day of the year, except on holidays.\n';

const COMMAND = {
  usage: `Usage: npm run test:load [-- --minutes N] [--jobs N] [--json] [--no-build]
Puts a service with years of jobs under load, and holds its latency, memory and descriptors to their limits.
  --minutes N   how long the load lasts (10)
  --jobs N      so many ended jobs before it begins (10000)
  --json        print the figures as JSON
  --no-build    take out/ as it is`,
  options: {
    minutes: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
};

async function load(minutes, count, tell) {
  const loop = loopWatch();
  const env = { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn', ...loop.env };
  const service = await startService({ nodeArgs: loop.nodeArgs, env });
  const newClient = () => new LoadClient(service.baseUrl, API_KEY);
  const starts = {};
  try {
    const { id } = await newClient().batch('seed', ['One.']);
    await sleep(1_000);
    await service.stop();
    tell(`Writing ${count} jobs …`);
    const ids = await writeHistory(service.dataDir, id, count);
    starts.rebuild = await service.start();
    await service.stop();
    starts.usual = await service.start();

    tell(`${BURST} batches at once …`);
    const burst = newClient();
    const burstLoop = await loop.during(service, () =>
      Promise.all(Array.from({ length: BURST }, (_, n) => burst.batch('create', [`Text ${n}.`]))),
    );
    burst.agent.destroy();
    await sleep(SETTLE_MS);

    tell(`${POLLERS} clients poll, ${UPLOADERS} upload, for ${minutes} minutes …`);
    const client = newClient();
    const pids = { host: service.pid, translation: service.family()[0] };
    const sampler = sampleProcesses(pids, Math.min(WARM_UP_MS, minutes * 15_000));
    const busy = await loop.during(service, () => everyone(client, ids, minutes * 60_000));
    const processes = sampler.stop();
    return {
      starts,
      burst: { delay: burstLoop.delay, times: burst.times, errors: burst.errors },
      busy: { delay: busy.delay, times: client.times, errors: client.errors, slow: busy.result },
      processes,
    };
  } finally {
    await service.close();
    loop.remove();
  }
}

async function everyone(client, ids, ms) {
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end;
  const large = await client.upload('upload', SENTENCE.repeat(1_000));
  const document = `/v1/translate/documents/${large.id}`;
  while ((await client.data('status', 'GET', document)).status === 'running') await sleep(100);
  const slowText = SENTENCE.repeat(Math.min(1_000, Math.floor(ms / 12)));
  const [bytesRead, writeStatus] = await Promise.all([
    readSlowly(client, `${document}/content`, isOver),
    writeSlowly(client, slowText),
    ...Array.from({ length: POLLERS }, (_, n) => poll(client, ids, n, isOver)),
    uploadInTurns(client, isOver),
  ]);
  return { bytesRead, writeStatus };
}

async function poll(client, ids, n, isOver) {
  await sleep((n / POLLERS) * POLL_EVERY_MS);
  for (let turn = n; !isOver(); turn += 7) {
    const id = ids[(turn * 31) % ids.length];
    if (turn % LISTS === 0) await client.ask('list', 'GET', '/v1/jobs?limit=50');
    else await client.ask('status', 'GET', `/v1/translate/batch/${id}`);
    await sleep(POLL_EVERY_MS);
  }
}

async function uploadInTurns(client, isOver) {
  while (!isOver()) {
    const text = SENTENCE.repeat(200);
    const jobs = await Promise.all(Array.from({ length: UPLOADERS }, () => client.upload('upload', text)));
    await Promise.all(jobs.filter(Boolean).map((job) => download(client, job.id, isOver)));
    await sleep(UPLOAD_EVERY_MS);
  }
}

async function download(client, id, isOver) {
  const path = `/v1/translate/documents/${id}`;
  for (;;) {
    const job = await client.data('status', 'GET', path);
    if (job?.status === 'done') break;
    if (job?.status !== 'running' || isOver()) return;
    await sleep(POLL_EVERY_MS);
  }
  await client.ask('content', 'GET', `${path}/content`);
}

await script(COMMAND, async ({ values }) => {
  const minutes = numberOf(values.minutes, 'minutes', { least: 0.1, isWhole: false });
  const jobs = numberOf(values.jobs, 'jobs');
  if (process.platform !== 'linux') throw new StepError('The load test reads /proc, which only Linux has.');
  if (!values['no-build']) await prepare();
  const result = await load(minutes, jobs, values.json ? () => undefined : say);
  const failures = report(result, values.json);
  if (failures.length > 0) process.exitCode = 1;
});
