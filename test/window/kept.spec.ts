import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import type { TestService } from '../support/service.ts';
import { dropFiles, openApp, openWindow, pasteText, test } from './support/test.ts';

/** The text of one of the window's drafts; undefined if there is none. */
async function draftOf(service: TestService, name: string): Promise<string | undefined> {
  const { body } = await service.send<{ data?: { text: string } }>('GET', `/v1/drafts/window.${name}`);
  return body.data?.text;
}

/** Which parts of a long text there are. */
async function partsOf(service: TestService): Promise<string[]> {
  const names = ['a', 'b'].flatMap((set) => [0, 1, 2, 3, 4].map((index) => `batch-rows.${set}${index}`));
  const found = await Promise.all(names.map((name) => service.send('GET', `/v1/drafts/window.${name}`)));
  return names.filter((_, index) => found[index]?.status === 200);
}

async function typeInBatch(app: Page, text: string): Promise<void> {
  await app.getByRole('link', { name: 'Batch' }).click();
  await app.getByLabel('Source of segment 1').focus();
  await pasteText(app, text);
}

/** The browser's items beside the key: the theme's copy, and the account's texts not sent yet. */
function localItems(app: Page): Promise<string[]> {
  return app.evaluate(() =>
    Object.keys(localStorage)
      .filter((item) => item !== 'interlinear.key')
      .map((item) => item.replace(/\.of\.[^.]+/, ''))
      .sort(),
  );
}

test('kept data is read in one request', async ({ page: app, service }) => {
  const asked: string[] = [];
  app.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/v1/drafts')) asked.push(pathname);
  });
  await openApp(app, service);
  expect(asked).toEqual(['/v1/drafts']);
});

test.describe('after a crash', () => {
  test.use({ ownService: true });

  test('typed texts and choices are there again, on another port', async ({ app, service, context }) => {
    await typeInBatch(app, 'greet\tGood morning\nbye\tSee you');
    // Until the service has read the table, its text is kept as it was pasted.
    await expect(app.getByLabel('Source of segment 2')).toHaveValue('See you');
    await app.getByRole('button', { name: 'Options' }).click();
    await app.getByLabel('Tone').fill('formal');
    await app.getByLabel('Context', { exact: true }).fill('A museum in a harbour');
    await app.getByLabel('Term 1').fill('lock');
    await app.getByLabel('Translation 1').fill('esclusa');
    await app.getByRole('link', { name: 'Settings' }).click();
    await app.getByLabel('Compact').check();
    await app.getByLabel('Dark').check();
    await expect.poll(() => localItems(app)).toEqual(['interlinear.theme']);
    await expect.poll(() => service.get<{ theme: string }>('/v1/settings')).toMatchObject({ theme: 'dark' });

    const { port } = service;
    await service.kill();
    while (service.hasEnded() || service.port === port) {
      if (!service.hasEnded()) await service.stop();
      await service.start();
    }
    const next = await context.newPage();
    const key = await service.sessionKey();
    await next.addInitScript((own) => localStorage.setItem('interlinear.key', own), key);
    await next.goto(`${service.baseUrl}/#batch`);
    await expect(next.getByLabel('Source of segment 1')).toHaveValue('Good morning');
    await expect(next.getByLabel('Source of segment 2')).toHaveValue('See you');
    await expect(next.getByLabel('ID of segment 2')).toHaveValue('bye');
    await next.getByRole('button', { name: 'Options' }).click();
    await expect(next.getByLabel('Tone')).toHaveValue('formal');
    await expect(next.getByLabel('Context', { exact: true })).toHaveValue('A museum in a harbour');
    await expect(next.getByLabel('Term 1')).toHaveValue('lock');
    await expect(next.getByLabel('Translation 1')).toHaveValue('esclusa');
    const root = next.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-rows', 'compact');
  });
});

test('text typed while the service is away is sent when it is back', async ({ app, service, context }) => {
  await typeInBatch(app, 'Before');
  await expect.poll(() => draftOf(service, 'batch-rows')).toContain('Before');
  // Away for the window, and for nobody else.
  await context.setOffline(true);
  await app.getByLabel('Source of segment 1').fill('Meanwhile');
  await expect.poll(() => localItems(app)).toContain('interlinear.batch-rows');
  await context.setOffline(false);
  await expect.poll(() => draftOf(service, 'batch-rows')).toContain('Meanwhile');
  await expect.poll(() => localItems(app)).not.toContain('interlinear.batch-rows');
});

