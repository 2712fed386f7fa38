/** A Valkey or Redis of its own for a test, on a free port, which keeps nothing unless told. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisProgram } from '../../../scripts/lib/redis.mjs';

const PROGRAM = redisProgram();
/** Why tests of team mode are skipped here. */
export const NO_REDIS =
  PROGRAM === undefined ? 'neither valkey-server nor redis-server is installed' : undefined;

export class RedisServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'interlinear-redis-'));
  readonly args: readonly string[];
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(args: readonly string[] = []) {
    this.args = args;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child?.pid ?? NaN;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Again after `kill`: on the same port, and empty. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const own = ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    this.#child = spawn(PROGRAM!, [...own, ...this.args], { stdio: 'ignore' });
    while (!(await answers(this.#port))) await sleep(20);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (value: boolean): void => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
