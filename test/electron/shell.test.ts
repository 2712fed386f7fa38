import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, startShell } from './support/shell.ts';
import type { Shell } from './support/shell.ts';

let shell: Shell;
let baseUrl: string;

beforeAll(async () => {
  shell = await startShell();
  baseUrl = await shell.baseUrl();
});
afterAll(() => shell.remove());

describe('the desktop shell', () => {
  it("shows the service's own page in a sandboxed window without Node", async () => {
    const window = await shell.window();
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    });
    expect(window.webRtc).toBe('disable_non_proxied_udp');
    const { sandboxed, switches } = await shell.record();
    expect(sandboxed).toBe(true);
    // The frame that draws documents has a process without the session key.
    expect(switches).toEqual(['site-per-process', 'enable-features=IsolateSandboxedIframes']);
    expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  });

  it('gives its page the address and a key that works', async () => {
    expect((await request(shell, '/v1/usage')).status).toBe(200);
  });

  it.each([
    ['another page', { url: 'https://evil.example/', parent: null }],
    ['a frame inside its page', { parent: {} }],
    ['a frame that has gone', null],
  ])('gives nothing to %s', async (_name, frame) => {
    const sender = frame && { url: `${baseUrl}/`, ...frame };
    const asked = shell.ask('invoke', { channel: 'interlinear:connect', frame: sender });
    await expect(asked).rejects.toThrow('may not ask');
  });

  it.each([
    ['interlinear:connect', 'more than was asked'],
    ['interlinear:check-spelling', 7],
    ['interlinear:save-file', { path: 7, suggestedName: 'a' }],
    ['interlinear:save-file', null],
    ['interlinear:save-files', []],
    ['interlinear:save-beside', { path: '/v1/x', suggestedName: 'a' }],
    ['interlinear:keep-original', { jobId: '1', path: '/a', place: 'b' }],
    ['interlinear:set-theme', 'purple'],
    ['interlinear:set-unsent-files', -1],
    ['interlinear:show-item-in-folder', { toString: 'x' }],
  ])('understands %s only with what belongs to it, not with %j', async (channel, argument) => {
    const asked = shell.ask('invoke', { channel, frame: await shell.ownFrame(), argument });
    await expect(asked).rejects.toThrow('does not understand');
  });

  it('stays where it is, opens no window, attaches no webview', async () => {
    expect(await shell.ask('navigate', { url: 'https://evil.example/' })).toBe(true);
    expect(await shell.ask('navigate', { url: `${baseUrl}/#review` })).toBe(false);
    expect(await shell.ask('attachWebview')).toBe(true);
    expect(await shell.ask('openWindow', { url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(await shell.ask('openWindow', { url: 'https://www.apertium.org/' })).toEqual({ action: 'deny' });
    expect((await shell.record()).opened).toEqual(['https://www.apertium.org/']);
  });

  it('lets its page speak to the service only, with no permission but the listed', async () => {
    expect(await shell.ask('mayRequest', { url: `${baseUrl}/v1/jobs` })).toBe(true);
    expect(await shell.ask('mayRequest', { url: 'https://evil.example/?t=text' })).toBe(false);
    expect(await shell.ask('mayUse', { permission: 'media', url: `${baseUrl}/` })).toBe(false);
    expect(await shell.ask('mayUse', { permission: 'clipboard-sanitized-write', url: `${baseUrl}/` })).toBe(
      true,
    );
  });

  it('describes itself in About', async () => {
    expect((await shell.record()).about).toMatchObject({
      applicationName: 'Interlinear',
      applicationVersion: '0.1.0',
    });
  });

  it("keeps an engine's key in the keychain, never in clear, and says where there is none", async () => {
    const { baseUrl: at, key } = await shell.invoke('interlinear:connect', undefined);
    const put = () =>
      fetch(`${at}/v1/engines/deepl/key`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ key: 'a-key-of-a-remote-engine' }),
      });
    await shell.change({ keychain: 'basic_text' });
    const refused = await put();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'no_keychain' });
    await shell.change({ keychain: 'gnome_libsecret' });
    expect((await put()).status).toBe(204);
    const kept = await readFile(join(shell.folder, 'data', 'settings.json'), 'utf8');
    expect(kept).toContain('sealed_key');
    expect(kept).not.toContain('a-key-of-a-remote-engine');
  });

  it('leads from its menu to the settings', async () => {
    await shell.ask('chooseFromMenu', { label: 'Settings…' });
    expect(await shell.invoke('interlinear:take-commands', undefined)).toEqual([
      { command: 'show-view', view: 'settings' },
    ]);
  });

  it('loads its page again when the process of the page is gone, and asks when it dies at once again', async () => {
    await shell.ask('loseRenderer', { reason: 'oom' });
    await shell.until(({ windows }) => windows[0]?.reloads === 1);
    await shell.ask('loseRenderer', { reason: 'oom' });
    const { questions } = await shell.until((state) => state.questions.length === 1);
    expect(questions[0]).toBe('The window has stopped twice within a minute.');
    await shell.until(({ windows }) => windows[0]?.reloads === 2);
  });

  it('asks when its page hangs, takes the question back when it comes round, and ends the page if told to', async () => {
    const asked = (await shell.record()).questions.length;
    await shell.change({ isAway: true });
    await shell.ask('hang');
    await shell.until(({ questions }) => questions.length === asked + 1);
    await shell.ask('comeRound');
    await shell.until(({ takenBack }) => takenBack);
    expect((await shell.window()).events).not.toContain('crash');
    await shell.change({ isAway: false, button: 0 });
    await shell.ask('hang');
    await shell.until(({ windows }) => windows[0]?.reloads === 3);
    expect((await shell.window()).events).toContain('crash');
  });

  it('shows itself and asks when its page cannot be loaded, as often as it fails, and loads it again', async () => {
    const other = await startShell({ env: { STAND_IN_PAGES_THAT_FAIL: '2' }, args: ['--port', '0'] });
    const { questions } = await other.until(({ windows }) => windows[0]?.loads === 3);
    expect(questions).toEqual(Array(2).fill('The page of the window could not be loaded.'));
    expect((await other.window()).shown).toBe(true);
    await other.remove();
  });

  it('ends in order when its page cannot be loaded and the user gives it up', async () => {
    const other = await startShell({
      env: { STAND_IN_PAGES_THAT_FAIL: '1', STAND_IN_BUTTON: '1' },
      args: ['--port', '0'],
    });
    expect(await other.exit).toBe(0);
    await other.remove();
  });

  it('offers at a right click what can be done with a text', async () => {
    const editFlags = { canUndo: true, canCopy: true, canPaste: true };
    const click = (params: object) =>
      shell.ask('rightClick', {
        params: { selectionText: '', dictionarySuggestions: [], editFlags, ...params },
      });
    await click({ isEditable: false });
    expect((await shell.record()).contextMenu).toEqual([]);
    await click({ isEditable: false, selectionText: 'Hello' });
    expect((await shell.record()).contextMenu).toEqual(['&Copy']);
    await click({ isEditable: true, dictionarySuggestions: ['Hello'] });
    expect((await shell.record()).contextMenu.slice(0, 4)).toEqual(['Hello', 'separator', '&Undo', '&Redo']);
  });

  it('checks no spelling until its page asks, then in the dictionary nearest to the language', async () => {
    expect((await shell.record()).spelling).toEqual([[]]);
    const asked = (language?: string) => shell.invoke('interlinear:check-spelling', language);
    if (process.platform === 'darwin') return;
    expect(await asked('de-AT')).toBe(true);
    expect(await asked('en')).toBe(true);
    expect(await asked('pt')).toBe(true);
    expect(await asked('xh')).toBe(false);
    await asked();
    expect((await shell.record()).spelling.slice(1)).toEqual([['de'], ['en-US'], ['pt-PT'], [], []]);
  });

  it('ends in order when its window is closed, and opens the next time as it was left', async () => {
    await shell.invoke('interlinear:set-theme', 'dark');
    await shell.ask('closeWindow');
    expect(await shell.exit).toBe(0);
    const ending = ['window-all-closed', 'before-quit', 'will-quit', 'quit'];
    expect((await shell.last).appEvents.filter((name) => ending.includes(name))).toEqual(ending);
    await expect(fetch(`${baseUrl}/v1/health`)).rejects.toThrow();

    // Of another port: what the shell keeps does not hang on the page's address.
    const again = await startShell({
      folder: shell.folder,
      env: { STAND_IN_WAYLAND: '1' },
      args: ['--port', '0'],
    });
    const { options, shown } = await again.window();
    // On Wayland a hidden window is never ready to show.
    expect(shown).toBe(true);
    expect(options).toMatchObject({ x: 40, width: 1000, backgroundColor: '#1b1c1d' });
    await again.ask('throwUnheard');
    expect(await again.exit).toBe(1);
    expect((await again.last).boxes).toEqual([expect.stringContaining('unheard of')]);
    const kept = await readFile(join(shell.folder, 'interlinear-window', 'window.json'), 'utf8').catch(
      () => '',
    );
    expect(kept).not.toBe('');
    await rm(join(shell.folder, 'data'), { recursive: true, force: true });
  });
});
