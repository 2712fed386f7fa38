import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { dropFiles, jobsOf, test } from './support/test.ts';

/** Files that are not jobs yet: nothing starts, and nothing vanishes, by itself. */

const KEYS =
  'key,Text,Hint\nhome.title,Welcome to the harbour,Headline\nhome.text,The museum opens at nine,\n';

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

test('a table whose columns were looked at and left waits after a reload, with its panel as it was', async ({
  app,
  service,
}) => {
  await dropFiles(app, [
    { name: 'keys.csv', text: KEYS },
    { name: 'others.csv', text: KEYS },
  ]);
  const keys = row(app, 'keys.csv');
  await keys.getByRole('button', { name: 'Choose columns' }).click();
  await keys.getByRole('checkbox', { name: /^C Hint/ }).uncheck();
  await expect(row(app, 'others.csv')).toContainText('Waits for your answer');
  await app.reload();
  await expect(keys).toContainText('2 segments');
  await expect(keys.getByRole('checkbox', { name: /^B Text/ })).toBeChecked();
  await expect(keys.getByRole('checkbox', { name: /^C Hint/ })).not.toBeChecked();
  for (const name of ['keys.csv', 'others.csv'])
    await expect(row(app, name).getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await expect(app.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  expect(await jobsOf(service)).toEqual([]);

  await row(app, 'others.csv').getByRole('button', { name: 'Remove others.csv' }).click();
  await expect(row(app, 'others.csv')).toHaveCount(0);
  await keys.getByRole('button', { name: 'Translate', exact: true }).click();
  await expect(keys).toContainText('Done');
  expect((await jobsOf(service)).map(({ options }) => options.format)).toEqual([{ columns: [2] }]);
});

test('files that were being checked when the window closed go on in the next one', async ({
  app,
  service,
}) => {
  await app.route('**/v1/documents/examine', () => undefined);
  await dropFiles(app, [
    { name: 'one.txt', text: 'Welcome' },
    { name: 'two.txt', text: 'Good night' },
    { name: 'three.txt', text: 'Good morning' },
  ]);
  await expect(app.getByText('Checking the document')).toHaveCount(2);
  // Before that, the window asks whether to close.
  await expect.poll(() => app.evaluate(countKept)).toBe(3);
  await app.unroute('**/v1/documents/examine');
  await app.reload();
  // A job may be in the list a moment before the row that sent its file gives way to it.
  await expect(app.getByRole('listitem').filter({ hasText: 'Done' })).toHaveCount(3);
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await expect(row(app, name)).toContainText('Done');
  expect((await jobsOf(service)).map(({ file_name: name }) => name).sort()).toEqual([
    ...['one.txt', 'three.txt', 'two.txt'],
  ]);
});

test('the same question about several tables is answered once for all', async ({ app, service }) => {
  await dropFiles(app, [
    { name: 'one.csv', text: KEYS },
    { name: 'two.csv', text: KEYS },
  ]);
  await app.getByRole('button', { name: 'Translate the other columns of 2 tables (6 texts)' }).click();
  for (const name of ['one.csv', 'two.csv']) await expect(row(app, name)).toContainText('Done');
  for (const { options } of await jobsOf(service)) expect(options.format).toEqual({ columns: [2, 3] });
});

/** In the page: the files that the browser keeps. */
function countKept(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('interlinear');
    // The window makes the database.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(0);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('files').objectStore('files').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}
