// The faults: kill -9 at a random moment, of the host, of its translation process, or of a process that an engine has started.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../lib/live-service.mjs';

/** Long enough that work gets done between two kills: what is never left alone for a second ends for that reason. */
const LONGEST_PAUSE_MS = 2_000;
const VICTIM_LIMIT_MS = 5_000;

export const FAULTS = {
  'kill -9 the host': killHost,
  'kill -9 the translation process': killTranslation,
  'kill -9 an engine’s process': killEngine,
};

/** Waits a random moment, kills, and answers what there is to say of it. */
export async function strike(fault, service, random) {
  await sleep(random.below(LONGEST_PAUSE_MS));
  return FAULTS[fault](service, random);
}

async function killHost(service) {
  const orphans = (await service.kill()).length;
  return { hit: true, orphans, restartMs: await service.start() };
}

function killTranslation(service) {
  return killOne(() =>
    service
      .family()
      .filter((pid) => nameOf(pid) === 'node')
      .slice(0, 1),
  );
}

/** Of a pipeline any member may be the one that dies. */
function killEngine(service, random) {
  return killOne(() => {
    const children = service.family().filter((pid) => isAlive(pid) && nameOf(pid) !== 'node');
    return children.slice(random.below(children.length));
  });
}

/** Kills the first of `candidates`, waiting for one where it is just being started again. */
async function killOne(candidates) {
  const deadline = performance.now() + VICTIM_LIMIT_MS;
  while (performance.now() < deadline) {
    const [victim] = candidates();
    if (victim !== undefined && kill(victim)) return { hit: true, orphans: 0 };
    await sleep(10);
  }
  return { hit: false, orphans: 0 };
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** The program a process runs; `node` for one of ours, whatever name it gives itself. */
function nameOf(pid) {
  try {
    const [program] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === basename(process.execPath) ? 'node' : basename(program);
  } catch {
    return '';
  }
}
