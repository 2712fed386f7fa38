// Ends whatever this process has started, directly or not: test runners start workers, these start services
// and browsers, and each may have its own process group.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** On SIGTERM a service closes its stores first; a test worker closes its services and browser. */
const GRACE_MS = 10_000;
const POLL_MS = 50;
const PARENT_POLL_MS = 500;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Process groups started by `startGroup`, by the ids of their first processes. @type {Set<number>} */
const groups = new Set();
let isListening = false;
let hasSignal = false;

/** Whether a signal is ending everything. */
export const isEnding = () => hasSignal;

/**
 * From now on a process group ends with this process. Its leader may end earlier and leave others behind.
 * @param {number} pid
 */
export function endsWithUs(pid) {
  groups.add(pid);
  if (isListening) return;
  isListening = true;
  for (const signal of SIGNALS) process.on(signal, () => void endAll(signal));
  if (process.env['npm_lifecycle_event'] !== undefined) endsWithParent();
}

/** npm passes SIGTERM to the shell that runs a script, and dash dies of it without passing it on. */
function endsWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (!hasSignal) void endAll('SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}

/** @param {typeof SIGNALS[number]} signal */
async function endAll(signal) {
  const code = 128 + constants.signals[signal];
  if (hasSignal) {
    // Second signal: kill at once.
    for (const pid of family()) kill(pid, 'SIGKILL');
    process.exit(code);
  }
  hasSignal = true;
  process.stderr.write(`\n${signal}: ending everything that was started …\n`);
  // The process tree can be read only while parents live, so read it before ending the first one.
  const pids = new Set(family());
  for (const pid of pids) kill(pid, 'SIGTERM');
  const deadline = performance.now() + GRACE_MS;
  while (performance.now() < deadline && [...pids].some(isRunning)) {
    await sleep(POLL_MS);
    for (const pid of family()) pids.add(pid);
  }
  for (const pid of pids) kill(pid, 'SIGKILL');
  process.exit(code);
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

/** @param {number} pid */
function isRunning(pid) {
  return processes().some((one) => one.pid === pid && !one.isZombie);
}

/** Everything below this process, and everything in the groups it started. */
function family() {
  const all = processes();
  const found = new Set(all.filter(({ group }) => groups.has(group)).map(({ pid }) => pid));
  const parents = new Set([process.pid, ...found]);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all)
      if (parents.has(parent)) {
        found.add(pid);
        parents.add(pid);
      }
  }
  return [...found];
}

/**
 * @returns {{pid: number, parent: number, group: number, isZombie: boolean}[]} empty on Windows, whose
 * console ends its programs
 */
function processes() {
  if (process.platform === 'win32') return [];
  const lines = process.platform === 'linux' ? linesOfProc() : linesOfPs();
  return lines.map((line) => {
    const [pid, state = '', parent, group] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      isZombie: state.startsWith('Z'),
    };
  });
}

const linesOfPs = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat=,ppid=,pgid='], { encoding: 'utf8' }).trim().split('\n');

/** Not every container has `ps`. */
function linesOfProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The program's name, in brackets, may contain brackets and spaces.
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return [`${pid} ${stat.slice(stat.lastIndexOf(')') + 1)}`];
      } catch {
        return [];
      }
    });
}
