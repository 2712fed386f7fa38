import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { jobsOf, pasteText, test } from './support/test.ts';

const TABLE = 'greet.hello\tGood morning to all\ngreet.bye\tSee you tomorrow, friends\ngreet.he\tשלום לכולם';

function cell(page: Page, column: 'ID' | 'Source' | 'Target', row: number): Locator {
  return page.getByLabel(`${column} of segment ${row}`, { exact: true });
}

test.beforeEach(async ({ app }) => {
  await app.getByRole('link', { name: 'Batch' }).click();
  await cell(app, 'Source', 1).focus();
});

test('a table pasted from a spreadsheet is translated beside its sources', async ({ app, service }) => {
  await pasteText(app, TABLE);
  await expect(cell(app, 'ID', 2)).toHaveValue('greet.bye');
  await expect(app.getByText('3 of 100 segments')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 3 segments' }).click();
  await expect(cell(app, 'Target', 1)).toHaveValue(/\S/);
  await expect(cell(app, 'Target', 1)).not.toHaveValue('Good morning to all');
  await expect(app.getByText('3 segments translated.')).toBeVisible();
  const [job] = await jobsOf(service);
  const done = await service.get<{ segments: { id: string }[] }>(`/v1/translate/batch/${job?.id}`);
  expect(done.segments.map((segment) => segment.id)).toEqual(['greet.hello', 'greet.bye', 'greet.he']);
});

test('a changed source is marked, and only that segment is translated again', async ({ app }) => {
  await pasteText(app, 'First line\nSecond line');
  await app.getByRole('button', { name: 'Translate 2 segments' }).click();
  await expect(cell(app, 'Target', 2)).toHaveValue(/\S/);
  const before = await cell(app, 'Target', 2).inputValue();
  await cell(app, 'Source', 2).fill('Another line');
  await expect(app.getByText('Source changed since')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 1 segment' }).click();
  await expect(cell(app, 'Target', 2)).not.toHaveValue(before);
  await expect(app.getByText('Source changed since')).toHaveCount(0);
});

test('targets and table are copied out for a spreadsheet', async ({ app }) => {
  await pasteText(app, TABLE);
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(app, 'Target', 3)).toHaveValue(/\S/);
  const targets = await Promise.all([1, 2, 3].map((row) => cell(app, 'Target', row).inputValue()));
  const copied = (): Promise<string> => app.evaluate(() => navigator.clipboard.readText());

  await app.getByRole('button', { name: 'Copy', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Copy targets' }).click();
  await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(targets.join('\n'));

  await app.getByRole('button', { name: 'Copied' }).click();
  await app.getByRole('menuitem', { name: 'Copy table' }).click();
  expect(await copied()).toBe(
    TABLE.split('\n')
      .map((line, index) => `${line}\t${targets[index]}`)
      .join('\n'),
  );
});

test('Enter goes to the next row and makes one at the end, arrows move between rows', async ({ app }) => {
  await app.keyboard.type('One');
  await app.keyboard.press('Enter');
  await expect(cell(app, 'Source', 2)).toBeFocused();
  await app.keyboard.type('Two');
  await app.keyboard.press('ArrowUp');
  await expect(cell(app, 'Source', 1)).toBeFocused();
  await app.keyboard.press('Shift+Enter');
  await expect(cell(app, 'Source', 1)).toHaveValue('One\n');
  await app.keyboard.press('Tab');
  await expect(cell(app, 'Target', 1)).toBeFocused();
});

test('a paste of more than a hundred rows keeps a hundred and says what was left out', async ({ app }) => {
  await pasteText(app, Array.from({ length: 130 }, (_, index) => `Line ${index + 1}`).join('\n'));
  await expect(app.getByText('100 of 100 segments')).toBeVisible();
  await expect(app.getByRole('status').filter({ hasText: 'The last 30 were left out.' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Add segment' })).toBeDisabled();
});

test('a right-to-left text runs right to left', async ({ app }) => {
  await pasteText(app, 'שלום לכולם\nGood day');
  const direction = (row: number): Promise<string> =>
    cell(app, 'Source', row).evaluate((field) => getComputedStyle(field).direction);
  expect(await direction(1)).toBe('rtl');
  expect(await direction(2)).toBe('ltr');
  await expect(cell(app, 'Source', 1)).toHaveAttribute('lang', 'en');
});

test('rows can be removed and all cleared', async ({ app }) => {
  await pasteText(app, 'One\nTwo\nThree');
  await app.getByRole('button', { name: 'Remove segment 2' }).click();
  await expect(cell(app, 'Source', 2)).toHaveValue('Three');
  await expect(cell(app, 'Source', 2)).toBeFocused();
  await app.getByRole('button', { name: 'Clear' }).click();
  await expect(app.getByText('0 of 100 segments')).toBeVisible();
});

test.describe('while the engine is slow', () => {
  test.use({ delayMs: 300 });

  test('a running batch shows its progress and can be cancelled', async ({ app, service }) => {
    await pasteText(app, Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`).join('\n'));
    await app.getByRole('button', { name: 'Translate 60 segments' }).click();
    await expect(app.getByText(/^\d+ of 60$/)).toBeVisible();
    await app.getByRole('button', { name: 'Cancel' }).click();
    await expect(app.getByText('Cancelled. Nothing was charged.')).toBeVisible();
    expect((await jobsOf(service))[0]?.status).toBe('cancelled');
    await expect(app.getByRole('button', { name: /^Translate \d+ segments$/ })).toBeEnabled();
  });

  test('results arrive beside their sources while the run goes on', async ({ app }) => {
    await pasteText(app, Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`).join('\n'));
    await app.getByRole('button', { name: 'Translate 60 segments' }).click();
    await expect(cell(app, 'Target', 1)).toHaveValue(/\S/);
    await expect(app.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(cell(app, 'Target', 60)).toHaveValue('');
  });

  test('a reload loses neither the rows nor the run', async ({ app }) => {
    await pasteText(app, Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`).join('\n'));
    await app.getByRole('button', { name: 'Translate 12 segments' }).click();
    await expect(app.getByText(/^\d+ of 12$/)).toBeVisible();
    await app.reload();
    await expect(cell(app, 'Source', 12)).toHaveValue('Line 12');
    await expect(cell(app, 'Target', 12)).toHaveValue(/\S/);
  });
});
