import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { DesktopBridge, ShellCommand } from '../../service/contract/index.ts';
import { gate } from '../support/gate.ts';
import { dropFiles, jobsOf, keepChoices, test } from './support/test.ts';

interface ShellState {
  kept: unknown[][];
  unsent: number[];
  say?: (command: ShellCommand) => void;
}

/** The window as in the desktop app, with the shell's side of the bridge played by the test. */
async function openInApp(
  page: Page,
  baseUrl: string,
  key: string,
  waiting: ShellCommand[] = [],
): Promise<void> {
  await page.addInitScript(
    ({ connection, commands }) => {
      const state: ShellState = { kept: [], unsent: [] };
      const bridge: Partial<DesktopBridge> = {
        platform: 'linux',
        connect: () => Promise.resolve(connection),
        setTheme: () => Promise.resolve(),
        setUnsentFiles: (files) => {
          state.unsent.push(files);
          return Promise.resolve();
        },
        keepOriginal: (...args) => {
          state.kept.push(args);
          return Promise.resolve(true);
        },
        withOriginal: () => Promise.resolve([]),
        onCommand: (listener) => {
          state.say = listener;
          for (const command of commands) {
            // Bytes do not come through a script's arguments.
            if (command.command === 'open-files')
              for (const file of command.files) file.content = new TextEncoder().encode('Welcome');
            listener(command);
          }
          return () => undefined;
        },
      };
      Object.assign(window, { interlinear: bridge, shellState: state });
    },
    { connection: { baseUrl, key }, commands: waiting },
  );
  await page.goto(baseUrl);
}
const shellState = (page: Page) =>
  page.evaluate(() => {
    const { kept, unsent } = (window as unknown as { shellState: ShellState }).shellState;
    return { kept, unsent };
  });

test('a file that was opened with the app is translated, and the shell learns which job it became', async ({
  page,
  service,
}) => {
  await openInApp(page, service.baseUrl, await service.sessionKey(), [
    {
      command: 'open-files',
      files: [{ name: 'welcome.txt', content: new Uint8Array(), place: 'place-1' }],
      refused: [{ name: 'gone.docx', message: 'The file is not there any more.' }],
    },
  ]);
  await expect(page.getByText('The file is not there any more.', { exact: true })).toBeVisible();
  await expect.poll(async () => (await jobsOf(service)).length).toBe(1);
  const [job] = await jobsOf(service);
  expect(job).toMatchObject({ file_name: 'welcome.txt', source_chars: 7 });
  await expect.poll(async () => (await shellState(page)).kept).toEqual([[job?.id, 'place-1']]);
});

test('the menu leads to the settings', async ({ page, service }) => {
  await openInApp(page, service.baseUrl, await service.sessionKey(), [
    { command: 'show-view', view: 'settings' },
  ]);
  await expect(page).toHaveURL(/#settings$/);
});

test('where the browser keeps no files, the shell knows how many would be lost with the window', async ({
  page,
  service,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await keepChoices(service, { from: 'en', to: 'en-XA' });
  await openInApp(page, service.baseUrl, await service.sessionKey());
  const sending = gate();
  await page.route('**/v1/translate/documents', async (route) => {
    await sending.passed;
    await route.continue();
  });
  await dropFiles(page, [
    { name: 'a.txt', text: 'Welcome' },
    { name: 'b.txt', text: 'Welcome' },
  ]);
  await expect.poll(async () => (await shellState(page)).unsent.at(-1)).toBe(2);
  sending.open();
  await expect.poll(async () => (await shellState(page)).unsent.at(-1)).toBe(0);
});
