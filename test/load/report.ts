// The table of a load run, and what of it is not as promised.
import { say } from '../../scripts/lib/steps.mjs';
import { percentile } from '../support/figures.ts';
import { table } from '../support/table.ts';
import type { Result } from './load.ts';

/** The promise: the host's event loop is never more than this late, 99 times of 100. */
const LOOP_P99_MS = 20;
const STATUS_P99_MS = 500;
const MEMORY_GROWTH = 1.3;
const MEMORY_SLACK_MB = 30;
const DESCRIPTOR_SLACK = 60;
const MAX_SHOWN = 20;

/** Says what a run has measured. Returns what of it is not as promised. */
export function report(result: Result, asJson: boolean): string[] {
  const requests = requestsOf(result);
  const failures = failuresOf(result, requests);
  const { starts, parts, processes, slow } = result;
  const delays = parts.map(({ name, delay }) => ({ name, ...delay }));
  if (asJson) {
    say(JSON.stringify({ starts, processes, requests, failures, delays }));
    return failures;
  }
  const rows = {
    requests: requests.map((r) => [r.name, r.count, ms(r.median), ms(r.p99), ms(r.worst)]),
    delays: delays.map(({ name, p99, max }) => [name, ms(p99, 1), ms(max, 1)]),
    processes: processes.map(({ name, memoryMb, descriptors: { first, last } }) => {
      return [name, mb(memoryMb.first), mb(memoryMb.last), first, last];
    }),
  };
  say(`\n${table([['request', 'count', 'median', 'p99', 'worst'], ...rows.requests])}`);
  say(`\n${table([['event loop of the host', 'p99', 'worst'], ...rows.delays])}`);
  say(`\n${table([['process', 'memory first', 'last', 'descriptors first', 'last'], ...rows.processes])}`);
  say(`\nstart with all jobs: ${ms(starts.usual)}; with the index lost: ${ms(starts.rebuild)}`);
  say(`slow reader: ${slow.bytesRead} bytes; slow writer: answered ${slow.writeStatus}`);
  for (const failure of failures.slice(0, MAX_SHOWN)) say(`! ${failure}`);
  return failures;
}

const ms = (number: number, digits = 0) => `${number.toFixed(digits)} ms`;
const mb = (number: number) => `${number.toFixed(0)} MB`;

type Requests = { name: string; count: number; median: number; p99: number; worst: number }[];

function requestsOf({ parts }: Result): Requests {
  return parts.flatMap(({ times }) =>
    [...times].map(([name, own]) => {
      const [median = NaN, p99 = NaN, worst = NaN] = [50, 99, 100].map((share) => percentile(own, share));
      return { name, count: own.length, median, p99, worst };
    }),
  );
}

function failuresOf({ parts, processes, slow }: Result, requests: Requests): string[] {
  const failures = parts.flatMap(({ errors }) => errors);
  const check = (isKept: boolean, failure: string) => {
    if (!isKept) failures.push(failure);
  };
  for (const { name, delay } of parts)
    check(delay.p99 <= LOOP_P99_MS, `event loop, ${name}: p99 ${ms(delay.p99, 1)}, not under ${LOOP_P99_MS}`);
  for (const { name, p99 } of requests)
    check(name !== 'status' || p99 <= STATUS_P99_MS, `status: p99 ${ms(p99)}, not under ${STATUS_P99_MS}`);
  for (const { name, memoryMb: memory, descriptors } of processes) {
    const most = memory.first * MEMORY_GROWTH + MEMORY_SLACK_MB;
    check(memory.last <= most, `${name}: memory grew from ${mb(memory.first)} to ${mb(memory.last)}`);
    const { first, last } = descriptors;
    check(last <= first + DESCRIPTOR_SLACK, `${name}: descriptors grew from ${first} to ${last}`);
  }
  check(slow.bytesRead > 0, 'the slow reader got nothing');
  check(slow.writeStatus === 202, `the slow writer was answered ${slow.writeStatus}`);
  return failures;
}
