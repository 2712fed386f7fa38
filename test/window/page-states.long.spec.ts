import { expect } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import { PAIR, reviewText, target } from './support/review.ts';
import { openApp, SLOW_MS, test } from './support/test.ts';

/** The page in a bad moment: while its job runs, in two windows, and where a document cannot be drawn. */

const frameOf = (app: Page): FrameLocator => app.frameLocator('iframe[title="Page of the document"]');

test('a document that fails to draw says so, and the rows go on', async ({ app, service }) => {
  await app.route('**/preview/page.js', (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      contentType: 'text/javascript',
      body: `addEventListener('message', ({ data }) => data.type === 'draw' && parent.postMessage({ type: 'failed' }, '*'));
        parent.postMessage({ type: 'ready' }, '*');`,
    }),
  );
  await reviewText(app, service, 'First line\n');
  await app.keyboard.press('F8');
  await expect(app.getByRole('button', { name: 'Try again' })).toBeVisible();
  await target(app, 1).press('End');
  await app.keyboard.type(' more');
  await app.keyboard.press('Control+Enter');
  await expect(target(app, 1)).toContainText('more');
  await app.unroute('**/preview/page.js');
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(frameOf(app).locator('[data-segment="0"]')).toContainText('more');
});

test('what is confirmed in one window changes the page of another', async ({ app, service, context }) => {
  const id = await reviewText(app, service, 'First line\nSecond line\n');
  const other = await context.newPage();
  await openApp(other, service);
  await other.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(other, 1)).toBeVisible();
  await other.keyboard.press('F8');
  await expect(frameOf(other).locator('[data-segment="0"]')).toBeVisible();
  // The row with the focus stays as it is there, and with it its sentence.
  await target(app, 2).press('Control+a');
  await app.keyboard.type('Said elsewhere');
  await app.keyboard.press('Control+Enter');
  const sentence = frameOf(other).locator('[data-segment="1"]');
  await expect(sentence).toHaveText('Said elsewhere');
  await expect(sentence).toHaveAttribute('data-state', 'confirmed');
});

test.describe('a job that is still running', () => {
  test.use({ delayMs: SLOW_MS });
  test('has a page, in the source where there is no translation yet', async ({ app, service }) => {
    const lines = Array.from({ length: 200 }, (_, n) => `Line number ${n} says more`).join('\n');
    await service.upload({ name: 'long.txt', content: lines }, PAIR);
    await app.getByRole('button', { name: 'More actions for long.txt' }).click();
    await app.getByRole('menuitem', { name: 'Page', exact: true }).click();
    await expect(frameOf(app).locator('[data-segment="199"]')).toHaveText('Line number 199 says more');
  });
});
