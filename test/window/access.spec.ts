import { expect } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { IS_LONG } from '../support/effort.ts';
import { cutOff } from './support/cut-off.ts';
import { dropFiles, openApp, pasteText, STUCK_MS, test, textFile } from './support/test.ts';

test.describe('at 200 % zoom, where the window has 640 px', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  if (IS_LONG)
    test('no button of Documents or Batch is cut off', async ({ app }) => {
      await dropFiles(app, [{ name: 'a-guide-to-the-harbour-museum.txt', text: 'Welcome' }]);
      await expect(app.getByText('Done', { exact: true })).toBeVisible();
      expect(await cutOff(app)).toEqual([]);
      await app.getByRole('link', { name: 'Batch' }).click();
      await app.getByLabel('Source of segment 1').waitFor();
      expect(await cutOff(app)).toEqual([]);
      const grid = app.getByRole('table');
      expect(await grid.evaluate((one) => one.parentElement!.clientHeight)).toBeGreaterThan(220);
    });
});

test('Tab takes the language that was typed', async ({ app }) => {
  await app.getByRole('combobox', { name: 'From' }).focus();
  await app.keyboard.type('suom');
  await app.keyboard.press('Tab');
  await expect(app.getByRole('combobox', { name: 'From' })).toHaveValue('Finnish');
});

test('a language typed and left by Tab before the languages have come is taken when they come', async ({
  page: app,
  service,
}) => {
  const languages = gate();
  await app.route('**/v1/languages', async (route) => {
    await languages.passed;
    await route.continue();
  });
  await openApp(app, service);
  const [from, to] = [
    app.getByRole('combobox', { name: 'From' }),
    app.getByRole('combobox', { name: 'To', exact: true }),
  ];
  await from.focus();
  await app.keyboard.type('suom');
  await app.keyboard.press('Tab');
  await to.focus();
  await app.keyboard.type('pseudo');
  languages.open();
  await expect(from).toHaveValue('Finnish');
  await expect(to).toHaveAttribute('aria-activedescendant', /./);
  await app.keyboard.press('Enter');
  await expect(to).toHaveValue(/pseudo/i);
});

test('a file one byte too large is not said to have just what is allowed', async ({ app }) => {
  await dropFiles(app, [{ name: 'big.txt', text: 'x'.repeat(10_485_761) }]);
  await expect(app.getByText(/^This file is 10\.1 MB/)).toBeVisible();
});

test('the focus stays in the sheet when it is cleared', async ({ app }) => {
  await app.getByRole('link', { name: 'Batch' }).click();
  await app.getByLabel('Source of segment 1').focus();
  await pasteText(app, 'One\nTwo');
  await app.getByRole('button', { name: 'Clear' }).click();
  await expect(app.getByLabel('Source of segment 1')).toBeFocused();
});

test.describe('while the engine is slow', () => {
  test.use({ delayMs: STUCK_MS });

  test('Cancel hit twice cancels, and does not begin again', async ({ app }) => {
    await dropFiles(app, [textFile('long.txt', 200)]);
    // The upload's own row has such a button too; the job's is the one with a menu beside it.
    await expect(app.getByRole('button', { name: /^More .*long\.txt/ })).toBeVisible();
    await app.getByRole('button', { name: 'Cancel long.txt' }).dblclick();
    await expect(app.getByText(/^Cancelled/).first()).toBeVisible();
    await expect(app.getByText('long.txt was cancelled.')).toBeAttached();
    await expect(app.getByRole('button', { name: 'Retry long.txt' })).toBeVisible();
  });

  test('Cancel of a batch leaves the focus on Translate', async ({ app }) => {
    await app.getByRole('link', { name: 'Batch' }).click();
    await app.getByLabel('Source of segment 1').focus();
    await pasteText(app, Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`).join('\n'));
    await app.getByRole('button', { name: 'Translate 60 segments' }).click();
    await app.getByRole('button', { name: 'Cancel' }).click();
    await expect(app.getByRole('button', { name: /^Translate \d+ segments$/ })).toBeFocused();
  });
});
