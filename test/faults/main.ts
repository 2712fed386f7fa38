// `npm run test:faults`: kills the processes of a busy service, and tells what came of it.
import { numberOf, script } from '../../scripts/lib/command-line.mjs';
import { say } from '../../scripts/lib/steps.mjs';
import { table } from '../support/table.ts';
import { isClean, killRounds } from './kill-rounds.ts';
import type { Row } from './kill-rounds.ts';

const MAX_SHOWN = 20;

const usage = `Usage: npm run test:faults [-- --rounds N] [--seed S] [--json]
Kills the processes of a busy service, and counts what is lost, wrong, doubled or left over.
  --rounds N   so many kills (200)
  --seed S     what they are drawn from (1)
  --json       print the table as JSON`;
const options = {
  rounds: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

const COLUMNS: readonly (readonly [head: string, cell: (row: Row) => string | number])[] = [
  ['fault', ({ fault }) => fault],
  ['rounds', ({ rounds }) => rounds],
  ['jobs', ({ jobs }) => jobs],
  ['cancelled', ({ cancelled }) => cancelled],
  ['given up', ({ givenUp }) => givenUp],
  ['edits', ({ edits }) => edits],
  ['lost', ({ lost, wrong }) => lost + wrong],
  ['double', ({ doubled, chargeError }) => doubled + Math.abs(chargeError)],
  ['worst latency', ({ worstMs }) => `${Math.round(worstMs)} ms`],
  ['slowest start', ({ restartMs }) => (restartMs ? `${Math.round(restartMs)} ms` : '–')],
  ['memory', ({ memoryMb }) => `${Math.round(memoryMb)} MB`],
];

await script({ usage, options }, async (values) => {
  const [rounds, seed] = [numberOf(values.rounds, 'rounds'), numberOf(values.seed, 'seed', { least: 0 })];
  const rows = await killRounds(rounds, seed, values.json ? () => undefined : say);
  if (values.json) say(JSON.stringify(rows));
  else report(rows);
  if (!rows.every(isClean)) process.exitCode = 1;
});

/**
 * lost: accepted jobs that are gone or hold a wrong result, also one without its edits. double: segments
 * translated, or characters charged, amiss.
 */
function report(rows: readonly Row[]): void {
  say(table([COLUMNS.map(([head]) => head), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))]));
  const sum = (number: (row: Row) => number) => rows.reduce((total, row) => total + number(row), 0);
  say(
    `${sum(({ asked }) => asked)} requests, ${sum(({ postponed }) => postponed)} asked to come again (503), ` +
      `${sum(({ orphans }) => orphans)} processes left behind, ${sum(({ reserved }) => reserved)} characters left reserved`,
  );
  for (const problem of rows.flatMap(({ problems }) => problems).slice(0, MAX_SHOWN)) say(`! ${problem}`);
}
