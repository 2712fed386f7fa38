// Kills (-9) the service, its engine process and its engines' processes at random moments while eight
// clients use it, and counts: every accepted job must end, right, and charged once, and every edit that was
// answered be in its job's file.
import { startService } from '../support/live-service.ts';
import { createRandom } from '../support/random.ts';
import { audit } from './audit.ts';
import type { Found } from './audit.ts';
import { newNotes, runClients } from './clients.ts';
import type { Context, Notes } from './clients.ts';
import { FAULTS, killHost, strike } from './killer.ts';
import type { Fault } from './killer.ts';
import { enginesHere } from './texts.ts';

const CLIENTS = 8;
const PSEUDO_DELAY_MS = 8;
/** Share of the done jobs that are edited, in the rows of most faults. */
const EDITED_JOBS = 0.2;
const ENV = {
  INTERLINEAR_PSEUDO_DELAY_MS: String(PSEUDO_DELAY_MS),
  INTERLINEAR_LOG_LEVEL: 'warn',
  // With the answers of jobs before, no engine would have anything to do.
  INTERLINEAR_CACHE_MB: '0',
};

/** The outcome of the rounds of one fault. */
export interface Row extends Found, Pick<Notes, 'worstMs' | 'asked' | 'postponed' | 'edits'> {
  fault: string;
  rounds: number;
  missed: number;
  orphans: number;
  restartMs: number;
  memoryMb: number;
}

/** Nothing may be lost, wrong, doubled or left over. */
export function isClean({ problems, lost, wrong, doubled, chargeError, reserved, orphans }: Row): boolean {
  return (
    problems.length === 0 && [lost, wrong, doubled, chargeError, reserved, orphans].every((n) => n === 0)
  );
}

/** A row for each fault, which share the rounds. `tell` gets each as it begins. */
export async function killRounds(rounds: number, seed: number, tell: (line: string) => void): Promise<Row[]> {
  const service = await startService({ env: ENV });
  const random = createRandom(seed);
  try {
    const engines = await enginesHere(service);
    // Pseudo-localisation has no processes of its own.
    const faults = FAULTS.slice(0, engines.length + 1);
    const choices = [
      ...faults.map(({ name, run }) => ({ name, pick: () => run, editedJobs: EDITED_JOBS })),
      { name: 'any of them, at random', pick: () => random.pick(faults).run, editedJobs: EDITED_JOBS },
      { name: 'kill -9 the host while edits are stored', pick: () => killHost, editedJobs: 1 },
    ];
    const known = new Set<string>();
    await audit(service, newNotes(), known);
    const rows: Row[] = [];
    for (const [n, { name, pick, editedJobs }] of choices.entries()) {
      const before = (count: number) => Math.floor((count * rounds) / choices.length);
      const share = before(n + 1) - before(n);
      tell(`  ${name}: ${share} rounds …`);
      const context = { service, random, engines, notes: newNotes(), editedJobs };
      rows.push({ fault: name, ...(await oneFault(context, pick, share, known)) });
    }
    return rows;
  } finally {
    await service.close();
  }
}

/** Rejects, at once, with the StartError of a service that does not come up again. */
export async function oneFault(
  context: Context,
  pick: () => Fault,
  rounds: number,
  known: Set<string>,
): Promise<Omit<Row, 'fault'>> {
  const { service, random, notes } = context;
  const clients = runClients(CLIENTS, context);
  const row = { rounds: 0, missed: 0, orphans: 0, restartMs: 0, memoryMb: 0 };
  let startMs = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      const { hit, orphans, restartMs } = await strike(pick(), service, random, startMs);
      startMs = restartMs;
      row[hit ? 'rounds' : 'missed']++;
      row.orphans += orphans;
      row.restartMs = Math.max(row.restartMs, restartMs);
      row.memoryMb = Math.max(row.memoryMb, service.memoryMb());
    }
  } catch (error) {
    notes.gone.abort();
    throw error;
  } finally {
    notes.stopped = true;
    await clients;
  }
  const found = await audit(service, notes, known);
  const { worstMs, asked, postponed, edits } = notes;
  return {
    ...row,
    ...found,
    worstMs,
    asked,
    postponed,
    edits,
    problems: [...notes.problems, ...found.problems],
  };
}
