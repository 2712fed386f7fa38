import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockHolder } from '../../service/store/lock-holder.ts';
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

/** A separate process that takes the lock as the service does, and holds it until it is killed. */
async function holder(address: string): Promise<ChildProcess> {
  return started(process.execPath, holding(address));
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
    expect(await lockHolder(folder)).toEqual({ pid: process.pid });
    await lock.release();
  });

  it('stays with a process that is stopped, which cannot say who it is', async () => {
    const child = await holder('http://127.0.0.1:4717');
    child.kill('SIGSTOP');
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(StoreBusyError);
    expect(await lockHolder(folder)).toEqual({});
  });

  it('moves with the folder, and is not in a copy of it', async () => {
    const child = await holder('http://127.0.0.1:4717');
    const moved = `${folder}-moved`;
    await rename(folder, moved);
    await mkdir(folder);
    expect(await lockHolder(moved)).toMatchObject({ pid: child.pid });
    await (await lockFolder(folder)).release();
    await rm(moved, { recursive: true });
  });

  it.each(['x'.repeat(90), 'ж'.repeat(100)])('is in a folder with a long path, too: %s', async (name) => {
    const long = join(folder, name, name);
    await mkdir(long, { recursive: true });
    const lock = await lockFolder(long);
    expect(await readdir(long)).toEqual(process.platform === 'win32' ? [] : ['lock']);
    expect(await lockHolder(long)).toEqual({ pid: process.pid });
    await expect(lockFolder(long)).rejects.toBeInstanceOf(StoreBusyError);
    await lock.release();
    expect(await readdir(long)).toEqual([]);
  });

  it('is taken where a file is in its place', async () => {
    await writeFile(join(folder, 'lock'), '{"pid":1}');
    await (await lockFolder(folder)).release();
  });

  it('goes to exactly one of many that find a dead one', async () => {
    for (let round = 0; round < 10; round++) {
      const child = await holder('http://127.0.0.1:4717');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
      const locks = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(locks).toHaveLength(1);
      await locks[0]!.release();
    }
  });

  it('goes to exactly one of many processes that start at once', async () => {
    const script = holding('http://127.0.0.1:4717').at(-1)!;
    const tries = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        children.push(child);
        return Promise.race([
          once(child.stdout, 'data').then(() => 'holds'),
          once(child, 'exit').then(() => 'refused'),
        ]);
      }),
    );
    expect(tries.sort()).toEqual(['holds', ...Array.from({ length: 5 }, () => 'refused')]);
  });

  it('is free again after its release', async () => {
    await (await lockFolder(folder)).release();
    await (await lockFolder(folder)).release();
  });
});
