import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import { deck, shape } from '../support/ooxml.ts';
import { linesAt, pdf } from '../support/pdf.ts';
import type { TestService } from '../support/service.ts';
import { expectNoViolations } from './support/axe.ts';
import { BOLD, reviewDocument, reviewText, target } from './support/review.ts';
import { dropFiles, test } from './support/test.ts';

/** The page beside the segments: what it shows, and how the two go together. */
const SAMPLES = join(import.meta.dirname, '..', '..', 'resources', 'samples');

const frameOf = (app: Page): FrameLocator => app.frameLocator('iframe[title="Page of the document"]');
const sentence = (app: Page, index: number) => frameOf(app).locator(`[data-segment="${index}"]`);

async function openPage(app: Page): Promise<void> {
  await app.keyboard.press('F8');
  await expect(frameOf(app).locator('[data-segment]').first()).toBeVisible();
}

async function reviewSample(app: Page, service: TestService, name: string): Promise<void> {
  const content = new Uint8Array(await readFile(join(SAMPLES, name)));
  const { id } = (await service.upload({ name, content }, { from: 'en', to: 'en-XA' })).body.data;
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(app, 1)).toBeVisible();
}

test('F8 shows the page; a click on a sentence goes to its row, and a row to its sentence', async ({
  app,
  service,
}) => {
  await reviewSample(app, service, 'harbour-museum.docx');
  await openPage(app);
  await sentence(app, 4).first().click();
  await expect(target(app, 5)).toBeFocused();
  await expect(sentence(app, 4).first()).toHaveAttribute('aria-current', 'true');
  await target(app, 2).focus();
  await expect(sentence(app, 1).first()).toHaveAttribute('aria-current', 'true');
  await expect(app.getByText('Layout is approximate: lines and pages may break elsewhere.')).toBeVisible();
  await expectNoViolations(app);
  await app.keyboard.press('F8');
  await expect(app.locator('iframe')).toHaveCount(0);
});

test('typing changes the page at once, confirming its mark, and the source is on its other side', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, ['One thing', `A ${BOLD} thing here`]);
  await openPage(app);
  await target(app, 1).press('Control+a');
  await target(app, 1).pressSequentially('Typed text');
  await expect(sentence(app, 0)).toHaveText('Typed text');
  await expect(sentence(app, 0)).toHaveAttribute('data-state', 'open');
  await app.keyboard.press('Control+Enter');
  await expect(sentence(app, 0)).toHaveAttribute('data-state', 'confirmed');
  await expect(frameOf(app).locator('[data-segment="1"]')).toHaveCount(3);
  await app.keyboard.press('Shift+F8');
  await expect(sentence(app, 0)).toHaveText('One thing');
  await app.keyboard.press('Shift+F8');
  await expect(sentence(app, 0)).toHaveText('Typed text');
  // A side is not made again, once the edit is stored.
  await expect(async () => {
    const again = app.waitForResponse(/side=source/);
    await app.keyboard.press('Shift+F8');
    const status = (await again).status();
    if (status !== 304) await app.keyboard.press('Shift+F8');
    expect(status).toBe(304);
  }).toPass();
  await expect(sentence(app, 0)).toHaveText('One thing');
});

test('all of it goes by keyboard: F6 to the page, ↓ and ↑ along its sentences, Enter to the row', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'First line\nSecond line\nThird line\n');
  await openPage(app);
  await target(app, 1).focus();
  await app.keyboard.press('F6');
  await expect(sentence(app, 0)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(sentence(app, 1)).toBeFocused();
  await expect(sentence(app, 1)).toHaveAttribute('aria-description', 'Row 2, not confirmed');
  await app.keyboard.press('End');
  await expect(sentence(app, 2)).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(target(app, 3)).toBeFocused();
  await app.keyboard.press('F6');
  await app.keyboard.press('Escape');
  await expect(target(app, 3)).toBeFocused();
});

test('in a narrow window the page takes the place of the rows, and gives it back', async ({
  app,
  service,
}) => {
  await app.setViewportSize({ width: 900, height: 700 });
  await reviewText(app, service, 'First line\nSecond line\n');
  await openPage(app);
  await expect(target(app, 1)).toBeHidden();
  await sentence(app, 1).click();
  await expect(target(app, 2)).toBeFocused();
});

