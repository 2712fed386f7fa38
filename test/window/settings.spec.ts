import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { SettingsResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import { THEMES } from '../support/effort.ts';
import { expectNoViolations } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { dropFiles, openWindow, STUCK_MS, test as base, textFile } from './support/test.ts';

const test = base.extend<{ settings: Page }>({
  settings: async ({ app }, use) => {
    await app.getByRole('link', { name: 'Settings' }).click();
    await unfold(app);
    await use(app);
  },
});

/** The settings of the service are folded: translators seldom need them. */
async function unfold(page: Page): Promise<void> {
  await page.locator('summary').click();
  await page.getByRole('heading', { name: 'What is kept' }).waitFor();
}

async function enter(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await page.keyboard.press('Enter');
}

test('each setting is in force at once, and in the service', async ({ settings: app, service }) => {
  const now = () => service.get<SettingsResource>('/v1/settings');
  await enter(app, 'Keep finished documents for', '90');
  await expect.poll(now).toMatchObject({ retention: { days: 90, jobs: 0 } });
  await enter(app, 'Keep the newest', '500');
  await expect.poll(now).toMatchObject({ retention: { days: 90, jobs: 500 } });
  await expect(app.getByLabel('Word documents in 24 hours')).toHaveAttribute('placeholder', 'unlimited');
  await enter(app, 'Keep the newest', '');
  await expect.poll(now).toMatchObject({ retention: { days: 90, jobs: 0 } });
  await enter(app, 'Engine cache', '32');
  await enter(app, 'Disk space', '1,024');
  await enter(app, 'Documents translated at the same time', '4');
  await enter(app, 'Offer similar translations from', '80');
  await app.getByLabel('Learning', { exact: true }).selectOption('Only offer');
  await expect.poll(now).toMatchObject({ learning: { apply: 'offer' } });
  await app.getByRole('switch', { name: 'Translation memory' }).click();
  await app.getByRole('switch', { name: 'DeepL’s API' }).click();
  await app.getByRole('switch', { name: 'Assistants (MCP)' }).click();
  await enter(app, 'Folder for translations', '/home/mia/translations');
  await app.getByLabel('Light').check();
  await expect.poll(now).toMatchObject({
    cache_mb: 32,
    max_stored_mb: 1024,
    max_running_jobs: 4,
    memory: { enabled: false, min_match: 80 },
    facades: { deepl: false, libretranslate: true, mcp: true },
    downloads_folder: '/home/mia/translations',
    theme: 'light',
  });
  await app.reload();
  await unfold(app);
  await expect(app.getByLabel('Keep finished documents for')).toHaveValue('90');
  await expect(app.getByLabel('Disk space')).toHaveValue('1,024');
  await expect(app.getByRole('switch', { name: 'Translation memory' })).not.toBeChecked();
  const deepl = app.getByRole('switch', { name: 'DeepL’s API' });
  await expect(deepl).not.toBeChecked();
  await expect(deepl).toHaveAccessibleDescription(/Programs made for DeepL/);
  await expect(app.getByLabel('Folder for translations')).toHaveValue('/home/mia/translations');
});

test('a refused value gets a message beside its field, and changes nothing', async ({
  settings: app,
  service,
}) => {
  await enter(app, 'Engine cache', '100000');
  await expect(app.getByLabel('Engine cache')).toHaveAccessibleDescription(/from 0 to 4,096\./);
  await enter(app, 'Keep finished documents for', '1.5');
  await expect(app.getByLabel('Keep finished documents for')).toHaveAccessibleDescription(/whole number/);
  await enter(app, 'Folder for translations', 'translations');
  await expect(app.getByLabel('Folder for translations')).toHaveAccessibleDescription(/not a whole path/);
  expect(await service.get('/v1/settings')).toMatchObject({ retention: { days: 0 }, downloads_folder: null });
});

test('settings of the environment are shown and cannot be changed', async ({ page }) => {
  const env = { INTERLINEAR_KEEP_DAYS: '30', INTERLINEAR_CACHE_MB: '8' };
  const service = await startService(env, { args: ['--open-token'] });
  await page.goto(service.openUrl);
  await page.getByRole('link', { name: 'Settings' }).click();
  await unfold(page);
  for (const [label, value] of [
    ['Keep finished documents for', '30'],
    ['Engine cache', '8'],
  ] as const) {
    await expect(page.getByLabel(label)).toBeDisabled();
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/^Set by the environment/);
  }
  // Tests name a port on the command line.
  await expect(page.getByLabel('Port')).toBeDisabled();
  await expect(page.getByLabel('Word documents in 24 hours')).toBeEnabled();
  await service.close();
});

