import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { dropFiles, jobsOf, test } from './support/test.ts';

const KEYS =
  'key,Text,Hint\nhome.title,Welcome to the harbour,Headline\nhome.text,The museum opens at nine,\n';

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

test('a table whose first column holds only keys is asked about before it is sent', async ({
  app,
  service,
}) => {
  await dropFiles(app, [{ name: 'keys.csv', text: KEYS }]);
  const keys = row(app, 'keys.csv');
  await expect(keys).toContainText('has no text (2 cells). The other columns have 3 texts.');
  expect(await jobsOf(service)).toEqual([]);
  await keys.getByRole('button', { name: 'Translate 3 texts' }).click();
  await expect(keys).toContainText('Done');
  const [job] = await jobsOf(service);
  expect(job).toMatchObject({ segment_count: 3, options: { format: { columns: [2, 3] } } });
  await expect(keys).toContainText('B and C');
});

test('columns and the first row are chosen for one file, and all columns for every file', async ({
  app,
  service,
}) => {
  await dropFiles(app, [{ name: 'keys.csv', text: KEYS }]);
  const keys = row(app, 'keys.csv');
  await keys.getByRole('button', { name: 'Choose columns' }).click();
  // Of the columns that are chosen by now.
  await expect(keys).toContainText('3 segments · 10 words');
  await expect(keys.getByRole('checkbox', { name: /^A key/ })).not.toBeChecked();
  await keys.getByRole('checkbox', { name: /^C Hint/ }).uncheck();
  await expect(keys.getByRole('checkbox', { name: /^B Text/ })).toBeDisabled();
  await keys.getByLabel('First row').selectOption({ label: 'Text like the others' });
  await keys.getByRole('button', { name: 'Translate', exact: true }).click();
  await expect(keys).toContainText('Done');

  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Columns of tables').selectOption({ label: 'All columns' });
  await dropFiles(app, [{ name: 'all.csv', text: KEYS }]);
  await expect(row(app, 'all.csv')).toContainText('Done');
  expect((await jobsOf(service)).map(({ options }) => options.format)).toEqual([
    { columns: 'all' },
    { columns: [2], header: false },
  ]);
});

test('options of single formats are chosen for a file that waits, or when it is translated again', async ({
  app,
  service,
}) => {
  const text = '1\n00:00:01,000 --> 00:00:04,000\nWelcome to the harbour.\n';
  await dropFiles(app, [{ name: 'tour.srt', text }]);
  const tours = row(app, 'tour.srt');
  await expect(tours).toContainText('Done');
  await app.getByRole('button', { name: 'More actions for tour.srt' }).click();
  await app.getByRole('menuitem', { name: 'Translate again with other parts…' }).click();
  await tours.getByLabel('Subtitles: keep the original underneath').check();
  await app.getByRole('button', { name: 'Options' }).first().click();
  await app.getByLabel('Show the language and word count').check();
  await dropFiles(app, [{ name: 'other.srt', text }]);
  const other = row(app, 'other.srt');
  await expect(other.getByRole('button', { name: 'Translate other.srt' })).toBeVisible();
  await tours.getByRole('button', { name: 'The same for the other one' }).click();
  await tours.getByLabel('Subtitles: translate each one by itself').check();
  await tours.getByRole('button', { name: 'Translate', exact: true }).click();
  await other.getByRole('button', { name: 'Translate other.srt' }).click();
  await expect(other).toContainText('Done');
  await expect(tours.filter({ hasText: 'Done' })).toHaveCount(2);
  const formats = (await jobsOf(service)).map(({ file_name: name, options }) => [name, options.format]);
  expect(formats).toContainEqual(['tour.srt', { bilingual: true, 'subtitles.join': false }]);
  expect(formats).toContainEqual(['other.srt', { bilingual: true }]);
});
