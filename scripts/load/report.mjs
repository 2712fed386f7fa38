// The table of a load run, and what of it is not as promised.
import { say } from '../lib/steps.mjs';
import { table } from '../lib/table.mjs';

/** The promise: the host's event loop is never more than this late, 99 times of 100. */
const LOOP_P99_MS = 20;
const STATUS_P99_MS = 500;
const MEMORY_GROWTH = 1.3;
const MEMORY_SLACK_MB = 30;
const DESCRIPTOR_SLACK = 60;
const MOST_SHOWN = 20;

/** Says what a run has measured, and answers what of it is not as promised. */
export function report(result, asJson) {
  const rows = latencies(result);
  const failures = judge(result, rows);
  const { starts, processes } = result;
  if (asJson) say(JSON.stringify({ starts, processes, rows, failures, delay: delays(result) }));
  else show(result, rows, failures);
  return failures;
}

const ms = (number, digits = 0) => `${number.toFixed(digits)} ms`;
const mb = (number) => `${number.toFixed(0)} MB`;

function show(result, rows, failures) {
  const requests = rows.map(({ name, count, median, p99, worst }) => [
    name,
    count,
    ms(median),
    ms(p99),
    ms(worst),
  ]);
  say(`\n${table([['request', 'count', 'median', 'p99', 'worst'], ...requests])}`);
  const loop = Object.entries(delays(result)).map(([name, { p99, max }]) => [name, ms(p99, 1), ms(max, 1)]);
  say(`\n${table([['event loop of the host', 'p99', 'worst'], ...loop])}`);
  const processes = Object.entries(result.processes).map(([name, { memoryMb, descriptors }]) => {
    return [name, mb(memoryMb.first), mb(memoryMb.last), descriptors.first, descriptors.last];
  });
  say(`\n${table([['process', 'memory first', 'last', 'descriptors first', 'last'], ...processes])}`);
  const { rebuild, usual } = result.starts;
  say(`\nstart with all jobs: ${ms(usual)}; with the index lost: ${ms(rebuild)}`);
  const { bytesRead, writeStatus } = result.busy.slow;
  say(`slow reader: ${bytesRead} bytes; slow writer: answered ${writeStatus}`);
  for (const failure of failures.slice(0, MOST_SHOWN)) say(`! ${failure}`);
}

function delays({ burst, busy }) {
  return { '1,000 creates in one tick': burst.delay, everyone: busy.delay };
}

function latencies({ burst, busy }) {
  const named = [...burst.times].map(([kind, times]) => [`${kind} (1,000 at once)`, times]);
  return [...named, ...busy.times].map(([name, times]) => {
    const sorted = [...times].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return { name, count: sorted.length, median: at(0.5), p99: at(0.99), worst: at(1) };
  });
}

function judge(result, rows) {
  const failures = [...result.burst.errors, ...result.busy.errors];
  for (const [name, { p99 }] of Object.entries(delays(result)))
    if (p99 > LOOP_P99_MS)
      failures.push(`event loop, ${name}: p99 ${p99.toFixed(1)} ms, not under ${LOOP_P99_MS}`);
  const status = rows.find(({ name }) => name === 'status');
  if (status && status.p99 > STATUS_P99_MS)
    failures.push(`status: p99 ${status.p99.toFixed(0)} ms, not under ${STATUS_P99_MS}`);
  for (const [name, { memoryMb, descriptors }] of Object.entries(result.processes)) {
    if (memoryMb.last > memoryMb.first * MEMORY_GROWTH + MEMORY_SLACK_MB)
      failures.push(
        `${name}: memory grew from ${memoryMb.first.toFixed(0)} to ${memoryMb.last.toFixed(0)} MB`,
      );
    if (descriptors.last > descriptors.first + DESCRIPTOR_SLACK)
      failures.push(`${name}: descriptors grew from ${descriptors.first} to ${descriptors.last}`);
  }
  const { bytesRead, writeStatus } = result.busy.slow;
  if (bytesRead === 0) failures.push('the slow reader got nothing');
  if (writeStatus !== 202) failures.push(`the slow writer was answered ${writeStatus}`);
  return failures;
}
