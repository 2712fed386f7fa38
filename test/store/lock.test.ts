import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPipe } from '../../service/store/life-sign.ts';
import { lockHolder, parseProcStat, processStart } from '../../service/store/lock-holder.ts';
import { lockFolder } from '../../service/store/lock.ts';
import { StoreBusyError } from '../../service/store/store-port.ts';

let folder: string;
/** The lock as plain JavaScript: Node 20 does not run TypeScript. */
let built: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'interlinear-built-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    // From a folder without packages.
    ssr: { noExternal: true },
    build: { ssr: 'service/store/lock.ts', outDir: built, emptyOutDir: true },
  });
});
afterAll(() => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A process of its own that takes the lock as the service does, and holds it until it is killed. */
async function holder(address: string): Promise<ChildProcess> {
  return started(process.execPath, holding(address));
}

/** The same as the child of a process that never asks how its children ended. */
async function holderOfCarelessParent(address: string): Promise<number> {
  // sh gives its place to a program that knows nothing of the child.
  await started('sh', ['-c', '"$0" "$@" & exec sleep 600', process.execPath, ...holding(address)]);
  const { pid } = JSON.parse(await readFile(join(folder, 'lock'), 'utf8')) as { pid: number };
  return pid;
}

function holding(address: string): string[] {
  const script = `import { lockFolder } from ${JSON.stringify(pathToFileURL(join(built, 'lock.js')).href)};
    const lock = await lockFolder(${JSON.stringify(folder)});
    await lock.setAddress(${JSON.stringify(address)});
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  return ['--input-type=module', '-e', script];
}

async function started(program: string, args: string[]): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

describe('the lock on a data folder', () => {
  it('refuses a second process and names the first, with its address', async () => {
    const child = await holder('http://127.0.0.1:4717');
    const refusal = await lockFolder(folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreBusyError);
    expect(refusal).toMatchObject({ pid: child.pid, address: 'http://127.0.0.1:4717' });
    expect(String(refusal)).toContain(`process id ${child.pid}`);
  });

  it('is taken over at once from a process that was killed', async () => {
    const child = await holder('http://127.0.0.1:4717');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await lockFolder(folder);
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
  });

  it.runIf(process.platform === 'linux' || process.platform === 'darwin')(
    'is taken over from a process that was killed and whose parent has not asked how it ended',
    async () => {
      const pid = await holderOfCarelessParent('http://127.0.0.1:4717');
      await expect(lockFolder(folder)).rejects.toMatchObject({ pid });
      process.kill(pid, 'SIGKILL');
      while (await lockHolder(folder)) await pause(20);
      // A zombie keeps its id.
      expect(process.kill(pid, 0)).toBe(true);
      await (await lockFolder(folder)).release();
    },
  );

  it.runIf(process.platform === 'linux' || process.platform === 'darwin')(
    'is not held by another process that got the same id later',
    async () => {
      await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.ppid, started: 'long ago' }));
      await (await lockFolder(folder)).release();
    },
  );

  it.runIf(spawnSync('ps', ['-p', '1']).status === 0)(
    'is told by the same words in any time zone, where ps tells it as on macOS',
    async () => {
      const { platform } = process;
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      try {
        vi.stubEnv('TZ', 'UTC');
        const own = await processStart(process.pid);
        expect(own).toMatch(/\d{4}$/);
        vi.stubEnv('TZ', 'Asia/Tokyo');
        expect(await processStart(process.pid)).toBe(own);
      } finally {
        vi.unstubAllEnvs();
        Object.defineProperty(process, 'platform', { value: platform });
      }
    },
  );

  it('is held for as long as the life sign is open that it names', async () => {
    const name = process.platform === 'win32' ? `\\\\.\\pipe\\${randomUUID()}` : join(folder, 'sign');
    const sign = await openPipe(name);
    const lock = { pid: process.ppid, started: '', life_sign: name };
    await writeFile(join(folder, 'lock'), JSON.stringify(lock));
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(StoreBusyError);
    sign.close();
    await (await lockFolder(folder)).release();
  });

  it('left unreadable by a crash is taken over', async () => {
    await writeFile(join(folder, 'lock'), '{"pi');
    await (await lockFolder(folder)).release();
  });

  it('goes to exactly one of many that find a stale one', async () => {
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'x' }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is free again after its release', async () => {
    await (await lockFolder(folder)).release();
    await (await lockFolder(folder)).release();
  });
});

describe("Linux's facts about a process", () => {
  const stat = (name: string, state: string, threads: number) =>
    `4717 (${name}) ${state} 1 4717 4717 0 -1 4228108 2162 0 0 0 10 3 0 0 20 0 ${threads} 0 6892083 0 0 184467440737`;

  it.each([
    ['one that runs', stat('node', 'R', 11), false],
    ['one that is stopped', stat('node', 'T', 11), false],
    ['a zombie', stat('node', 'Z', 1), true],
    ['a zombie whose other threads are still at work', stat('node', 'Z', 2), false],
    ['one that is gone this moment', stat('node', 'X', 0), true],
    ['one that is named as a zombie would be', stat('a) Z 1 (b', 'S', 1), false],
    ['a zombie with such a name', stat(') S 1 (', 'Z', 1), true],
  ])('tells when it began and whether it has ended: %s', (_what, text, hasEnded) => {
    expect(parseProcStat(text)).toEqual({ started: '6892083', hasEnded });
  });
});
