import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../scripts/lib/sizes.mjs';
import { hasProgram } from '../../scripts/lib/steps.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const UNPACKED = join(root, 'dist', 'installers', 'linux-unpacked');

/**
 * An Electron that has the files of the real one, none of its code, and its block of fuses (all set as
 * Electron ships them). Told to be Node, it is Node; else it runs the shell out of the unpacked archive, on
 * the stand-in for Electron's own part.
 */
const STUB = `#!/bin/sh
[ -n "$ELECTRON_RUN_AS_NODE" ] && exec node "$@"
exec node --import "$STUB_STAND_IN" "$STUB_ARCHIVE/out/main/index.js" "$@"
# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x081011001\x31
`;
/**
 * In the order of `@electron/fuses`: RunAsNode, cookie encryption, NODE_OPTIONS, inspect, asar integrity,
 * only asar.
 */
const FUSES = '100011';
const STAND_IN = pathToFileURL(join(root, 'test', 'electron', 'stand-in', 'register.mjs')).href;
/** Beside Electron's own 250 MB. BullMQ is 3 MB of it, language detection and Bergamot 5 MB each. */
const MAX_MB = 28;

describe.skipIf(process.platform !== 'linux')('the packaged application, around a stub of Electron', () => {
  let folder: string;
  let content: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interlinear-packaged-'));
    const electron = join(folder, 'electron');
    await mkdir(join(electron, 'resources'), { recursive: true });
    await mkdir(join(electron, 'locales'));
    await writeFile(join(electron, 'electron'), STUB, { encoding: 'latin1' });
    await chmod(join(electron, 'electron'), 0o755);
    for (const name of [
      'LICENSE',
      'LICENSES.chromium.html',
      'version',
      'locales/en-US.pak',
      'locales/zh-CN.pak',
    ])
      await writeFile(join(electron, name), '');
    await script('package-app.mjs', '--folder', '--electron', electron);
    content = join(folder, 'content');
    const asar = (await import(asarPath())) as { extractAll(archive: string, to: string): void };
    asar.extractAll(join(UNPACKED, 'resources', 'app.asar'), content);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const script = (name: string, ...args: string[]) =>
    run(process.execPath, [join(root, 'scripts', name), ...args], { maxBuffer: 1 << 26 });

  it('holds all that was built and nothing else', async () => {
    const files = (await filesOf(content)).filter((name) => !name.startsWith(`out${sep}`));
    expect(files.sort()).toEqual(['LICENSE', 'package.json']);
    expect(await filesOf(join(content, 'out'))).toEqual(await filesOf(join(root, 'out')));
  });

  it('has its fuses set: no NODE_OPTIONS, no inspector, nothing but the checked archive', async () => {
    const program = await readFile(join(UNPACKED, 'interlinear-desktop'), 'latin1');
    expect(/dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX..([01]+)/s.exec(program)?.[1]).toMatch(new RegExp(`^${FUSES}`));
  });

  it('ships the languages of its window and no other', async () => {
    expect(await readdir(join(UNPACKED, 'locales'))).toEqual(['en-US.pak']);
  });

  it('is small beside Electron', () => {
    expect(bytesOf(join(UNPACKED, 'resources')) / 1_048_576).toBeLessThan(MAX_MB);
  });

  it('passes the smoke test of a release: starts, is healthy, translates, ends in order', async () => {
    const env = { STUB_STAND_IN: STAND_IN, STUB_ARCHIVE: content, STAND_IN_FOLDER: folder, DISPLAY: ':99' };
    const { stdout } = await run(process.execPath, [join(root, 'scripts', 'smoke.mjs')], {
      env: { ...process.env, ...env },
    });
    expect(stdout.match(/✓ \w+/g)).toEqual(['✓ started', '✓ translated', '✓ ended']);
  });

  it('runs a whole job with the service out of its archive', async () => {
    await translates(process.execPath, [join(content, 'out', 'service', 'main.js')]);
  });

  it.skipIf(!hasProgram('dpkg-deb'))(
    'becomes a Debian package that installs, runs and leaves without a trace',
    async () => {
      await script('package-deb.mjs');
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        version: string;
      };
      const { stdout: architecture } = await run('dpkg', ['--print-architecture']);
      const file = join(root, 'dist', `interlinear_${version}_${architecture.trim()}.deb`);
      // Into its own folder, with a separate database: this machine's packages are not touched.
      const system = join(folder, 'system');
      const database = join(folder, 'dpkg');
      await mkdir(join(database, 'updates'), { recursive: true });
      await mkdir(join(database, 'info'));
      await writeFile(join(database, 'status'), '');
      await mkdir(system);
      const before = await filesOf(system);
      const dpkg = (...args: string[]) =>
        run('dpkg', [
          ...['--force-not-root', '--force-depends', '--force-script-chrootless', '--log=/dev/null'],
          ...[`--instdir=${system}`, `--admindir=${database}`, ...args],
        ]);
      await dpkg('--install', file);
      const installed = join(system, 'opt', 'Interlinear');
      const command = await readFile(join(system, 'usr', 'bin', 'interlinear'), 'utf8');
      const [, program = '', main = ''] = /exec (\S+) (\S+)/.exec(command) ?? [];
      await translates(join(system, program), [join(system, main)], { ELECTRON_RUN_AS_NODE: '1' });
      expect(await readdir(installed)).toContain('resources');
      await dpkg('--remove', 'interlinear');
      expect(await filesOf(system)).toEqual(before);
    },
  );

  async function translates(
    program: string,
    args: string[],
    env: Record<string, string> = {},
  ): Promise<void> {
    const work = await mkdtemp(join(folder, 'work-'));
    await cp(join(root, 'resources', 'samples', 'harbour-museum.docx'), join(work, 'letter.docx'));
    const { stdout } = await run(
      program,
      [...args, 'translate', 'letter.docx', '--from', 'en', '--to', 'en-XA'],
      {
        cwd: work,
        env: { PATH: process.env['PATH'], HOME: work, INTERLINEAR_DATA_DIR: join(work, 'data'), ...env },
      },
    );
    expect((await readFile(join(work, stdout.trim()))).subarray(0, 2).toString()).toBe('PK');
  }
});

const asarPath = () => {
  const { resolve } = createRequire(join(root, 'resources', 'installer', 'package.json'));
  return pathToFileURL(resolve('@electron/asar')).href;
};

/** Paths of all files below a folder, relative to it, in order. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}
