import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuild } from '../../scripts/lib/build.mjs';
import { needsBuild } from '../support/needs-build.ts';

const root = join(import.meta.dirname, '..', '..');
const MODULE = join(root, 'scripts', 'lib', 'build.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-build-'));
  await put('service/main.ts', 'one');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, content: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** A build that copies the one source there is. Returns how often it ran. */
function builder() {
  const state = { runs: 0 };
  const build = async () => {
    state.runs++;
    await put('out/main.js', await readFile(join(folder, 'service', 'main.ts'), 'utf8'));
    return 0;
  };
  return { state, ensure: () => ensureBuild(folder, build) };
}

describe('the build that tests and scripts run', () => {
  it('is made once, and again after a source has changed, come or gone', async () => {
    const { state, ensure } = builder();
    await ensure();
    await ensure();
    expect(state.runs).toBe(1);
    await put('service/main.ts', 'two');
    await ensure();
    expect(await readFile(join(folder, 'out', 'main.js'), 'utf8')).toBe('two');
    await put('renderer/app.vue', 'new');
    await ensure();
    await rm(join(folder, 'renderer'), { recursive: true });
    await ensure();
    expect(state.runs).toBe(4);
  });

  it('is kept when only times have changed, as they do when a branch is left and taken up again', async () => {
    const { state, ensure } = builder();
    await ensure();
    await utimes(join(folder, 'service', 'main.ts'), new Date(), new Date(Date.now() + 60_000));
    await ensure();
    expect(state.runs).toBe(1);
  });

  it('is made again when something else has written or removed a built file', async () => {
    const { state, ensure } = builder();
    await ensure();
    await put('out/main.js', 'a build of other sources');
    await ensure();
    await rm(join(folder, 'out', 'main.js'));
    await ensure();
    expect(state.runs).toBe(3);
  });

  it('leaves nothing when it fails, so that nothing stale is tested, and says so', async () => {
    await builder().ensure();
    await put('service/main.ts', 'broken');
    await expect(ensureBuild(folder, () => Promise.resolve(3))).rejects.toThrow(
      'The build failed (exit code 3). The lines above say why.',
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
    const { state, ensure } = builder();
    await ensure();
    expect(state.runs).toBe(1);
  });

  it('is made by one of the processes that start together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => inProcess(`appendFileSync('builds', 'x')`)));
    expect(await readFile(join(folder, 'builds'), 'utf8')).toBe('x');
  });

  it('is not kept back by a builder that has died', async () => {
    await expect(inProcess(`process.kill(process.pid, 'SIGKILL')`)).rejects.toMatchObject({
      signal: 'SIGKILL',
    });
    const { state, ensure } = builder();
    await ensure();
    expect(state.runs).toBe(1);
  });
});

/** Makes sure of the build in a separate process, in which building is this code. */
function inProcess(build: string) {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { ensureBuild } from ${JSON.stringify(pathToFileURL(MODULE).href)};
    await ensureBuild(process.cwd(), async () => { ${build}; return 0; });`;
  const args = ['--input-type=module', '--eval', code];
  return promisify(execFile)(process.execPath, args, { cwd: folder });
}

describe('a test that drives the built program', () => {
  it.each([
    'test/cli/cli.test.ts',
    'test/worker/translation.test.ts',
    'test/electron/shell.test.ts',
    'test/engines/bergamot/engine.test.ts',
  ])('is known by what it imports or names: %s', (path) => {
    expect(needsBuild([join(root, path)])).toBe(true);
  });

  it('is not one that imports only pure code', () => {
    expect(needsBuild([join(root, 'test/text/masks.test.ts')])).toBe(false);
  });
});
