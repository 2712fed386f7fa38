/** The built service in a separate process, on a free port. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, StepError } from '../../scripts/lib/steps.mjs';
import { descendants, outliving, residentMb } from './processes.ts';

/** The command line, `serve` among its commands. */
export const MAIN = join(root, 'out', 'service', 'main.js');
/** The administrator's key of every service started here. */
export const API_KEY = 'test-key-0123456789-0123456789-0123456789';
/** Settings under which nothing but the machine keeps a client back. */
export const NO_LIMITS = { INTERLINEAR_DOCX_QUOTA: '0', INTERLINEAR_MAX_RUNNING_JOBS: '0' };

/** Bounds a start that hangs, not its speed: a busy machine has taken half a minute. */
const START_MS = 120_000;
const STOP_MS = 15_000;
/** The output of a service that did not start is read within this, unless something else holds it open. */
const OUTPUT_MS = 5_000;

export interface ServiceOptions {
  /** The command line of another build than ours. */
  readonly main?: string;
  /** A new folder unless given. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of `serve`. */
  readonly args?: readonly string[];
  /** Arguments before the script. */
  readonly nodeArgs?: readonly string[];
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** Keeping the log takes time from a measuring process. */
  readonly keepLog?: boolean;
}

interface Launched {
  child: ChildProcess;
  /** Its exit code; null after a signal. */
  exited: Promise<number | null>;
  /** The line it prints once it listens. */
  announced: { base_url: string; network_url?: string; open_url?: string };
  log: () => string;
}

/** A service that ended instead of listening. */
export class StartError extends StepError {
  readonly code: number | null;
  readonly log: string;

  constructor(code: number | null, log: string, how = `exit code ${code}`) {
    super(`The service did not start (${how}).\n${log.slice(-4_000)}`);
    this.code = code;
    this.log = log;
  }
}

export class ServiceProcess {
  readonly dataDir: string;
  #options: ServiceOptions;
  #launched: Launched | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'interlinear-live-'));
  }

  /**
   * Starts it; after `stop` or `kill` again, on the same folder, and with what `env` changes from now on.
   * Resolves with the milliseconds until it listened.
   */
  async start(env: Readonly<Record<string, string>> = {}): Promise<number> {
    this.#options = { ...this.#options, env: { ...this.#options.env, ...env } };
    const began = performance.now();
    const isFirst = this.#launched === undefined;
    try {
      this.#launched = await launch(this.dataDir, this.#options);
    } catch (error) {
      if (isFirst && this.#options.dataDir === undefined) rmSync(this.dataDir, { recursive: true });
      throw error;
    }
    return performance.now() - began;
  }

  get #running(): Launched {
    if (this.#launched === undefined) throw new Error('The service has not been started.');
    return this.#launched;
  }

  get baseUrl(): string {
    return this.#running.announced.base_url;
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  /** The address it serves on the network; empty where it does not. */
  get networkUrl(): string {
    return this.#running.announced.network_url ?? '';
  }

  /** An address that signs a browser in, once; empty without `--open-token`. */
  get openUrl(): string {
    return this.#running.announced.open_url ?? '';
  }

  get pid(): number {
    return this.#running.child.pid ?? NaN;
  }

  /** Its standard error since the last start. */
  stderr(): string {
    return this.#running.log();
  }

  /** Whether it has ended, by itself or not. */
  hasEnded(): boolean {
    const { exitCode, signalCode } = this.#running.child;
    return exitCode !== null || signalCode !== null;
  }

  /** Ends it as a service manager would; its data stays. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    const { child, exited } = this.#running;
    child.kill('SIGTERM');
    const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const code = await exited;
    clearTimeout(tooLate);
    return code;
  }

  /** Stops it and removes its data. Resolves with the exit code. */
  async close(): Promise<number | null> {
    const code = await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    return code;
  }

  /**
   * Ends it without warning, its data stays. Resolves with those of its processes that outlive it by seconds.
   */
  async kill(): Promise<number[]> {
    const family = this.family();
    this.signal('SIGKILL');
    await this.#running.exited;
    return outliving(family);
  }

  signal(name: NodeJS.Signals): void {
    this.#running.child.kill(name);
  }

  /** The processes below it: the engine process first, then whatever engines it has started (Linux). */
  family(): number[] {
    return descendants(this.pid);
  }

  /** Resident memory of all its processes together (Linux). */
  memoryMb(): number {
    return [this.pid, ...this.family()].reduce((sum, pid) => sum + residentMb(pid), 0);
  }
}

async function launch(
  dataDir: string,
  { main = MAIN, env, args = [], nodeArgs = [], user, keepLog = true }: ServiceOptions,
): Promise<Launched> {
  if (!existsSync(main)) throw new StepError('The service has not been built. Run: npm run build');
  const serve = [main, 'serve', '--port', '0', '--data-dir', dataDir, '--json', ...args];
  const child = spawn(process.execPath, [...nodeArgs, ...serve], {
    env: { ...process.env, INTERLINEAR_API_KEY: API_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let log = '';
  if (keepLog) child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  else child.stderr.resume();
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isTooLate = false;
  const limit = setTimeout(() => {
    isTooLate = true;
    child.kill('SIGKILL');
  }, START_MS);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('error', reject);
      const fail = async (code: number | null): Promise<void> => {
        const isRead = await outputRead(child, closed);
        const how = isTooLate ? `not within ${START_MS / 1_000} s` : `exit code ${code}`;
        reject(
          new StartError(code, log, isRead ? how : `${how}; a process that outlives it holds its output`),
        );
      };
      void exited.then(fail);
    });
    return { child, exited, announced: JSON.parse(line) as Launched['announced'], log: () => log };
  } finally {
    clearTimeout(limit);
  }
}

/**
 * At `close`, unlike at `exit`, everything it had to say has been read. A process that it started and that
 * outlives it may have its output open, and `close` never comes: then what has been read is all, and false is
 * returned.
 */
async function outputRead(child: ChildProcess, closed: Promise<void>): Promise<boolean> {
  const limit = new AbortController();
  const isRead = await Promise.race([
    closed.then(() => true),
    sleep(OUTPUT_MS, false, { signal: limit.signal }).catch(() => false),
  ]);
  limit.abort();
  if (!isRead) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return isRead;
}
