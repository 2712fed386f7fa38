import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MEDIA_TYPES } from '../../scripts/lib/document-formats.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const CONFIG = pathToFileURL(join(root, 'resources', 'installer', 'electron-builder.mjs')).href;

interface Target {
  target: string;
  arch: string[];
}
interface Configuration {
  appId: string;
  mac: {
    target: Target[];
    hardenedRuntime: boolean;
    identity?: string;
    notarize: boolean;
    entitlements: string;
  };
  win: { target: Target[] };
  toolsets: { appimage: string };
  appImage: { executableArgs: string[] };
  linux: { target: Target[]; mimeTypes: string[] };
}

/** In its own process, as it reads the environment once. */
async function configurationWith(env: Record<string, string>): Promise<Configuration> {
  const print = `process.stdout.write(JSON.stringify((await import(${JSON.stringify(CONFIG)})).default))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', print], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return JSON.parse(stdout) as Configuration;
}

describe('installers', () => {
  it('are made for each system, each for both architectures', async () => {
    const { win, mac, linux } = await configurationWith({});
    const targets = [...win.target, ...mac.target, ...linux.target];
    expect(targets.map(({ target }) => target)).toEqual([
      'nsis',
      'portable',
      'dmg',
      'zip',
      'AppImage',
      'rpm',
    ]);
    for (const { arch } of targets) expect(arch).toEqual(['x64', 'arm64']);
  });

  it('are signed, hardened and notarised where the secrets are, and only there', async () => {
    const bare = await configurationWith({ CSC_LINK: '', APPLE_TEAM_ID: '' });
    // "-" is a signature without a certificate: Apple's own processors run nothing without one.
    expect(bare.mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false });
    const signed = await configurationWith({ CSC_LINK: 'certificate.p12', APPLE_TEAM_ID: 'TEAM' });
    expect(signed.mac).toMatchObject({ hardenedRuntime: true, notarize: true });
    expect(signed.mac.identity).toBeUndefined();
    expect(await readFile(join(root, signed.mac.entitlements), 'utf8')).toContain(
      'com.apple.security.cs.allow-jit',
    );
  });

  it('leave Chromium’s sandbox on wherever the system has what it needs', async () => {
    const { toolsets, appImage } = await configurationWith({});
    // electron-builder's first tools write --no-sandbox into the AppImage's desktop entry.
    expect(toolsets.appimage).not.toBe('0.0.0');
    expect(appImage.executableArgs).toEqual([]);
  });

  it('have the id by which Windows knows the program that runs', async () => {
    const { appId } = await configurationWith({});
    expect(await readFile(join(root, 'electron', 'main', 'identity.ts'), 'utf8')).toContain(`'${appId}'`);
  });

  it('offer the program for the same documents in all of Linux’s packages', async () => {
    const { linux } = await configurationWith({});
    expect(linux.mimeTypes).toEqual(MEDIA_TYPES);
    expect(await readFile(join(root, 'scripts', 'package-deb.mjs'), 'utf8')).toContain(
      "MimeType=${MEDIA_TYPES.join(';')};",
    );
  });
});