test('of two windows the one that wrote last is found again', async ({ app, service, context }) => {
  await typeInBatch(app, 'The first window');
  await expect.poll(() => draftOf(service, 'batch-rows')).toContain('The first window');
  const other = await context.newPage();
  await other.goto(`${service.baseUrl}/#batch`);
  await other.getByLabel('Source of segment 1').fill('The other window');
  await expect.poll(() => draftOf(service, 'batch-rows')).toContain('The other window');
  await app.reload();
  await expect(app.getByLabel('Source of segment 1')).toHaveValue('The other window');
});

if (IS_LONG)
  test('more than a draft holds is kept whole, and what a shorter text leaves behind is cleared away', async ({
    app,
    service,
  }) => {
    const long = 'A long segment with "quotes" in it. '.repeat(80);
    await typeInBatch(app, Array.from({ length: 900 }, (_, index) => `${index} ${long}`).join('\n'));
    await expect.poll(async () => (await partsOf(service)).length).toBeGreaterThan(1);
    await expect.poll(() => localItems(app)).toEqual(['interlinear.theme']);
    await app.reload();
    await expect(app.getByLabel('Source of segment 1', { exact: true })).toHaveValue(`0 ${long}`.trim());
    await expect(app.getByText(/^900 of /)).toBeVisible();

    await app.getByRole('button', { name: 'Clear' }).click();
    await app.getByLabel('Source of segment 1', { exact: true }).fill('Short');
    await expect.poll(() => draftOf(service, 'batch-rows')).toContain('Short');
    await expect.poll(async () => (await partsOf(service)).length).toBe(0);
  });

test('where the account has all the drafts it may, what is typed stays in the browser and is said', async ({
  app,
  service,
}) => {
  const put = async (name: string): Promise<number> => {
    const init = { headers: { 'Content-Type': 'application/json' }, body: '1' };
    return (await service.send('PUT', `/v1/drafts/${name}`, init)).status;
  };
  let others = 0;
  while ((await put(`other-${others}`)) === 204) others += 1;
  await typeInBatch(app, 'One draft too many');
  await expect(app.getByText(/until the service can save it\..*drafts/).first()).toBeVisible();
  await app.reload();
  await expect(app.getByLabel('Source of segment 1')).toHaveValue('One draft too many');

  await service.send('DELETE', '/v1/drafts/other-0');
  await app.reload();
  await expect.poll(() => draftOf(service, 'batch-rows')).toContain('One draft too many');
});

/** Keeps a text as a window before would have left it. */
async function keep(service: TestService, name: string, text: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ at: Date.now(), text });
  await service.send('PUT', `/v1/drafts/window.${name}`, { headers, body });
}

const VIEWS = [
  ...['Documents', 'Text', 'Batch', 'Glossaries', 'Memory', 'Align old translations'],
  ...['Engines', 'API', 'Settings', 'Clients…'],
];

test('kept data that cannot be read is left out with a message, and every view is there', async ({
  page: app,
  service,
}) => {
  const row = { key: 1, id: 'greet', source: 'Good morning', target: '', translatedFrom: '', language: '' };
  await keep(service, 'batch-rows', JSON.stringify([null, { ...row, byHand: false }, { key: 2 }]));
  await keep(service, 'batch-run', JSON.stringify({ id: 'x', request: {}, parts: [null, {}] }));
  for (const name of ['saved', 'refused', 'glossary-terms', 'recent-pairs', 'also-into', 'glossary'])
    await keep(service, name, '[null, ["x", null], 5, {}]');
  for (const name of ['choices', 'context', 'rows']) await keep(service, name, '{"cut off');
  await openWindow(app, service);
  await expect(app.getByText(/could not be read and has been left out: .*Options/).first()).toBeVisible();
  for (const name of VIEWS) {
    await app.getByRole('link', { name, exact: true }).click();
    await expect(app.getByRole('main').getByRole('heading').first()).toBeVisible();
  }
  await app.getByRole('link', { name: 'Batch' }).click();
  await expect(app.getByLabel('Source of segment 1')).toHaveValue('Good morning');
});

