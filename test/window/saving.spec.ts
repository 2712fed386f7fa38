import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import JSZip from 'jszip';
import type { DesktopBridge, SaveRequest } from '../../service/contract/index.ts';
import type { TestService } from '../support/service.ts';
import { dropFiles, keepChoices, test } from './support/test.ts';

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

const FILES = [
  { name: 'welcome.txt', text: 'Welcome to the museum' },
  { name: 'prices.csv', text: 'Adult ticket,12\nChild ticket,6\n' },
  { name: 'notes.txt', text: 'Bring a coat' },
];

async function translate(page: Page): Promise<void> {
  await dropFiles(page, FILES);
  for (const { name } of FILES) await expect(row(page, name)).toContainText('Done');
}

test('in a browser all finished documents are saved as one archive, without those that are saved already', async ({
  app,
}) => {
  await translate(app);
  const saveAll = app.getByRole('button', { name: 'Save all (3)' });
  const [download] = await Promise.all([app.waitForEvent('download'), saveAll.click()]);
  expect(download.suggestedFilename()).toBe('translations.zip');
  const archive = await JSZip.loadAsync(await readFile(await download.path()));
  expect(Object.keys(archive.files).sort()).toEqual([
    'notes.en-XA.txt',
    'prices.en-XA.csv',
    'welcome.en-XA.txt',
  ]);
  expect(await archive.file('prices.en-XA.csv')?.async('string')).toMatch(/,12\r?\n/);
  for (const { name } of FILES) await expect(row(app, name)).toContainText('Saved');
  await expect(app.getByRole('button', { name: /^Save all/ })).toHaveCount(0);

  // Two of one name: both are in the next archive.
  await dropFiles(app, [FILES[0]!, FILES[0]!]);
  const [second] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save all (2)' }).click(),
  ]);
  const both = await JSZip.loadAsync(await readFile(await second.path()));
  expect(Object.keys(both.files).sort()).toEqual(['welcome.en-XA (2).txt', 'welcome.en-XA.txt']);
});

test('a document edited after it was saved must be saved again', async ({ app }) => {
  await dropFiles(app, [FILES[0]!]);
  const save = app.getByRole('button', { name: 'Save welcome.txt' });
  await Promise.all([app.waitForEvent('download'), save.click()]);
  await expect(row(app, 'welcome.txt')).toContainText('Saved');
  await app.getByRole('button', { name: 'Review welcome.txt' }).click();
  const target = app.getByRole('textbox', { name: 'Target of segment 1' });
  await expect(target).toBeFocused();
  await target.fill('Edited since');
  await target.blur();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await app.getByRole('link', { name: 'Back to Documents' }).click();
  await expect(row(app, 'welcome.txt')).toContainText('Done');
  await app.reload();
  await expect(row(app, 'welcome.txt')).toContainText('Done');
  await Promise.all([app.waitForEvent('download'), save.click()]);
  await expect(row(app, 'welcome.txt')).toContainText('Saved');
});

test('where all are saved by the keyboard, the focus stays where the button was', async ({ app }) => {
  await translate(app);
  await app.getByRole('button', { name: 'Save all (3)' }).focus();
  await Promise.all([app.waitForEvent('download'), app.keyboard.press('Enter')]);
  await expect(app.getByRole('button', { name: /^Save all/ })).toHaveCount(0);
  await expect(app.locator('body')).not.toBeFocused();
  await app.keyboard.press('Shift+Tab');
  await expect(app.getByRole('radio', { name: 'All' })).toBeFocused();
});

interface Asked {
  saveFiles: (readonly SaveRequest[])[];
  beside: string[];
  opened: string[];
  shown: string[];
}

/** The window as in the desktop app; the shell's side of saving is played here, and refuses `prices`. */
async function openInApp(page: Page, service: TestService): Promise<void> {
  await keepChoices(service, { from: 'en', to: 'en-XA' });
  await page.addInitScript(
    (connection) => {
      const asked: Asked = { saveFiles: [], beside: [], opened: [], shown: [] };
      const originals = new Set<string>();
      const save = ({ suggestedName }: SaveRequest, folder: string) =>
        suggestedName.startsWith('prices')
          ? { outcome: 'failed' as const, message: 'The disk is full.' }
          : { outcome: 'saved' as const, path: `${folder}/${suggestedName}` };
      const bridge: Partial<DesktopBridge> = {
        platform: 'linux',
        setUnsentFiles: () => Promise.resolve(),
        connect: () => Promise.resolve(connection),
        setTheme: () => Promise.resolve(),
        keepOriginal: (jobId) => Promise.resolve(originals.add(jobId).has(jobId)),
        withOriginal: (ids) => Promise.resolve(ids.filter((id) => originals.has(id))),
        onCommand: () => () => undefined,
        saveFiles: (requests) => {
          asked.saveFiles.push(requests);
          return Promise.resolve(requests.map((request) => save(request, '/chosen')));
        },
        saveBeside: (request) => {
          asked.beside.push(request.suggestedName);
          return Promise.resolve(save(request, '/originals'));
        },
        openSaved: (path) => {
          asked.opened.push(path);
          return Promise.resolve(undefined);
        },
        showItemInFolder: (path) => {
          asked.shown.push(path);
          return Promise.resolve();
        },
      };
      Object.assign(window, { interlinear: bridge, asked });
    },
    { baseUrl: service.baseUrl, key: await service.sessionKey() },
  );
  await page.goto(service.baseUrl);
  await page.getByRole('combobox', { name: 'From' }).waitFor();
}

const askedOf = (page: Page): Promise<Asked> =>
  page.evaluate(() => (window as unknown as { asked: Asked }).asked);

test('in the app all go into one folder; what could not be saved says why, and what was can be opened and shown', async ({
  page,
  service,
}) => {
  await openInApp(page, service);
  await translate(page);
  await page.getByRole('button', { name: 'Save all (3)' }).click();
  await page.getByRole('menuitem', { name: 'Save all to one folder…' }).click();
  await expect(row(page, 'prices.csv')).toContainText('The disk is full.');
  await expect(row(page, 'welcome.txt')).toContainText('Saved · welcome.en-XA.txt');
  const { saveFiles } = await askedOf(page);
  expect(saveFiles.map((requests) => requests.length)).toEqual([3]);
  await page.getByRole('button', { name: 'Open welcome.txt' }).click();
  await page.getByRole('button', { name: 'Show welcome.txt in its folder' }).click();
  const path = '/chosen/welcome.en-XA.txt';
  await expect.poll(() => askedOf(page)).toMatchObject({ opened: [path], shown: [path] });
});

test('in the app one or all are saved beside their originals', async ({ page, service }) => {
  await openInApp(page, service);
  await translate(page);
  await page.getByRole('button', { name: 'More actions for notes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Save beside the original' }).click();
  await expect(row(page, 'notes.txt')).toContainText('Saved · notes.en-XA.txt');
  await page.getByRole('button', { name: 'Save all (2)' }).click();
  await page.getByRole('menuitem', { name: 'Save 2 beside their originals' }).click();
  await expect(row(page, 'welcome.txt')).toContainText('Saved · welcome.en-XA.txt');
  expect((await askedOf(page)).beside).toHaveLength(3);
});
