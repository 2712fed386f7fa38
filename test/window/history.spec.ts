import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { dropFiles, test, textFile } from './support/test.ts';

const SAMPLE = resolve(import.meta.dirname, '../../resources/samples/harbour-museum.docx');

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

async function batchOf(service: TestService, count: number): Promise<void> {
  const segments = Array.from({ length: count }, (_, index) => ({
    text: `String ${index + 1}`,
    id: `s${index}`,
  }));
  const answer = await service.post('/v1/translate/batch', { from: 'en', to: 'en-XA', segments });
  expect(answer.status).toBe(202);
}

test('the list has days and times, and is searched and filtered, also beyond what was loaded', async ({
  app,
  service,
}) => {
  await batchOf(service, 3);
  await dropFiles(app, [
    { name: 'harbour.txt', text: 'Welcome' },
    { name: 'prices.csv', text: 'Ticket,12' },
  ]);
  await expect(row(app, 'prices.csv')).toContainText('Done');
  await expect(app.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(row(app, 'prices.csv').getByRole('time')).toHaveText(/\d{2}:\d{2}/);
  await expect(row(app, 'Batch of 3 segments')).toContainText('Done');

  await app.getByRole('searchbox', { name: 'Search documents' }).fill('HARB');
  await expect(row(app, 'prices.csv')).toHaveCount(0);
  await expect(row(app, 'harbour.txt')).toBeVisible();
  await app.getByRole('searchbox', { name: 'Search documents' }).fill('nothing of that name');
  await app.getByRole('button', { name: 'Show all' }).click();
  await app.getByRole('radio', { name: 'Batches' }).check();
  await expect(row(app, 'harbour.txt')).toHaveCount(0);
  await expect(row(app, 'Batch of 3 segments')).toBeVisible();
});

test('a batch of the list opens in the grid, and Undo brings back what stood there', async ({
  app,
  service,
}) => {
  await batchOf(service, 3);
  await app.getByRole('button', { name: 'Open Batch of 3 segments' }).click();
  await expect(app.getByLabel('Source of segment 3')).toHaveValue('String 3');
  await expect(app.getByLabel('ID of segment 1')).toHaveValue('s0');
  await expect(app.getByLabel('Target of segment 3')).toHaveValue(/\S/);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByLabel('Source of segment 1')).toHaveValue('');
});

test('refused files and what was saved are still said after a reload', async ({ app }) => {
  await dropFiles(app, [
    { name: 'brochure.pdf', text: '%PDF-1.7 …' },
    { name: 'welcome.txt', text: 'Welcome' },
  ]);
  const refused = row(app, 'brochure.pdf');
  const why = await refused.getByRole('paragraph').innerText();
  await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save welcome.txt' }).click(),
  ]);
  await expect(row(app, 'welcome.txt')).toContainText('Saved');
  await app.reload();
  await expect(row(app, 'welcome.txt')).toContainText('Saved');
  await expect(refused).toContainText(why);
  await app.getByRole('button', { name: 'Remove brochure.pdf' }).click();
  await app.reload();
  await expect(row(app, 'welcome.txt')).toContainText('Saved');
  await expect(refused).toHaveCount(0);
});

test.describe('with a quota of two Word documents', () => {
  test.use({
    // Playwright reads the fixtures that one needs from its first parameter's pattern.
    // eslint-disable-next-line no-empty-pattern -- it needs none
    service: async ({}, use) => {
      const service = await startService({}, { args: ['--open-token'] });
      await service.send('PATCH', '/v1/settings', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ docx_quota: 2 }),
      });
      await use(service);
      await service.close();
    },
  });

  if (IS_LONG)
    test("the owner's own window is not rationed: the quota is for API keys", async ({ app }) => {
      for (const name of ['one.docx', 'two.docx', 'three.docx']) {
        const buffer = await readFile(SAMPLE);
        const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
        await app
          .getByLabel('Choose files', { exact: true })
          .and(app.locator('input'))
          .setInputFiles({ name, mimeType, buffer });
        await expect(row(app, name)).toContainText('Done');
      }
      await expect(app.getByText(/Word documents/)).toHaveCount(0);
    });
});

test.describe('on a separate port', () => {
  test.use({
    // Playwright reads the fixtures that one needs from its first parameter's pattern.
    // eslint-disable-next-line no-empty-pattern -- it needs none
    service: async ({}, use) => {
      const port = await freePort();
      const env = { INTERLINEAR_PSEUDO_DELAY_MS: '100' };
      const service = await startService(env, { args: ['--open-token', '--port', String(port)] });
      await use(service);
      await service.close();
    },
  });

  test('the page recovers when the service was killed and is back', async ({ page, service }) => {
    await page.goto(service.openUrl);
    await page.getByRole('combobox', { name: 'To' }).focus();
    await page.keyboard.type('pseudo');
    await page.keyboard.press('Enter');
    // It runs for minutes, however slow the page is to show that it does.
    await dropFiles(page, [textFile('long.txt', 1_000)]);
    await expect(row(page, 'long.txt')).toContainText(/of 1,000/);
    await service.kill();
    await expect(page.getByText(/Interlinear keeps trying/)).toBeVisible();
    await service.start({ INTERLINEAR_PSEUDO_DELAY_MS: '0' });
    await expect(page.getByText(/Interlinear keeps trying/)).toHaveCount(0);
    await expect(row(page, 'long.txt')).toContainText('Done');
    await expect(page.getByText(/does not answer/)).toHaveCount(0);
  });

  test('views opened while the service is away have what they show once it is back', async ({
    page,
    service,
  }) => {
    await page.goto(service.openUrl);
    await page.getByRole('main').waitFor();
    await service.kill();
    for (const view of ['Memory', 'API']) await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.getByText(/Interlinear keeps trying/)).toBeVisible();
    await service.start();
    // The session of this browser is one of them.
    await expect(page.getByRole('row').filter({ hasText: 'Browser' })).toBeVisible();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nothing remembered yet' })).toBeVisible();
    await expect(page.getByText(/does not answer/)).toHaveCount(0);
  });

  test('a review opened while the service is away comes by itself, and says gone only of what is gone', async ({
    page,
    service,
  }) => {
    const { id } = (await service.upload({ name: 'guide.txt', content: 'One line' })).body.data;
    await service.ended(id);
    await page.goto(service.openUrl);
    await page.getByRole('main').waitFor();
    const review = (job: string) =>
      page.evaluate((to) => (window.location.hash = `review/document/${to}`), job);
    await service.kill();
    await review(id);
    await expect(page.getByText(/^The segments could not be read/)).toBeVisible();
    await expect(page.getByText(/Interlinear keeps trying/)).toBeVisible();
    await expect(page.getByText(/no longer exists/)).toHaveCount(0);
    await service.start();
    await expect(page.getByRole('textbox', { name: 'Target of segment 1' })).toBeFocused();
    await expect(page.getByText(/could not be read/)).toHaveCount(0);
    // Out of the sentence, then out of the review.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Review guide.txt' })).toBeFocused();
    await review('00000000-0000-4000-8000-000000000000');
    await expect(page.getByText(/no longer exists/)).toBeVisible();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
