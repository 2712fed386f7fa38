import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built shell (out/main/index.js) with a stand-in for Electron itself, whose binary cannot be had everywhere.
const MAIN = join(import.meta.dirname, '..', '..', 'out', 'main', 'index.js');
const STAND_IN = pathToFileURL(join(import.meta.dirname, 'fixtures', 'use-stand-in.mjs')).href;

interface Window {
  url?: string;
  shown?: boolean;
  options: { webPreferences: Record<string, unknown> };
}
interface ShellRecord {
  windows: Window[];
  opened: string[];
  boxes: string[];
}

let folder: string;
let shell: Awaited<ReturnType<typeof startShell>>;
let baseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-shell-'));
  shell = startShell(folder);
  baseUrl = new URL((await shell.window()).url!).origin;
});

afterAll(async () => {
  shell.child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const ownFrame = () => ({ url: `${baseUrl}/`, parent: null });

describe('the desktop shell', () => {
  it("shows the service's own page in a sandboxed window without Node", async () => {
    const window = await shell.window();
    expect(window.shown).toBe(true);
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
    expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  });

  it('gives its page the address and a key that works', async () => {
    const { key } = (await shell.ask('invoke', { channel: 'interlinear:connect', frame: ownFrame() })) as {
      key: string;
    };
    const response = await fetch(`${baseUrl}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
  });

  it.each([
    ['another page', () => ({ url: 'https://evil.example/', parent: null })],
    ['a frame inside its page', () => ({ ...ownFrame(), parent: {} })],
    ['a frame that has gone', () => null],
  ])('gives nothing to %s', async (_name, frame) => {
    const asked = shell.ask('invoke', { channel: 'interlinear:connect', frame: frame() });
    await expect(asked).rejects.toThrow('may not ask');
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

  it('saves a download of the service where the user says', async () => {
    const saved = await shell.ask('invoke', {
      channel: 'interlinear:save-file',
      frame: ownFrame(),
      argument: { path: '/v1/openapi.json', suggestedName: '../../contract.json' },
    });
    expect(saved).toEqual({ outcome: 'saved', path: join(folder, 'contract.json') });
    expect(JSON.parse(await readFile(join(folder, 'contract.json'), 'utf8'))).toHaveProperty('openapi');
  });

  it("passes the service's own words on when there is nothing to save", async () => {
    const path = '/v1/translate/documents/00000000-0000-4000-8000-000000000000/content';
    const argument = { path, suggestedName: 'x.docx' };
    const outcome = await shell.ask('invoke', {
      channel: 'interlinear:save-file',
      frame: ownFrame(),
      argument,
    });
    expect(outcome).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/\w+/) as string });
  });

  it('ends its service before it ends itself when its window is closed', async () => {
    const exit = once(shell.child, 'exit');
    await shell.ask('closeWindow');
    expect((await exit)[0]).toBe(0);
    await expect(fetch(`${baseUrl}/v1/health`)).rejects.toThrow();
  });
});

describe('a second start of the desktop shell', () => {
  it('hands over to the first and ends', async () => {
    const second = startShell(folder, { STAND_IN_SECOND: '1' });
    expect((await once(second.child, 'exit'))[0]).toBe(0);
  });
});

function startShell(home: string, env: Record<string, string> = {}) {
  const child = fork(MAIN, {
    execArgv: ['--import', STAND_IN],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      STAND_IN_FOLDER: home,
      INTERLINEAR_DATA_DIR: join(home, 'data'),
      INTERLINEAR_LOG_LEVEL: 'error',
      ...env,
    },
  });
  const ask = asker(child);
  const record = () => ask('record') as Promise<ShellRecord>;
  /** The first window, once it is shown. */
  const window = async (): Promise<Window> => {
    for (;;) {
      const state = await record();
      if (state.boxes.length > 0) throw new Error(state.boxes[0]);
      if (state.windows[0]?.shown) return state.windows[0];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ask, record, window };
}

function asker(child: ChildProcess) {
  let next = 1;
  return (command: string, details: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = next++;
      const onMessage = (message: unknown) => {
        const answer = message as { id?: number; value?: unknown; error?: string };
        if (answer.id !== id) return;
        child.off('message', onMessage);
        if (answer.error === undefined) resolve(answer.value);
        else reject(new Error(answer.error));
      };
      child.on('message', onMessage);
      child.send({ id, command, ...details });
    });
}
