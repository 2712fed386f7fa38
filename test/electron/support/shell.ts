/**
 * The built shell (out/main/index.js) with a stand-in for Electron itself, whose binary cannot be had
 * everywhere.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Channel, Channels } from '../../../electron/channels.ts';
import type { ShellRecord, WindowRecord, world } from '../stand-in/record.ts';

const MAIN = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'index.js');
const STAND_IN = pathToFileURL(join(import.meta.dirname, '..', 'stand-in', 'register.mjs')).href;
const LOOK_MS = 20;

interface Frame {
  url: string;
  parent: object | null;
}

export type Shell = Awaited<ReturnType<typeof startShell>>;

/** Starts the shell in a separate folder, or in another one's. */
export async function startShell({
  folder: given,
  env = {},
  args = [],
}: { folder?: string; env?: Record<string, string>; args?: string[] } = {}) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'interlinear-shell-')));
  const child = fork(MAIN, args, {
    cwd: folder,
    execArgv: ['--import', STAND_IN],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Bytes stay bytes.
    serialization: 'advanced',
    env: {
      ...process.env,
      STAND_IN_FOLDER: folder,
      INTERLINEAR_DATA_DIR: join(folder, 'data'),
      INTERLINEAR_LOG_LEVEL: 'error',
      ...env,
    },
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const last = lastRecordOf(child);
  const ask = asker(child);
  const record = () => ask('record') as Promise<ShellRecord>;
  /** The shell's record, once `isEnough` holds. */
  const until = async (isEnough: (record: ShellRecord) => boolean): Promise<ShellRecord> => {
    for (;;) {
      const state = await record();
      if (isEnough(state)) return state;
      if (state.boxes.length > 0) throw new Error(state.boxes[0]);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  /** The first window, once it is shown. */
  const window = async (): Promise<WindowRecord> => {
    const { windows } = await until((state) => state.windows[0]?.shown === true);
    return windows[0]!;
  };
  const baseUrl = async () => new URL((await window()).url ?? '').origin;
  const ownFrame = async (): Promise<Frame> => ({ url: `${await baseUrl()}/`, parent: null });

  return {
    child,
    folder,
    /** The exit code. */
    exit,
    /** Its record when it ended by itself. */
    last,
    ask,
    record,
    until,
    window,
    baseUrl,
    ownFrame,
    /** As the preload script of its page does. */
    invoke: async <Name extends Channel>(
      channel: Name,
      argument: Parameters<Channels[Name]>[0],
    ): Promise<ReturnType<Channels[Name]>> =>
      (await ask('invoke', { channel, frame: await ownFrame(), argument })) as ReturnType<Channels[Name]>,
    change: (change: Partial<typeof world>) => ask('world', { change }),
    async remove() {
      child.kill('SIGKILL');
      await exit;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Asks the shell's service over HTTP, with the key of its window. */
export async function request(shell: Shell, path: string, body?: object | FormData): Promise<Response> {
  const { baseUrl, key } = await shell.invoke('interlinear:connect', undefined);
  const isForm = body instanceof FormData;
  return fetch(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(isForm || !body ? {} : { 'content-type': 'application/json' }),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
}

function asker(child: ChildProcess) {
  let next = 1;
  return (command: string, details: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = next++;
      const onMessage = (message: unknown) => {
        const answer = message as { id?: number; value?: unknown; error?: string };
        if (answer.id !== id) return;
        child.off('message', onMessage);
        if (answer.error === undefined) resolve(answer.value);
        else reject(new Error(answer.error));
      };
      child.on('message', onMessage);
      child.send({ id, command, ...details });
    });
}

function lastRecordOf(child: ChildProcess): Promise<ShellRecord> {
  return new Promise((resolve) =>
    child.on('message', (message) => {
      const said = message as { exiting?: number; record?: ShellRecord };
      if (said.exiting !== undefined && said.record) resolve(said.record);
    }),
  );
}
