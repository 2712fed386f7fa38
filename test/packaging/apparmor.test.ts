import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasProgram } from '../../scripts/lib/steps.mjs';

const run = promisify(execFile);
const DEBIAN = join(import.meta.dirname, '..', '..', 'resources', 'installer', 'debian');
const PROFILE = join(DEBIAN, 'apparmor-profile');

/**
 * Debian's package brings a profile, as Ubuntu 24.04 and later forbid user namespaces to programs without
 * one.
 */
describe.skipIf(process.platform !== 'linux')("the Debian package's AppArmor profile", () => {
  let system: string;
  let programs: string;

  beforeEach(async () => {
    system = await mkdtemp(join(tmpdir(), 'interlinear-apparmor-'));
    programs = join(system, 'programs');
    await mkdir(programs);
    const resources = join(system, 'opt', 'Interlinear', 'resources');
    await mkdir(resources, { recursive: true });
    await cp(PROFILE, join(resources, 'apparmor-profile'));
  });
  afterEach(() => rm(system, { recursive: true, force: true }));

  /** As dpkg does it for a system in a folder. */
  const maintain = (script: string, step: string) =>
    run('sh', [join(DEBIAN, script), step], {
      env: { DPKG_ROOT: system, PATH: [programs, process.env['PATH']].join(delimiter) },
    });
  const parser = async (answer: string): Promise<void> => {
    const path = join(programs, 'apparmor_parser');
    await writeFile(path, `#!/bin/sh\n${answer}\n`);
    await chmod(path, 0o755);
  };
  const installed = () =>
    readFile(join(system, 'etc', 'apparmor.d', 'interlinear'), 'utf8').catch(() => undefined);

  it('is of the program that the package installs, and lets it make user namespaces', async () => {
    const profile = await readFile(PROFILE, 'utf8');
    const [, program] = /^profile interlinear (\S+) /m.exec(profile) ?? [];
    const script = await readFile(join(DEBIAN, '..', '..', '..', 'scripts', 'package-deb.mjs'), 'utf8');
    const named = (name: string) => new RegExp(`^const ${name} = '(.*)';$`, 'm').exec(script)?.[1];
    expect(program).toBe(`/${named('APP')}/${named('PROGRAM')}`);
    expect(profile).toMatch(/^ {2}userns,$/m);
  });

  it('comes with the package where AppArmor can read it, stays at an upgrade, and goes with the package', async () => {
    // AppArmor 4 reads the profile without an error.
    await parser('exit 0');
    await maintain('postinst', 'configure');
    expect(await installed()).toBe(await readFile(PROFILE, 'utf8'));
    expect((await stat(join(system, 'etc', 'apparmor.d', 'interlinear'))).mode & 0o777).toBe(0o644);
    await maintain('postrm', 'upgrade');
    expect(await installed()).toBeDefined();
    await maintain('postrm', 'remove');
    expect(await installed()).toBeUndefined();
    await maintain('postrm', 'purge');
  });

  it('is left out, and the package installed all the same, where AppArmor is older or not there', async () => {
    // As apparmor_parser 3 ends on `abi/4.0`.
    await parser('echo "AppArmor parser error" >&2; exit 1');
    await maintain('postinst', 'configure');
    expect(await installed()).toBeUndefined();
    await parser('exit 127');
    await maintain('postinst', 'configure');
    expect(await installed()).toBeUndefined();
    await maintain('postrm', 'remove');
  });

  it.skipIf(!hasProgram('apparmor_parser'))("is read by this machine's AppArmor, from 4.0 on", async () => {
    const { stdout } = await run('apparmor_parser', ['--version']);
    const major = Number(/version (\d+)/.exec(stdout)?.[1]);
    await maintain('postinst', 'configure');
    expect((await installed()) !== undefined).toBe(major >= 4);
  });
});
