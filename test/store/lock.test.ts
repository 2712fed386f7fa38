import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPipe } from '../../service/store/life-sign.ts';
import { processStart } from '../../service/store/lock-holder.ts';
import { lockFolder } from '../../service/store/lock.ts';
import { StoreBusyError } from '../../service/store/port.ts';

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
  const script = `import { lockFolder } from ${JSON.stringify(pathToFileURL(join(built, 'lock.js')).href)};
    const lock = await lockFolder(${JSON.stringify(folder)});
    await lock.setAddress(${JSON.stringify(address)});
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
