import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';

const run = promisify(execFile);
const script = (name: string, ...args: string[]) =>
  run(process.execPath, [join(root, 'scripts', name), ...args]);

let folder: string;
let version: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-release-'));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  version = manifest.version;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a release', () => {
  it('lists Electron and every package that ships, as their notices do, and no other', async () => {
    await script('sbom.mjs');
    const text = await readFile(join(root, 'dist', `interlinear-${version}.cdx.json`), 'utf8');
    const bom = JSON.parse(text) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string; version: string; scope: string }[];
    };
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'interlinear' } } });
    const notices = await readFile(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    const noticed = Array.from(notices.matchAll(/^## (\S+ \d\S*)$/gm), ([, name]) => name!);
    const listed = bom.components.map((one) => `${one.name} ${one.version}`);
    expect(listed.filter((one) => !one.startsWith('electron ')).sort()).toEqual([...new Set(noticed)].sort());
    expect(listed.some((one) => one.startsWith('electron '))).toBe(true);
    expect(new Set(bom.components.map(({ scope }) => scope))).toEqual(new Set(['required']));
  });

  it('has the checksum of each of its files, whichever folder made it', async () => {
    await mkdir(join(folder, 'dist', 'installers'), { recursive: true });
    await writeFile(join(folder, 'dist', 'a.deb'), 'one');
    await writeFile(join(folder, 'dist', 'installers', 'b.zip'), 'two');
    // Twice: the output of the first run is not one of the files.
    for (let times = 0; times < 2; times++)
      await script('checksums.mjs', join(folder, 'dist'), join(folder, 'dist', 'installers'));
    const sum = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(await readFile(join(folder, 'dist', 'SHA256SUMS.txt'), 'utf8')).toBe(
      `${sum('one')}  a.deb\n${sum('two')}  b.zip\n`,
    );
  });

  it('is refused where the tag names another version', async () => {
    await expect(script('release-notes.mjs', '--tag', 'v99.0.0')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`it must be v${version}`) as string,
    });
  });
});
