/** A separate Valkey or Redis for a test, on a free port, which stores nothing by default. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisProgram } from '../../../scripts/lib/redis.mjs';
import { root } from '../../../scripts/lib/steps.mjs';

/** Made for the tests, and trusted nowhere: `server` is for localhost and 127.0.0.1. */
export const CERTIFICATES = join(root, 'test', 'support', 'certificates');

const PROGRAM = redisProgram();
/** Why tests of team mode are skipped here. */
export const NO_REDIS =
  PROGRAM === undefined ? 'neither valkey-server nor redis-server is installed' : undefined;

export class RedisServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'interlinear-redis-'));
  readonly args: readonly string[];
  readonly #certificate: string | undefined;
  #port = 0;
  #child: ChildProcess | undefined;

  /** `certificate`: it speaks TLS only, with this one of CERTIFICATES. */
  constructor(args: readonly string[] = [], { certificate }: { certificate?: string } = {}) {
    this.args = args;
    this.#certificate = certificate;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child?.pid ?? NaN;
  }

  get url(): string {
    return `${this.#certificate === undefined ? 'redis' : 'rediss'}://127.0.0.1:${this.#port}`;
  }

  /** Again after `kill`: on the same port, and empty. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const own = [...this.#portArgs(), '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    this.#child = spawn(PROGRAM!, [...own, ...this.args], { stdio: 'ignore' });
    while (!(await answers(this.#port))) await sleep(20);
  }

  #portArgs(): string[] {
    if (this.#certificate === undefined) return ['--port', `${this.#port}`];
    const file = (name: string) => join(CERTIFICATES, `${name}.pem`);
    return [
      ...['--port', '0', '--tls-port', `${this.#port}`, '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', file(this.#certificate), '--tls-key-file', file('server.key')],
      ...['--tls-ca-cert-file', file('authority')],
    ];
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
