import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { startShell } from './support/shell.ts';
import type { Shell } from './support/shell.ts';

const CERTIFICATES = join(root, 'test', 'support', 'certificates');
const at = (name: string) => join(CERTIFICATES, `${name}.pem`);

let server: TestService;
let local: Shell;
beforeAll(async () => {
  const tls = ['--tls-cert', at('server'), '--tls-key', at('server.key')];
  server = await startService(
    { INTERLINEAR_PSEUDO_DELAY_MS: '20' },
    { args: ['--host', '127.0.0.1', ...tls] },
  );
  local = await startShell({ args: ['--port', '0'] });
  await local.window();
});
afterAll(async () => {
  await local.remove();
  await server.close();
});

const connect = (over: { key?: string; authority?: string; fingerprint?: string; address?: string } = {}) =>
  local.invoke('interlinear:connect-server', { address: server.networkUrl, key: API_KEY, ...over });
const kept = () => join(local.folder, 'interlinear-window', 'team-server.json');

describe('the shell and a team server', () => {
  it('asks to compare a certificate that this machine does not know, then starts again with the server', async () => {
    const asked = await connect();
    if (asked.outcome !== 'unknown') throw new Error(JSON.stringify(asked));
    expect(asked.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(await connect({ fingerprint: asked.fingerprint.replace(/^../, '00') })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('not the one that you confirmed') as string,
    });
    expect(await connect({ key: 'another-key', fingerprint: asked.fingerprint })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('does not know this key') as string,
    });
    await expect(stat(kept())).rejects.toThrow();
    await local.change({ keychain: 'none' });
    expect(await connect({ fingerprint: asked.fingerprint })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('INTERLINEAR_SERVER_KEY') as string,
    });
    await local.change({ keychain: 'gnome_libsecret' });
    expect((await local.record()).menu).not.toContain('&Work on this machine');
    expect(await connect({ fingerprint: asked.fingerprint })).toEqual({ outcome: 'restarts' });
    expect(await local.exit).toBe(0);
    expect((await local.last).relaunches).toBe(1);
    const stored = await readFile(kept(), 'utf8');
    expect(stored).toContain(asked.fingerprint);
    expect(stored).not.toContain(API_KEY);
    expect((await stat(kept())).mode & 0o077).toBe(0);
  });

  it('works with the server alone: page, key, downloads, progress; and goes back', async () => {
    const shell = await startShell({ folder: local.folder });
    const { url } = await shell.window();
    expect(url).toBe(`${server.networkUrl}/`);
    // No service of its own.
    await expect(stat(join(local.folder, 'data', 'lock'))).rejects.toThrow();
    expect(await shell.invoke('interlinear:connect', undefined)).toEqual({
      baseUrl: server.networkUrl,
      key: API_KEY,
      isServer: true,
    });
    expect(await shell.ask('mayRequest', { url: `${server.networkUrl}/v1/jobs` })).toBe(true);
    expect(await shell.ask('mayRequest', { url: 'https://evil.example/' })).toBe(false);
    const shown = async (name: string, hostname = '127.0.0.1') =>
      shell.ask('showCertificate', { hostname, pem: await readFile(at(name), 'utf8') });
    expect(await shown('server')).toBe(0);
    expect(await shown('other-name')).toBe(-2);
    expect(await shown('other-name', 'other.example')).toBe(-3);

    const content = Array.from({ length: 100 }, (_, n) => `Bring ${n} coats.`).join('\n\n');
    const { body } = await server.upload({ name: 'letter.txt', content });
    await shell.until(({ windows }) => windows[0]!.progress.some((part) => part > 0));
    await server.ended(body.data.id);
    const path = `/v1/translate/documents/${body.data.id}/content`;
    const saved = await shell.invoke('interlinear:save-file', { path, suggestedName: 'letter.txt' });
    expect(saved).toMatchObject({ outcome: 'saved' });
    expect(await readFile(join(shell.folder, 'letter.txt'), 'utf8')).not.toContain('Bring');
    // Its jobs run elsewhere.
    expect((await shell.record()).blockersStarted).toBe(0);
    expect(await shell.invoke('interlinear:open-data-folder', undefined)).toContain('on the server');
    await expect(connectBy(shell)).rejects.toThrow('may not choose another server');

    expect((await shell.record()).menu).not.toContain('Connect to a &team server…');
    await shell.ask('chooseFromMenu', { label: '&Work on this machine' });
    expect(await shell.exit).toBe(0);
    expect((await shell.last).relaunches).toBe(1);
    await expect(stat(kept())).rejects.toThrow();
  });

  it('without an answer says why, tries again as often as it is told to, and works here for this run', async () => {
    const again = await startShell({ folder: local.folder, args: ['--port', '0'] });
    await again.window();
    const authority = await readFile(at('authority'), 'utf8');
    const wrong = { address: server.networkUrl, key: API_KEY, authority: 'no certificate' };
    expect(await again.invoke('interlinear:connect-server', wrong)).toMatchObject({
      message: expect.stringContaining('holds no certificate in PEM form') as string,
    });
    expect(await again.invoke('interlinear:connect-server', { ...wrong, authority })).toEqual({
      outcome: 'restarts',
    });
    expect(await again.exit).toBe(0);
    await server.stop();

    // The user is away: the question stays.
    const shell = await startShell({
      folder: local.folder,
      env: { STAND_IN_BUTTONS: '0,0,1' },
      args: ['--port', '0'],
    });
    const { questions } = await shell.until(({ windows }) => windows[0]?.shown === true);
    expect(questions).toEqual(
      Array(3).fill(expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:\d+\. Check the address/)),
    );
    expect(await shell.baseUrl()).toMatch(/^http:\/\/127\.0\.0\.1:/);
    // Kept for the next start, until the user forgets it.
    await stat(kept());
    await shell.ask('chooseFromMenu', { label: '&Work on this machine' });
    await shell.until(({ menu }) => !menu.includes('&Work on this machine'));
    await expect(stat(kept())).rejects.toThrow();
    await shell.ask('quit');
    expect(await shell.exit).toBe(0);
    expect((await shell.last).relaunches).toBe(0);
  });
});

function connectBy(shell: Shell) {
  return shell.invoke('interlinear:connect-server', { address: server.networkUrl, key: API_KEY });
}
