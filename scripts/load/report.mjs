// The table of a load run, and what of it is not as promised.
import { say } from '../lib/steps.mjs';

/** DESIGN: the host's event loop is never more than this late, 99 times of 100. */
const LOOP_P99_MS = 20;
const STATUS_P99_MS = 500;
const MEMORY_GROWTH = 1.3;
const MEMORY_SLACK_MB = 30;
const DESCRIPTOR_SLACK = 60;

export function report(result, asJson) {
  const rows = latencies(result);
  const failures = judge(result, rows);
  if (asJson) {
    say(
      JSON.stringify({ ...result, burst: undefined, busy: undefined, rows, failures, delay: delays(result) }),
    );
    return failures;
  }
  say(
    `\n  ${'request'.padEnd(28)}${'count'.padStart(8)}${'median'.padStart(10)}${'p99'.padStart(10)}${'worst'.padStart(10)}`,
  );
  for (const row of rows)
    say(
      `  ${row.name.padEnd(28)}${String(row.count).padStart(8)}${[row.median, row.p99, row.worst].map((ms) => `${ms.toFixed(0)} ms`.padStart(10)).join('')}`,
    );
  say(`\n  ${'event loop of the host'.padEnd(36)}${'p99'.padStart(10)}${'worst'.padStart(10)}`);
  for (const [name, { p99, max }] of Object.entries(delays(result)))
    say(`  ${name.padEnd(36)}${`${p99.toFixed(1)} ms`.padStart(10)}${`${max.toFixed(1)} ms`.padStart(10)}`);
  say(
    `\n  ${'process'.padEnd(16)}${'memory first'.padStart(14)}${'last'.padStart(10)}${'descriptors first'.padStart(20)}${'last'.padStart(6)}`,
  );
  for (const [name, { memoryMb, descriptors }] of Object.entries(result.processes))
    say(
      `  ${name.padEnd(16)}${`${memoryMb.first.toFixed(0)} MB`.padStart(14)}${`${memoryMb.last.toFixed(0)} MB`.padStart(10)}${String(descriptors.first).padStart(20)}${String(descriptors.last).padStart(6)}`,
    );
  const { rebuild, usual } = result.starts;
  say(`\n  start with all jobs: ${usual.toFixed(0)} ms; with the index lost: ${rebuild.toFixed(0)} ms`);
  const { bytesRead, writeStatus } = result.busy.slow;
  say(`  slow reader: ${bytesRead} bytes; slow writer: answered ${writeStatus}`);
  for (const failure of failures.slice(0, 20)) say(`  ! ${failure}`);
  return failures;
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
