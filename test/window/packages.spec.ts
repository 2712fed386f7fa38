import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { sdlppx } from '../support/agency-packages.ts';
import { unzip } from '../support/zip.ts';
import { test } from './support/test.ts';

test('a package asks for its language, opens to its files, and goes back', async ({ app }) => {
  const buffer = sdlppx({ 'Tb/terms.sdltb': 'x' }, ['en-XA', 'fr-FR']);
  await app
    .getByLabel('Choose files', { exact: true })
    .and(app.locator('input'))
    .setInputFiles({ name: 'Pump.sdlppx', mimeType: 'application/zip', buffer });
  const list = app.getByRole('region', { name: 'Packages' });
  await list.getByRole('button', { name: /pseudo/ }).click();
  await list.getByText('Pump manual').click();
  await expect(list.getByText('5 segments still open')).toBeVisible();
  await expect(list.getByText('3 words in context')).toBeVisible();
  await expect(list.getByText('ask for TBX or XLSX')).toBeVisible();
  // Its jobs are in its row.
  await expect(app.getByRole('button', { name: /^Save a\.docx/ })).toHaveCount(0);
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    list.getByRole('button', { name: 'Save return package' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Pump.sdlrpx');
  expect([...unzip(await readFile(await download.path())).keys()]).toContain('en-XA/a.docx.sdlxliff');
  await list.getByRole('link', { name: 'a.docx.sdlxliff' }).click();
  const row = app.getByRole('row').filter({ hasText: 'Nicht anfassen.' });
  await expect(row.getByText('Locked in the file: it cannot be changed.')).toBeVisible();
  const target = row.getByRole('textbox');
  await expect(target).toHaveAttribute('aria-readonly', 'true');
  await expect(target).not.toBeEditable();
  await target.click();
  await app.keyboard.type('Doch!');
  await expect(target).toHaveText('Nicht anfassen.');
});
