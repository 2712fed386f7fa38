import { format } from 'node:util';
import { runCli } from '../../service/cli/run.ts';

export interface Ended {
  status: number;
  /** Without the line break at its end. */
  stdout: string;
  stderr: string;
}

/** The process's output belongs to one command at a time. */
let running: Promise<unknown> = Promise.resolve();

/**
 * Runs one command line to its end in this process, for commands that speak to a running service: a process
 * for each would take most of a test's time. Tests that need their own process (signals, closed pipes,
 * ports, terminals) are in test/cli/cli.test.ts.
 */
export function runCommand(...args: string[]): Promise<Ended> {
  const ended = running.then(() => capture(args));
  running = ended.catch(() => undefined);
  return ended;
}

async function capture(args: readonly string[]): Promise<Ended> {
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  const { error } = console;
  // Vitest's console goes elsewhere.
  console.error = (...values: unknown[]) => void process.stderr.write(`${format(...values)}\n`);
  try {
    const status = await runCli(['node', 'interlinear', ...args]);
    return { status, stdout: stdout.text().trim(), stderr: stderr.text() };
  } finally {
    console.error = error;
    stderr.end();
    stdout.end();
  }
}

/**
 * Keeps what is written to a stream of the process until `end`, and takes away the listeners that were added
 * meanwhile.
 */
function captured(stream: NodeJS.WriteStream) {
  const listeners = new Set(stream.listeners('error'));
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    if (done) queueMicrotask(done);
    return true;
  };
  return {
    text: () => text,
    end(): void {
      stream.write = write;
      for (const listener of stream.listeners('error'))
        if (!listeners.has(listener)) stream.off('error', listener as () => void);
    },
  };
}
