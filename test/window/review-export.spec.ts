import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { BOLD, PAIR, reviewDocument, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('a table goes out, is changed elsewhere, and comes back with a report', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('guide – review en-XA.csv');
  const table = await readFile(await download.path(), 'utf8');
  const old = await target(app, 2).innerText();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const changed = Buffer.from(table.replace(old, 'From elsewhere'));
  await (await choosing).setFiles({ name: 'guide.csv', mimeType: 'text/csv', buffer: changed });
  await expect(app.getByRole('region', { name: 'Import' })).toContainText(
    '1 changed, 1 unchanged, 0 refused',
  );
  await expect(target(app, 2)).toHaveText('From elsewhere');
  await expect(rowOf(app, 2)).toContainText('Edited');
});

test('a segment that an import could not take is one click away, also behind a filter', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, ['The house is old.', `The ${BOLD} house is old.`, 'The sea is near.']);
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const broken = Buffer.from(table.replaceAll('<1>', '<7>').replaceAll('</1>', '</7>'));
  await (await choosing).setFiles({ name: 'harbour.csv', mimeType: 'text/csv', buffer: broken });
  const refused = app.getByRole('region', { name: 'Import' }).getByRole('button', { name: 'Segment 2:' });
  await refused.click();
  await expect(target(app, 2)).toBeFocused();
  await app.getByRole('searchbox').fill('near');
  await expect(rowOf(app, 2)).toHaveCount(0);
  await refused.click();
  await expect(target(app, 2)).toBeFocused();
});

test("an import that is answered when another job is open says nothing on that one's page", async ({
  app,
  service,
}) => {
  const first = await reviewText(app, service, 'One line\nTwo lines');
  const imported = gate();
  const released = gate();
  await app.route(/\/import$/, async (route) => {
    const response = await route.fetch();
    imported.open();
    await released.passed;
    await route.fulfill({ response });
  });
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from('no translations');
  await (await choosing).setFiles({ name: 'guide.xlf', mimeType: 'application/xml', buffer });
  await imported.passed;
  await reviewText(app, service, 'Another guide\nIts end');
  released.open();
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await expect(app.locator('.row', { hasText: 'guide.txt' }).getByText(/XLIFF/)).toHaveCount(1);
  expect((await service.job(first)).edited_segments ?? 0).toBe(0);
});

test('before a file is saved, what is open in it is listed, each a click away', async ({ app, service }) => {
  await reviewText(app, service, 'There are 4711 boats\nA line\nLast');
  await target(app, 1).fill('No number');
  await target(app, 2).fill('');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).toContainText('Empty');
  await app.getByRole('button', { name: 'Save file' }).click();
  const open = app.getByRole('region', { name: 'Before you save' });
  await expect(open.getByRole('alert')).toHaveText('Before you save: 2 segments to look at.');
  await open.getByRole('button', { name: /^2 Empty A line/ }).click();
  await expect(target(app, 2)).toBeFocused();
  await Promise.all([
    app.waitForEvent('download'),
    open.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  await expect(open).toHaveCount(0);
  // Not a second time for the same.
  await Promise.all([app.waitForEvent('download'), app.getByRole('button', { name: 'Save file' }).click()]);
});

test('a text that the file cannot hold says so in its row, and before the file is saved', async ({
  app,
  service,
}) => {
  await reviewText(app, service, '# T\n\nOne text\n\nTwo texts\n', PAIR, 'guide.mdx');
  await target(app, 2).fill("import a from 'b'");
  await target(app, 3).fill('Dos textos');
  await target(app, 3).press('ControlOrMeta+Enter');
  await app.getByRole('button', { name: 'Save file' }).click();
  const open = app.getByRole('region', { name: 'Before you save' });
  await expect(open.getByRole('button', { name: /^2 .*Not in the file.* One text/ })).toBeVisible();
  await expect(rowOf(app, 2)).toContainText('Not in the file');
  await expect(rowOf(app, 3)).not.toContainText('Not in the file');
  await target(app, 2).fill('Un texto');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).not.toContainText('Not in the file');
});
