// The faults: kill -9 at a random moment, of the host, of its engine process, or of a process that an
// engine has started.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveService } from '../support/live-service.ts';
import { isAlive, programOf } from '../support/processes.ts';
import type { Random } from '../support/random.ts';

/**
 * Long enough that work gets done between two kills: an engine process needs a second or two to come up.
 */
const MAX_PAUSE_MS = 4_000;
const VICTIM_LIMIT_MS = 5_000;

export interface Strike {
  /** Whether there was a process to kill. */
  hit: boolean;
  /** Processes that outlive the service. */
  orphans: number;
  restartMs: number;
}

export type Fault = (service: LiveService, random: Random) => Promise<Strike>;

/** The last one is for engines that have processes of their own. */
export const FAULTS: readonly { name: string; run: Fault }[] = [
  { name: 'kill -9 the host', run: killHost },
  { name: 'kill -9 the engine process', run: killTranslation },
  { name: 'kill -9 an engine’s process', run: killEngine },
];

/**
 * Waits a random moment, and kills. `startMs` is what the service last took to start: where the machine is
 * busy, an engine process that is killed each time before it is up does no work at all.
 */
export async function strike(
  fault: Fault,
  service: LiveService,
  random: Random,
  startMs: number,
): Promise<Strike> {
  await sleep(random.below(Math.max(MAX_PAUSE_MS, 4 * startMs)));
  return fault(service, random);
}

export async function killHost(service: LiveService): Promise<Strike> {
  const orphans = (await service.kill()).length;
  return { hit: true, orphans, restartMs: await service.start() };
}

function killTranslation(service: LiveService): Promise<Strike> {
  return killOne(() => service.family().find((pid) => programOf(pid) === 'node'));
}

/** Any member of a pipeline may be the one that dies. */
function killEngine(service: LiveService, random: Random): Promise<Strike> {
  return killOne(() => {
    const children = service.family().filter((pid) => isAlive(pid) && programOf(pid) !== 'node');
    return children[random.below(children.length)];
  });
}

/** Kills the victim, waiting for it where it is just being started again. */
async function killOne(victim: () => number | undefined): Promise<Strike> {
  const deadline = performance.now() + VICTIM_LIMIT_MS;
  let hit = false;
  while (!hit && performance.now() < deadline) {
    hit = kill(victim());
    if (!hit) await sleep(10);
  }
  return { hit, orphans: 0, restartMs: 0 };
}

function kill(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
