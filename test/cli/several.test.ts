import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/effort.ts';
import { MAIN } from '../support/service-process.ts';
import { lockHolder } from '../../service/store/lock-holder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-several-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

describe('several translate commands at once on one data folder', () => {
  it('all succeed, whichever of them runs the service and ends first', async () => {
    const commands = await Promise.all([1, 2, 3, 4].map((n) => translate(n, 5 * n)));
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual(
      commands.map(({ output }) => ({ code: 0, stdout: `${output}\n` })),
    );
    for (const { lines, output } of commands) {
      expect((await readFile(output, 'utf8')).split('\n')).toHaveLength(lines);
    }
  });

  it.runIf(IS_LONG)(
    'go on with the jobs they have where the one that runs the service is killed',
    async () => {
      const commands = await Promise.all([1, 2, 3].map((n) => translate(n, 80)));
      await Promise.all(commands.map(({ translating }) => translating));
      const holder = await lockHolder(join(folder, 'data'));
      const killed = commands.find(({ child }) => child.pid === holder?.pid)!;
      killed.child.kill('SIGKILL');
      for (const { ended, output } of commands.filter((command) => command !== killed)) {
        expect(await ended).toEqual({ code: 0, stdout: `${output}\n` });
      }
      // The killed one's as well: nobody has asked for it twice.
      const jobs = JSON.parse(await readFile(join(folder, 'data', 'jobs.json'), 'utf8')) as object;
      expect(JSON.stringify(jobs).match(/"file_name":"[0-9]\.txt"/g)).toHaveLength(3);
    },
  );
});

interface Command {
  child: ChildProcess;
  lines: number;
  output: string;
  /** Resolves when it has said that its job runs. */
  translating: Promise<void>;
  ended: Promise<{ code: number | null; stdout: string }>;
}

async function translate(n: number, lines: number): Promise<Command> {
  const source = join(folder, `${n}.txt`);
  await writeFile(source, Array.from({ length: lines }, (_, i) => `Line ${i} of ${n}`).join('\n'));
  const child = spawn(process.execPath, [MAIN, 'translate', source, '--from', 'en', '--to', 'en-XA'], {
    env: {
      ...process.env,
      INTERLINEAR_DATA_DIR: join(folder, 'data'),
      INTERLINEAR_PSEUDO_DELAY_MS: '40',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const translating = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (stderr.includes('translating')) resolve();
    });
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout: code === 0 ? stdout : stdout + stderr }));
  });
  return { child, lines, output: join(folder, `${n}.en-XA.txt`), translating, ended };
}
