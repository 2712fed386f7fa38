// Kills (-9) the service, its translation process and its engines' processes at random moments while eight clients use it, and
// counts: every accepted job must end, right, and charged once.
import { audit } from './faults/audit.mjs';
import { newNotes, runClients } from './faults/clients.mjs';
import { FAULTS, strike } from './faults/killer.mjs';
import { enginesHere, referenceOf } from './faults/texts.mjs';
import { numberOf, script } from './lib/command-line.mjs';
import { startService } from './lib/live-service.mjs';
import { createRandom } from './lib/random.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/steps.mjs';
import { table } from './lib/table.mjs';

const CLIENTS = 8;
const RANDOM = 'any of them, at random';
const PSEUDO_DELAY_MS = 8;
const MOST_SHOWN = 20;

const COMMAND = {
  usage: `Usage: npm run test:faults [-- --rounds N] [--seed S] [--json] [--no-build]
Kills the processes of a busy service, and counts what is lost, wrong, doubled or left over.
  --rounds N   so many kills (200)
  --seed S     what they are drawn from (1)
  --json       print the table as JSON
  --no-build   take out/ as it is`,
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    // For tests: they must not rebuild out/ under each other.
    'no-build': { type: 'boolean', default: false },
  },
};

/** Rows of the table, a row a fault. `tell` is told of each as it begins. */
async function killRounds(rounds, seed, tell) {
  const service = await startService({
    env: { INTERLINEAR_PSEUDO_DELAY_MS: String(PSEUDO_DELAY_MS), INTERLINEAR_LOG_LEVEL: 'warn' },
  });
  const random = createRandom(seed);
  const engines = enginesHere();
  // Pseudo-localisation has no processes of its own.
  const kinds = Object.keys(FAULTS).slice(0, engines.length + 1);
  const faults = [...kinds, RANDOM];
  try {
    const references = await referenceOf(service, engines);
    const known = new Set();
    await audit(service, newNotes(), known);
    const rows = [];
    for (const [n, name] of faults.entries()) {
      const before = (count) => Math.floor((count * rounds) / faults.length);
      const share = before(n + 1) - before(n);
      tell(`  ${name}: ${share} rounds …`);
      const pick = () => (name === RANDOM ? random.pick(kinds) : name);
      const context = { service, random, engines, references, notes: newNotes() };
      rows.push({ fault: name, ...(await oneFault(context, pick, share, known)) });
    }
    return rows;
  } finally {
    await service.close();
  }
}

async function oneFault(context, pick, rounds, known) {
  const { service, random, notes } = context;
  const clients = runClients(CLIENTS, context);
  const row = { rounds: 0, missed: 0, orphans: 0, restartMs: 0, memoryMb: 0 };
  try {
    for (let round = 1; round <= rounds; round++) {
      const { hit, orphans, restartMs = 0 } = await strike(pick(), service, random);
      row[hit ? 'rounds' : 'missed']++;
      row.orphans += orphans;
      row.restartMs = Math.max(row.restartMs, restartMs);
      row.memoryMb = Math.max(row.memoryMb, service.memoryMb());
    }
  } finally {
    notes.stopped = true;
    await clients;
  }
  const { problems, ...found } = await audit(service, notes, known);
  const { worstMs, asked, postponed } = notes;
  return { ...row, ...found, worstMs, asked, postponed, problems: [...notes.problems, ...problems] };
}

const COLUMNS = [
  ['fault', ({ fault }) => fault],
  ['rounds', ({ rounds }) => rounds],
  ['jobs', ({ jobs }) => jobs],
  ['cancelled', ({ cancelled }) => cancelled],
  ['lost', ({ lost, wrong }) => lost + wrong],
  ['double', ({ doubled, chargeError }) => doubled + Math.abs(chargeError)],
  ['worst latency', ({ worstMs }) => `${Math.round(worstMs)} ms`],
  ['slowest start', ({ restartMs }) => (restartMs ? `${Math.round(restartMs)} ms` : '–')],
  ['memory', ({ memoryMb }) => `${Math.round(memoryMb)} MB`],
];

/** lost: accepted jobs that are gone or hold a wrong result. double: segments translated, or characters charged, amiss. */
function report(rows) {
  say(table([COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))]));
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  say(
    `${sum('asked')} requests, ${sum('postponed')} asked to come again (503), ` +
      `${sum('orphans')} processes left behind, ${sum('reserved')} characters left reserved`,
  );
  for (const problem of rows.flatMap(({ problems }) => problems).slice(0, MOST_SHOWN)) say(`! ${problem}`);
}

/** Nothing may be lost, wrong, doubled or left over. */
const isClean = (row) =>
  row.problems.length === 0 &&
  [row.lost, row.wrong, row.doubled, row.chargeError, row.reserved, row.orphans].every((n) => n === 0);

await script(COMMAND, async ({ values }) => {
  const [rounds, seed] = [numberOf(values.rounds, 'rounds'), numberOf(values.seed, 'seed', { least: 0 })];
  if (!values['no-build']) await prepare();
  const rows = await killRounds(rounds, seed, values.json ? () => undefined : say);
  if (values.json) say(JSON.stringify(rows));
  else report(rows);
  if (!rows.every(isClean)) process.exitCode = 1;
});
