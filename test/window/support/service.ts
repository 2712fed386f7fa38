import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Job } from '../../../service/contract/index.ts';

const MAIN = resolve(import.meta.dirname, '../../../out/service/main.js');

export interface RunningService {
  readonly baseUrl: string;
  /** An address with a one-time token, as a browser is opened with. */
  readonly openUrl: string;
  /** This start's session key. */
  readonly key: string;
  /** What `GET path` answers in the envelope. */
  read<T>(path: string): Promise<T>;
  jobs(): Promise<Job[]>;
  stop(): Promise<void>;
}

/** Starts the built service on a free port with a data folder of its own. */
export async function startService(env: Record<string, string>): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'interlinear-window-'));
  const args = [MAIN, 'serve', '--port', '0', '--data-dir', dataDir, '--open-token'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, INTERLINEAR_DOCX_QUOTA: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { base_url: baseUrl, open_url: openUrl } = await announcement(child);
  const session = JSON.parse(await readFile(join(dataDir, 'session.json'), 'utf8')) as { key: string };

  async function read<T>(path: string): Promise<T> {
    const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${session.key}` } });
    return ((await response.json()) as { data: T }).data;
  }

  return {
    baseUrl,
    openUrl,
    key: session.key,
    read,
    jobs: async () => (await read<{ jobs: Job[] }>('/v1/jobs')).jobs,
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The JSON line the service prints once it listens. Rejects with its log when it ends before. */
async function announcement(child: ChildProcess): Promise<{ base_url: string; open_url: string }> {
  const log: string[] = [];
  child.stderr?.on('data', (data: Buffer) => log.push(data.toString()));
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{')) return JSON.parse(line) as { base_url: string; open_url: string };
  }
  throw new Error(`The service ended before it listened.\n${log.join('')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(last);
}
