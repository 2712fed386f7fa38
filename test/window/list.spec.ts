import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import ExcelJS from 'exceljs';
import type { TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';
import { dropFiles, jobsOf, openApp, pasteText, test } from './support/test.ts';

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

async function translate(service: TestService, names: readonly string[]): Promise<void> {
  for (const name of names) await service.upload({ name, content: 'Welcome' }, { from: 'en', to: 'en-XA' });
}

test('a long list renders what is in sight, loads older files as one scrolls, and is gone through by the arrows', async ({
  page: app,
  service,
}) => {
  const names = Array.from(
    { length: 104 },
    (_, index) => `chapter-${String(index + 1).padStart(3, '0')}.txt`,
  );
  await translate(service, names);
  await service.idle();
  await openApp(app, service);
  await expect(row(app, 'chapter-104.txt')).toBeVisible();
  // Also those further down.
  await expect(app.getByRole('button', { name: 'Save all (104)' })).toBeVisible();
  expect(await app.getByRole('listitem').count()).toBeLessThan(80);
  await app.getByRole('button', { name: 'Review chapter-104.txt' }).focus();
  await app.keyboard.press('ArrowDown');
  await expect(app.getByRole('button', { name: 'Review chapter-103.txt' })).toBeFocused();
  // One stop for Tab in a row, like the arrows.
  await app.keyboard.press('Tab');
  await expect(app.getByRole('button', { name: 'Review chapter-102.txt' })).toBeFocused();
  const atEnd = async (): Promise<void> => {
    await app.keyboard.press('End');
    await expect(app.getByRole('button', { name: 'Review chapter-001.txt' })).toBeFocused({ timeout: 1_000 });
  };
  await expect(atEnd).toPass();
  await expect(row(app, 'chapter-001.txt')).toHaveAttribute('aria-setsize', '104');
  await expect(row(app, 'chapter-001.txt')).toHaveAttribute('aria-posinset', '104');
  await app.keyboard.press('Home');
  await expect(app.getByRole('button', { name: 'Review chapter-104.txt' })).toBeFocused();
});

test('finished files are cleared by their age, also those that are not loaded, and Undo brings them back', async ({
  page: app,
  service,
}) => {
  // The long run has more than a page of them.
  const count = IS_LONG ? 103 : 5;
  const names = Array.from({ length: count }, (_, index) => `page-${index + 1}.txt`);
  await translate(service, names);
  await openApp(app, service);
  await expect(row(app, `page-${count}.txt`)).toContainText('Done');
  const clear = async (item: string): Promise<void> => {
    await app.getByRole('button', { name: 'More for this list' }).click();
    await app.getByRole('menuitem', { name: item }).click();
  };
  await clear('Delete finished files older than a day');
  await expect(app.getByText('No finished file is that old.').first()).toBeVisible();
  await expect
    .poll(
      async () => (await service.get<{ jobs: { status: string }[] }>('/v1/jobs?status=running')).jobs.length,
    )
    .toBe(0);
  await clear('Delete all finished files');
  await expect(app.getByText(`Deleted ${count} files`).first()).toBeVisible();
  await expect(app.getByText('Drop documents here')).toBeVisible();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(row(app, `page-${count}.txt`)).toBeVisible();
  await clear('Delete all finished files');
  // All pages are read first.
  await expect(app.getByRole('button', { name: 'Undo' })).toBeVisible();
  await app.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(async () => (await jobsOf(service)).length).toBe(0);
});

test('several refused files are removed at once, and Undo brings them back', async ({ app }) => {
  await dropFiles(app, [
    { name: 'one.pdf', text: '%PDF-1.7' },
    { name: 'two.pdf', text: '%PDF-1.7' },
  ]);
  await expect(app.getByText('2 files were not accepted.')).toBeVisible();
  await app.getByRole('button', { name: 'Remove all' }).click();
  await expect(row(app, 'one.pdf')).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(row(app, 'one.pdf')).toBeVisible();
  await expect(row(app, 'two.pdf')).toBeVisible();
});

test('a batch of several jobs is one row, which opens whole and is saved as CSV and as a workbook', async ({
  app,
  service,
}) => {
  await app.getByRole('link', { name: 'Batch' }).click();
  await app.getByLabel('Source of segment 1').focus();
  const lines = Array.from({ length: 130 }, (_, index) => `id-${index + 1}\tString number ${index + 1}`);
  await pasteText(app, lines.join('\n'));
  await app.getByRole('button', { name: 'Translate 130 segments' }).click();
  await expect(app.getByText('130 segments translated.')).toBeVisible();
  expect(await jobsOf(service)).toHaveLength(2);
  await app.getByRole('link', { name: 'Documents' }).click();
  await expect(app.getByRole('list', { name: 'Documents, newest first' }).getByRole('listitem')).toHaveCount(
    1,
  );
  await expect(row(app, 'Batch of 130 segments')).toContainText('Done');

  const save = async (item: string): Promise<Buffer> => {
    await app.getByRole('button', { name: 'More actions for Batch of 130 segments' }).click();
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('menuitem', { name: item }).click(),
    ]);
    return readFile(await download.path());
  };
  const csv = (await save('Save as CSV')).toString('utf8').split('\r\n');
  expect(csv).toHaveLength(132);
  expect(csv[130]).toMatch(/^id-130,String number 130,\S/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await save('Save as Excel workbook')) as unknown as ArrayBuffer);
  expect(workbook.worksheets[0]?.getCell('B131').value).toBe('String number 130');

  // Which jobs are one run is known over a reload.
  await app.reload();
  await app.getByRole('button', { name: 'Open Batch of 130 segments' }).click();
  await expect(app.getByLabel('Source of segment 1', { exact: true })).toHaveValue('String number 1');
  await expect(app.getByText('130 of 10,000 segments')).toBeVisible();
  await app.getByRole('link', { name: 'Documents' }).click();
  await app.getByRole('button', { name: 'More actions for Batch of 130 segments' }).click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.getByText('Deleted 1 file').first()).toBeVisible();
  await expect(app.getByText('Drop documents here')).toBeVisible();
});
