import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { MAIN } from './service-process.ts';

export interface Ended {
  status: number | null;
  /** Without the line break at its end. */
  stdout: string;
  stderr: string;
}

/**
 * Runs one command line to its end. This process stays awake meanwhile: one that sleeps does not hear that the service lets go of an
 * idle connection, and asks over it next.
 */
export async function runCommand(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, stdout: stdout.trim(), stderr };
}
