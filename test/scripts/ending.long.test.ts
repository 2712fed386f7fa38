import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { descendants, isAlive, outliving, programOf } from '../support/processes.ts';

let started: number[] = [];

afterEach(() => {
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
});

/** How a terminal sends Ctrl-C: to npm and all else of its process group. */
const toGroup = (pid: number) => process.kill(-pid, 'SIGINT');
const toNpm = (pid: number) => process.kill(pid, 'SIGTERM');

it.runIf(process.platform === 'linux').each([
  ['Ctrl-C', toGroup],
  ['SIGTERM', toNpm],
] as const)('%s ends all that npm test has started, and nothing is left of it', async (_name, send) => {
  // The signal comes while a browser and a service run.
  const env = { ...process.env, INTERLINEAR_TEST_LONG: undefined };
  const npm = spawn('npm', ['test', '--', 'window'], { cwd: root, env, detached: true, stdio: 'ignore' });
  const ended = once(npm, 'exit');
  started = [npm.pid!];
  const hasProgram = (part: string) => started.some((pid) => programOf(pid).includes(part));
  await expect
    .poll(
      () => {
        started = [npm.pid!, ...descendants(npm.pid!)];
        return hasProgram('chrom') && hasProgram('node') && started.length > 10;
      },
      { timeout: 300_000, interval: 250 },
    )
    .toBe(true);
  send(npm.pid!);
  await ended;
  expect(await outliving(started)).toEqual([]);
});