test('a key that may only translate changes none of the service’s settings, and the view says why', async ({
  page,
  service,
}) => {
  const { key } = await service.newAccount({ name: 'Translator' });
  await openWindow(page, service, { key, view: '#settings' });
  await expect(page.getByText(/^This window may translate/)).toBeVisible();
  await unfold(page);
  const fields = await page.getByRole('main').getByRole('textbox').all();
  expect(fields.length).toBeGreaterThan(8);
  for (const field of fields) await expect(field).toBeDisabled();
  await page.getByLabel('Dark').check();
  await expect(page.getByText(/^The theme applies to this window only\./)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('administrators see the data folder, and in a browser its path is copied', async ({
  settings: app,
  service,
}) => {
  await expect(app.getByText(service.dataDir, { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Copy' }).click();
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(service.dataDir);

  const { key } = await service.newAccount({ name: 'Translator' });
  expect(await service.get('/v1/settings', key)).not.toHaveProperty('data_folder');
  expect(await service.get('/v1/settings')).toHaveProperty('data_folder', service.dataDir);
});

test('in the app the data folder is opened, and said where it cannot be', async ({ page, service }) => {
  await page.addInitScript(
    (connection) => {
      const opened: string[] = [];
      Object.assign(window, {
        opened,
        interlinear: {
          connect: () => Promise.resolve(connection),
          setTheme: () => Promise.resolve(),
          setUnsentFiles: () => Promise.resolve(),
          onCommand: () => () => undefined,
          withOriginal: () => Promise.resolve([]),
          openDataFolder: () => {
            opened.push('data folder');
            return Promise.resolve(
              opened.length === 1 ? undefined : 'The system could not open this folder.',
            );
          },
        },
      });
    },
    { baseUrl: service.baseUrl, key: await service.sessionKey() },
  );
  await page.goto(`${service.baseUrl}/#settings`);
  await unfold(page);
  const open = page.getByRole('button', { name: 'Open folder' });
  await open.click();
  await expect(page.getByText('The system could not open this folder.')).toHaveCount(0);
  await open.click();
  await expect(page.getByText('The system could not open this folder.')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toHaveLength(2);
});

test('every setting is reached and changed with the keyboard', async ({ settings: app, service }) => {
  await app.getByLabel('System', { exact: true }).focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Tab');
  await app.keyboard.press('ArrowDown');
  await expect(app.locator('html')).toHaveAttribute('data-rows', 'compact');
  await app.keyboard.press('Tab');
  await expect(app.getByRole('combobox', { name: 'Keys' })).toBeFocused();
  const reach = async (wanted: Locator): Promise<void> => {
    while (!(await wanted.evaluate((one) => one === document.activeElement))) await app.keyboard.press('Tab');
  };
  await reach(app.getByRole('switch', { name: 'Translation memory' }));
  await app.keyboard.press('Space');
  await reach(app.locator('summary'));
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name: 'What is kept' })).toHaveCount(0);
  await expect
    .poll(() => service.get('/v1/settings'))
    .toMatchObject({ theme: 'light', memory: { enabled: false } });
});

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme, at 640 px`, () => {
    test.use({ colorScheme, viewport: { width: 640, height: 400 } });

    test('Settings has no accessibility violations and nothing cut off', async ({ settings: app }) => {
      await enter(app, 'Engine cache', '100000');
      await expect(app.getByLabel('Engine cache')).toHaveAccessibleDescription(/from 0 to/);
      await expectNoViolations(app);
      expect(await cutOff(app)).toEqual([]);
    });
  });
}

test.describe('at 640 px, while a job runs', () => {
  test.use({ viewport: { width: 640, height: 400 }, delayMs: STUCK_MS });

  test('the status line is whole', async ({ app }) => {
    await dropFiles(app, [textFile('long.txt', 200)]);
    const status = app.getByRole('contentinfo');
    await expect(status).toContainText('1 translation running');
    const clipped = await status.evaluate((line) =>
      [line, ...line.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    expect(clipped).toEqual([]);
    expect(await cutOff(app)).toEqual([]);
  });
});