test.describe('in a separate folder', () => {
  test.use({ ownService: true });

  test('a draft whose file is damaged is said, and the others are there', async ({ app, service }) => {
    await typeInBatch(app, 'Good morning');
    await app.getByRole('link', { name: 'Text' }).click();
    await app.getByLabel('Text to translate').fill('A long day');
    await expect.poll(() => draftOf(service, 'batch-rows')).toContain('Good morning');
    await expect.poll(() => draftOf(service, 'text')).toContain('A long day');
    const folder = join(service.dataDir, 'drafts');
    for (const file of await readdir(folder, { recursive: true })) {
      const path = join(folder, file);
      if (file.endsWith('.json') && (await readFile(path, 'utf8')).includes('Good morning'))
        await truncate(path, 20);
    }
    await app.reload();
    await expect(app.getByText('could not be read and has been left out: Batch').first()).toBeVisible();
    await expect(app.getByLabel('Text to translate')).toHaveValue('A long day');
  });
});

test('a browser whose room is full shows the window all the same', async ({ app }) => {
  await app.evaluate(() => {
    localStorage.removeItem('interlinear.theme');
    for (let length = 4_000_000; length >= 1; length = Math.floor(length / 2)) {
      for (let n = 0; n < 20; n++) {
        try {
          localStorage.setItem(`full.${length}.${n}`, 'x'.repeat(length));
        } catch {
          break;
        }
      }
    }
  });
  await app.reload();
  await expect(app.getByRole('combobox', { name: 'From' })).toBeVisible();
});

test('a file that waits for the service or for a higher limit is sent after a reload; one without its content says so', async ({
  app,
  service,
  context,
}) => {
  const init = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ max_segments: 2 }) };
  await service.send('PATCH', '/v1/settings', init);
  await dropFiles(app, [{ name: 'long.txt', text: 'One\nTwo\nThree' }]);
  await expect(app.getByRole('button', { name: 'Raise the limit and translate long.txt' })).toBeVisible();
  await context.setOffline(true);
  await dropFiles(app, [{ name: 'short.txt', text: 'One' }]);
  await expect(app.getByText('The service is not answering', { exact: false }).first()).toBeVisible();
  await expect.poll(() => localItems(app)).toContain('interlinear.refused');
  app.once('dialog', (dialog) => void dialog.accept());
  await context.setOffline(false);
  await app.reload();
  await expect(app.getByRole('button', { name: 'Save short.txt' })).toBeVisible();
  await app.getByRole('button', { name: 'Raise the limit and translate long.txt' }).click();
  await expect(app.getByRole('button', { name: 'Save long.txt' })).toBeVisible();
  // Sent texts are no longer kept.
  expect(await keptContents(app)).toBe(0);

  await service.send('PATCH', '/v1/settings', init);
  await dropFiles(app, [{ name: 'other.txt', text: 'One\nTwo\nThree' }]);
  await expect(app.getByRole('button', { name: 'Raise the limit and translate other.txt' })).toBeVisible();
  await expect.poll(() => keptContents(app)).toBe(1);
  await clearContents(app);
  await app.reload();
  await expect(app.getByText('This browser no longer has the file', { exact: false })).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Remove other.txt' })).toBeVisible();
  await expect(app.getByRole('button', { name: /^Raise the limit/ })).toHaveCount(0);
});

/** How many files this browser keeps the content of. */
function keptContents(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        indexedDB.open('interlinear').onsuccess = (opened) => {
          const database = (opened.target as IDBOpenDBRequest).result;
          const counted = database.transaction('files').objectStore('files').count();
          counted.onsuccess = () => {
            database.close();
            resolve(counted.result);
          };
        };
      }),
  );
}
function clearContents(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('interlinear').onsuccess = (opened) => {
          const database = (opened.target as IDBOpenDBRequest).result;
          const transaction = database.transaction('files', 'readwrite');
          transaction.objectStore('files').clear();
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
}