test('a page that cannot be drawn says so, and the rows go on', async ({ app, service }) => {
  await app.route('**/preview/page.js', (route) => route.abort());
  await app.clock.install();
  await reviewText(app, service, 'First line\n');
  await app.keyboard.press('F8');
  await app.clock.runFor(16_000);
  await expect(app.getByText('The page has not answered for 15 seconds')).toBeVisible();
  await target(app, 1).press('End');
  await app.keyboard.type(' more');
  await expect(target(app, 1)).toContainText('more');
  await app.unroute('**/preview/page.js');
  await app.clock.resume();
  await app.getByRole('button', { name: 'Try again' }).click();
  await expect(sentence(app, 0)).toBeVisible();
});

test('slides are drawn with their texts; those of charts and notes stand below them', async ({
  app,
  service,
}) => {
  const text = (words: string): string => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
  const content = new Uint8Array(
    deck({
      slides: [
        { tree: shape(text('A title'), 'type="title"'), notes: shape(text('Say hello'), 'type="body"') },
      ],
    }),
  );
  const { id } = (await service.upload({ name: 'talk.pptx', content }, { from: 'en', to: 'en-XA' })).body
    .data;
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await expect(target(app, 1)).toBeVisible();
  await openPage(app);
  await expect(frameOf(app).locator('.slide [data-segment]')).toHaveCount(1);
  await expect(frameOf(app).locator('.beside-slide [data-segment]')).toHaveCount(1);
});

test('a PDF shows its own page too, with the paragraph of the row', async ({ app, service }) => {
  const pages = [linesAt(72, 760, ['The ferry leaves at nine.']), linesAt(72, 760, ['Bring a coat.'])];
  const { id } = (
    await service.upload({ name: 'ferry.pdf', content: pdf({ pages }) }, { from: 'en', to: 'en-XA' })
  ).body.data;
  await service.ended(id);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await target(app, 1).focus();
  await openPage(app);
  await app.getByRole('button', { name: 'PDF', exact: true }).click();
  await expect(app.getByRole('img', { name: 'Page 1 of the PDF' })).toBeVisible();
  await target(app, 2).focus();
  await expect(app.getByRole('img', { name: 'Page 2 of the PDF' })).toBeVisible();
  await expectNoViolations(app);
});

test('of a text with more than 5,000 segments the part around the row is drawn, and another when the row is', async ({
  app,
  service,
}) => {
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ max_segments: 20_000 }),
  });
  await reviewText(app, service, Array.from({ length: 5_001 }, (_, n) => `Line ${n + 1}`).join('\n'));
  await openPage(app);
  await expect(frameOf(app).locator('[data-segment]')).toHaveCount(500);
  await app.keyboard.press('ControlOrMeta+g');
  await app.getByLabel('Number, 1 to 5,001').fill('4000');
  await app.keyboard.press('Enter');
  await expect(sentence(app, 3_999)).toHaveAttribute('aria-current', 'true');
  await expect(app.getByText('Showing rows 3,750–4,249.')).toBeVisible();
  await expect(sentence(app, 0)).toHaveCount(0);
});

test('the page of a file is seen before it is translated, and its translation from the row', async ({
  app,
}) => {
  const columns = '1001,The museum opens\n1002,The harbour is old\n';
  await dropFiles(app, [{ name: 'guide.csv', text: columns }]);
  await app.getByRole('button', { name: 'Page of guide.csv' }).click();
  const dialog = app.getByRole('dialog', { name: 'guide.csv' });
  await expect(frameOf(app).locator('td', { hasText: 'The museum opens' })).toBeVisible();
  await expect(dialog).toContainText('Layout is approximate');
  await expectNoViolations(app);
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await app.getByRole('button', { name: /^Translate \d/ }).click();
  await app.getByRole('button', { name: 'More actions for guide.csv' }).click();
  await app.getByRole('menuitem', { name: 'Page', exact: true }).click();
  await expect(sentence(app, 0)).toContainText('[');
});
