import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test as base } from '@playwright/test';
import type {} from '../../renderer/api/bridge.ts';
import type { ElectronApplication, Page } from '@playwright/test';
import { electronProgram, hasDisplay, rootFlags } from '../../scripts/lib/desktop.mjs';
import { root } from '../../scripts/lib/steps.mjs';

const program = electronProgram();

interface Fixtures {
  folder: string;
  /** Starts the app in the test's folder, as a packaged one is: by its arguments. */
  start: (args?: string[], env?: Record<string, string>) => Promise<{ app: ElectronApplication; page: Page }>;
}

/**
 * The shell in Electron itself, where its program is: ELECTRON_OVERRIDE_DIST_PATH, or fetched by `npm start`.
 */
const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'interlinear-electron-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ folder }, use) => {
    const apps: ElectronApplication[] = [];
    await use(async (args = [], env = {}) => {
      const app = await _electron.launch({
        ...(program === undefined ? {} : { executablePath: program }),
        args: [...rootFlags(), root, '--port', '0', '--data-dir', join(folder, 'data'), ...args],
        // The folder of Chromium's own files, on each system.
        env: { ...process.env, XDG_CONFIG_HOME: folder, APPDATA: folder, HOME: folder, ...env },
      });
      apps.push(app);
      return { app, page: await app.firstWindow() };
    });
    for (const app of apps) await app.close().catch(() => undefined);
  },
});

test.describe('in Electron itself', () => {
  // One after the other: on macOS they share the folder that the lock of the single instance lies in.
  test.describe.configure({ mode: 'default' });
  test.skip(program === undefined, 'no Electron program here (ELECTRON_OVERRIDE_DIST_PATH)');
  test.skip(!hasDisplay(), 'no display here');

  test('the window is shown and has the bridge, and no Node', async ({ start }) => {
    const { app, page } = await start();
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    expect(await page.evaluate(() => Object.keys(window.interlinear ?? {}))).toContain('saveBeside');
    expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
    const isVisible = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.isVisible(),
    );
    expect(isVisible).toBe(true);
  });

  test('a frame of another site gets nothing of the bridge, and no window opens', async ({ start }) => {
    const { app, page } = await start();
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    await page.evaluate(() => window.open('https://example.org/'));
    await page.evaluate(() => void (window.location.href = 'https://example.org/'));
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    expect(app.windows()).toHaveLength(1);
  });

  test('a file on the command line becomes a job, whose original is known', async ({ folder, start }) => {
    const file = join(folder, 'welcome.txt');
    await writeFile(file, 'Welcome to the museum');
    const { page } = await start([file]);
    await expect(page.getByTitle('welcome.txt', { exact: true })).toBeVisible();
    const known = page.evaluate(async () => {
      const { baseUrl, key } = await window.interlinear!.connect();
      const answer = await fetch(`${baseUrl}/v1/jobs`, { headers: { authorization: `Bearer ${key}` } });
      const { data } = (await answer.json()) as { data: { jobs: { id: string }[] } };
      return window.interlinear!.withOriginal(data.jobs.map(({ id }) => id));
    });
    expect(await known).toHaveLength(1);
  });

  test('a second start hands its files over and ends', async ({ folder, start }) => {
    const { page } = await start();
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    await writeFile(join(folder, 'second.txt'), 'Welcome');
    await start([join(folder, 'second.txt')]).catch(() => undefined);
    await expect(page.getByTitle('second.txt', { exact: true })).toBeVisible();
  });

  test('a running job keeps the machine awake and shows in the taskbar; quitting asks once', async ({
    start,
  }) => {
    const { app, page } = await start([], { INTERLINEAR_PSEUDO_DELAY_MS: '600000' });
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => {
        Object.assign(globalThis, { asked: ((globalThis as { asked?: number }).asked ?? 0) + 1 });
        return Promise.resolve({ response: 1, checkboxChecked: false });
      };
    });
    await page.evaluate(async () => {
      const { baseUrl, key } = await window.interlinear!.connect();
      const body = JSON.stringify({ from: 'en', to: 'en-XA', segments: [{ text: 'Long' }] });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      await fetch(`${baseUrl}/v1/translate/batch`, { method: 'POST', headers, body });
    });
    await expect
      .poll(() => app.evaluate(({ powerSaveBlocker }) => [0, 1].some((id) => powerSaveBlocker.isStarted(id))))
      .toBe(true);
    await app.evaluate(({ app: shell }) => shell.quit());
    await expect.poll(() => app.evaluate(() => (globalThis as { asked?: number }).asked)).toBe(1);
    expect(app.windows()).toHaveLength(1);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
  });

  test('a window comes back where it was, and another port keeps what the shell keeps', async ({ start }) => {
    const bounds = { x: 60, y: 70, width: 900, height: 600 };
    const { app, page } = await start();
    await page.getByRole('combobox', { name: 'From' }).waitFor();
    await page.evaluate(() => window.interlinear!.setTheme('dark'));
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
    await app.close();
    const again = await start();
    const state = await again.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
      bounds: BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
      theme: nativeTheme.themeSource,
    }));
    expect(state).toEqual({ bounds, theme: 'dark' });
  });

  test('the keychain seals, or says why it does not', async ({ start }) => {
    const { app } = await start();
    const sealed = await app.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'unavailable';
      const bytes = await safeStorage.encryptStringAsync('secret');
      return (await safeStorage.decryptStringAsync(bytes)).result;
    });
    expect(['secret', 'unavailable']).toContain(sealed);
  });
});
