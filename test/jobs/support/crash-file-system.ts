import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Fs from 'node:fs/promises';

/**
 * One run of the service. It dies after `steps` changes to the disk: from then on none of its calls has an
 * effect or returns.
 */
export interface Life {
  steps: number;
  /** The write at which it dies leaves its first half. */
  torn: boolean;
  dead: Promise<void>;
  die: () => void;
  isDead: boolean;
  /** Files open at the moment; the system closes those of a dead process. */
  open: Set<Fs.FileHandle>;
}

const lives = new AsyncLocalStorage<Life>();

export function newLife(steps: number, torn = false): Life {
  let die = (): void => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  return { steps, torn, dead, die, isDead: false, open: new Set() };
}

/** Runs `work` in a life; undefined when the life ended first. */
export async function live<T>(life: Life, work: () => Promise<T>): Promise<T | undefined> {
  return lives.run(life, () => Promise.race([work(), life.dead.then(() => undefined)]));
}

type Call = (...args: never[]) => unknown;

const CHANGES = [
  'copyFile',
  'mkdir',
  'rename',
  'rm',
  'truncate',
  'appendFile',
  'writeFile',
  'unlink',
  'link',
] as const;
const HANDLE_CHANGES = ['write', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync'] as const;

/** `node:fs/promises` in which every change counts as a step of the life it is called in. For `vi.mock`. */
export function crashingFs(real: typeof Fs): typeof Fs {
  const crashing: Record<string, unknown> = { ...real };
  for (const name of CHANGES) crashing[name] = stepping(real[name] as Call, name);
  for (const name of ['readFile', 'readdir', 'stat'] as const) crashing[name] = stepping(real[name], 'read');
  crashing['open'] = async (...args: Parameters<typeof Fs.open>) => {
    if (lives.getStore()?.isDead) return never();
    const handle = await real.open(...args);
    const life = lives.getStore();
    if (life?.isDead) await handle.close();
    life?.open.add(handle);
    const close = handle.close.bind(handle);
    Object.defineProperty(handle, 'close', {
      value: () => {
        life?.open.delete(handle);
        return close();
      },
    });
    for (const name of HANDLE_CHANGES) {
      const method = handle[name].bind(handle) as Call;
      Object.defineProperty(handle, name, { value: stepping(method, name) });
    }
    return handle;
  };
  crashing['default'] = crashing;
  return crashing as unknown as typeof Fs;
}

function stepping(real: Call, name: string): Call {
  return (...args) => {
    const life = lives.getStore();
    if (life?.isDead) return never();
    if (!life || name === 'read' || life.steps-- > 0) return real(...args);
    life.isDead = true;
    const last = life.torn && name === 'write' ? tear(real, args) : Promise.resolve();
    void last.then(() => Promise.all([...life.open].map((handle) => handle.close()))).finally(life.die);
    return never();
  };
}

/** write(buffer, offset, length, position) with half the length. */
async function tear(write: Call, args: unknown[]): Promise<void> {
  const [buffer, offset, length, position] = args as [Uint8Array, number, number, number];
  await write(...([buffer, offset, Math.floor(length / 2), position] as never[]));
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
