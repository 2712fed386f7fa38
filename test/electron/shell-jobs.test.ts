import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request, startShell } from './support/shell.ts';
import type { Shell } from './support/shell.ts';

/** The buttons of the question before quitting. */
const QUIT = 0;
const STAY = 1;
/** A segment takes longer than this file. */
const NEVER_MS = '600000';

let shell: Shell;
let baseUrl: string;

beforeAll(async () => {
  shell = await startShell({ env: { INTERLINEAR_PSEUDO_DELAY_MS: NEVER_MS } });
  baseUrl = await shell.baseUrl();
});
afterAll(() => shell.remove());

async function startJob(): Promise<string> {
  const body = new FormData();
  body.set('from', 'en');
  body.set('to', 'en-XA');
  body.set('file', new File(['Long'], 'contract.txt'));
  const response = await request(shell, '/v1/translate/documents', body);
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: { id: string } }).data.id;
}
const cancel = (id: string) => request(shell, `/v1/translate/documents/${id}/cancel`, {});

describe('while a job runs', () => {
  it('the taskbar shows it and the machine stays awake, until it ends', async () => {
    const id = await startJob();
    const during = await shell.until(({ badges }) => badges.at(-1) === 1);
    expect(during.windows[0]?.progress.at(-1)).toBe(0);
    expect(during.blockers).toEqual(['prevent-app-suspension']);
    await cancel(id);
    const after = await shell.until(({ badges }) => badges.at(-1) === 0);
    expect(after.windows[0]?.progress.at(-1)).toBe(-1);
    expect(after.blockers).toEqual([]);
  });

  it('one hold on the machine is enough for several', async () => {
    const { blockersStarted } = await shell.record();
    const ids = [await startJob(), await startJob()];
    const during = await shell.until(({ badges }) => badges.at(-1) === 2);
    expect(during.blockersStarted).toBe(blockersStarted + 1);
    for (const id of ids) await cancel(id);
    await shell.until(({ blockers }) => blockers.length === 0);
  });
});

describe('when a job ends', () => {
  it('its user gets a notification in the background, and a click shows the job', async () => {
    const quick = await startShell();
    const { window } = quick;
    await window();
    await quick.change({ hasFocus: false });
    const body = new FormData();
    body.set('from', 'en');
    body.set('to', 'en-XA');
    body.set('file', new File(['Hello'], 'contract.txt'));
    const { data } = (await (await request(quick, '/v1/translate/documents', body)).json()) as {
      data: { id: string };
    };
    const { notifications } = await quick.until((state) => state.notifications.length === 1);
    expect(notifications[0]?.title).toBe('contract.txt is translated');
    await quick.ask('clickNotification', { index: 0 });
    expect(await quick.invoke('interlinear:take-commands', undefined)).toEqual([
      { command: 'show-job', jobId: data.id, kind: 'document' },
    ]);
    expect((await window()).events.slice(-2)).toEqual(['show', 'focus']);
    // A system that shuts down waits for an ordered end, and is not held up by a question.
    expect(await quick.ask('shutSystemDown')).toBe(true);
    expect(await quick.exit).toBe(0);
    expect((await quick.last).questions).toEqual([]);
    await quick.remove();
  });
});

describe('the end, while files are not sent', () => {
  it('is asked about, until they are', async () => {
    const own = await startShell();
    await own.window();
    await own.change({ button: STAY });
    await own.invoke('interlinear:set-unsent-files', 2);
    await own.ask('closeWindow');
    const { appEvents } = await own.until(({ questions }) => questions.length === 1);
    expect(appEvents).not.toContain('will-quit');
    await own.invoke('interlinear:set-unsent-files', 0);
    await own.ask('closeWindow');
    expect(await own.exit).toBe(0);
    expect((await own.last).questions).toEqual(['2 files have not been sent yet.']);
    await own.remove();
  });
});

describe('the end, while a job runs', () => {
  it('is asked about once, with the window still there, and called off if told to', async () => {
    await startJob();
    await shell.change({ button: STAY });
    await shell.ask('closeWindow');
    await shell.until(({ questions }) => questions.length === 1);
    await shell.ask('quit');
    const { questions, appEvents } = await shell.until((record) => record.questions.length === 2);
    expect(questions).toEqual(Array(2).fill('1 job is still running.'));
    expect(appEvents).not.toContain('will-quit');
    expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  });

  it('closes the windows, then the service, lets the machine sleep, and then the program', async () => {
    await shell.change({ button: QUIT });
    await shell.ask('closeWindow');
    expect(await shell.exit).toBe(0);
    const { appEvents, blockers } = await shell.last;
    expect(appEvents.slice(-4)).toEqual(['window-all-closed', 'before-quit', 'will-quit', 'quit']);
    expect(blockers).toEqual([]);
    await expect(fetch(`${baseUrl}/v1/health`)).rejects.toThrow();
  });
});
