/** `interlinear worker` in a separate process. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { descendants } from '../../support/processes.ts';
import { MAIN } from '../../support/service-process.ts';

const LIMIT_MS = 60_000;

export class WorkerProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'interlinear-worker-'));
  readonly child: ChildProcess;
  /** Its exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  /** Resolves when it has said that it is ready, or has ended. */
  readonly ready: Promise<string | undefined>;
  log = '';

  constructor(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
    const line = [MAIN, 'worker', '--json', '--data-dir', this.dataDir, '--engines', 'pseudo', ...args];
    this.child = spawn(process.execPath, line, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
    const said = new Promise<string>((resolve) => {
      createInterface({ input: this.child.stdout! }).once('line', resolve);
    });
    this.ready = Promise.race([said, this.exited.then(() => undefined)]);
  }

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** Its engine process first. */
  family(): number[] {
    return descendants(this.pid);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async close(): Promise<number | null> {
    this.signal('SIGCONT');
    this.signal('SIGTERM');
    const late = setTimeout(() => this.signal('SIGKILL'), LIMIT_MS);
    const code = await this.exited;
    clearTimeout(late);
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    return code;
  }
}
