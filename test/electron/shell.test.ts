import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
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
  webRtc?: string;
  reloads?: number;
  events: string[];
  options: { webPreferences: Record<string, unknown> };
}
interface ShellRecord {
  windows: Window[];
  opened: string[];
  boxes: string[];
  questions: string[];
  saveDialogs: { filters: { extensions: string[] }[]; properties: string[] }[];
  sandboxed: boolean;
}

/** The buttons of the question before quitting. */
const QUIT = 0;
const STAY = 1;
/** A segment takes longer than this file. */
const NEVER_MS = '600000';

let folder: string;
let shell: Awaited<ReturnType<typeof startShell>>;
let baseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-shell-'));
  shell = startShell(folder, { INTERLINEAR_PSEUDO_DELAY_MS: NEVER_MS });
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
      devTools: false,
    });
    expect(window.webRtc).toBe('disable_non_proxied_udp');
    expect((await shell.record()).sandboxed).toBe(true);
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
    const [dialog] = (await shell.record()).saveDialogs;
    expect(dialog?.filters.map(({ extensions }) => extensions)).toEqual([['json'], ['*']]);
    expect(dialog?.properties).toContain('showOverwriteConfirmation');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
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

  it('says in a sentence why a file could not be saved', async () => {
    await mkdir(join(folder, 'taken.json'), { recursive: true });
    const outcome = await shell.ask('invoke', {
      channel: 'interlinear:save-file',
      frame: ownFrame(),
      argument: { path: '/v1/openapi.json', suggestedName: 'taken.json' },
    });
    expect(outcome).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/^There is a folder/) as string,
    });
  });

  it('shows its window when it is started a second time', async () => {
    await shell.ask('startAgain');
    expect((await shell.window()).events.slice(-2)).toEqual(['show', 'focus']);
  });

  it('loads its page again when the process of the page is gone', async () => {
    await shell.ask('loseRenderer');
    expect((await shell.window()).reloads).toBe(1);
  });

  it('asks once before it ends while a job runs, with its window still there, and stays if told to', async () => {
    await startLongJob();
    await shell.ask('answerWith', { button: STAY });
    await shell.ask('closeWindow');
    await shell.until(({ questions }) => questions.length === 1);
    await shell.ask('quit');
    const { questions } = await shell.until((record) => record.questions.length === 2);
    expect(questions).toEqual(Array(2).fill('1 job is still running.'));
    expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  });

  it('ends its service before it ends itself when its window is closed', async () => {
    await shell.ask('answerWith', { button: QUIT });
    const exit = once(shell.child, 'exit');
    await shell.ask('closeWindow');
    expect((await exit)[0]).toBe(0);
    await expect(fetch(`${baseUrl}/v1/health`)).rejects.toThrow();
  });
});

async function startLongJob(): Promise<void> {
  const { key } = (await shell.ask('invoke', { channel: 'interlinear:connect', frame: ownFrame() })) as {
    key: string;
  };
  const response = await fetch(`${baseUrl}/v1/translate/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'en', to: 'en-XA', segments: [{ text: 'Long' }] }),
  });
  expect(response.status).toBe(202);
}

describe('on Wayland, where a hidden window is never ready to show', () => {
  it('the window is shown all the same', async () => {
    const home = await mkdtemp(join(tmpdir(), 'interlinear-wayland-'));
    const wayland = startShell(home, { STAND_IN_WAYLAND: '1' });
    expect((await wayland.window()).shown).toBe(true);
    const exit = once(wayland.child, 'exit');
    await wayland.ask('quit');
    expect((await exit)[0]).toBe(0);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
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
  /** What the shell has done, once that is enough. */
  const until = async (isEnough: (record: ShellRecord) => boolean): Promise<ShellRecord> => {
    for (;;) {
      const state = await record();
      if (isEnough(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** The first window, once it is shown. */
  const window = async (): Promise<Window> => {
    for (;;) {
      const state = await record();
      if (state.boxes.length > 0) throw new Error(state.boxes[0]);
      if (state.windows[0]?.shown) return state.windows[0];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ask, record, until, window };
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
