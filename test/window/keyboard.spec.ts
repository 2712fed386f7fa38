import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './support/test.ts';

/** Presses Tab until the focus is on the control of that name; fails after a full round. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`Tab never reached ${String(name)}.`);
}

test('a document is translated and saved with the keyboard alone', async ({ app }) => {
  await tabTo(app, 'To');
  await app.keyboard.type('pseudo');
  await app.keyboard.press('Enter');
  const choosing = app.waitForEvent('filechooser');
  await tabTo(app, 'Choose files');
  await app.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'welcome.txt', mimeType: 'text/plain', buffer: Buffer.from('Welcome') });
  await expect(app.getByText('Done', { exact: true })).toBeVisible();

  // A row is one stop for Tab; the arrows go on to its other controls.
  await tabTo(app, 'Review welcome.txt');
  await app.keyboard.press('ArrowRight');
  await expect(app.getByRole('button', { name: 'Save welcome.txt' })).toBeFocused();
  const [download] = await Promise.all([app.waitForEvent('download'), app.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('welcome.en-XA.txt');

  await app.keyboard.press('ArrowRight');
  await expect(app.getByRole('button', { name: 'More actions for welcome.txt' })).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(app.getByRole('menuitem').first()).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('button', { name: 'More actions for welcome.txt' })).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('End');
  await expect(app.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByText('Drop documents here')).toBeVisible();
});

test('the language lists search as one types, choose with Enter and leave all as it was with Esc', async ({
  app,
}) => {
  const from = app.getByRole('combobox', { name: 'From' });
  await from.focus();
  await app.keyboard.type('suom');
  await expect(app.getByRole('option')).toHaveCount(1);
  await app.keyboard.press('Enter');
  await expect(from).toHaveValue('Finnish');
  await app.keyboard.type('fren');
  await app.keyboard.press('Escape');
  await expect(from).toHaveValue('Finnish');
  await expect(app.getByRole('listbox', { name: 'From' })).toBeHidden();
});

test('after Esc and a click, typing replaces the shown language', async ({ app }) => {
  const to = app.getByRole('combobox', { name: 'To' });
  await to.click();
  await app.keyboard.press('Escape');
  await to.click();
  await app.keyboard.type('germ');
  await expect(to).toHaveValue('germ');
});

test('a direction that was used is the first offer of both lists', async ({ app }) => {
  await app.getByRole('button', { name: 'Try a sample' }).click();
  await expect(app.getByText(/^Done/)).toBeVisible();
  const to = app.getByRole('combobox', { name: 'To' });
  const before = await to.inputValue();
  await to.click();
  await expect(app.getByRole('option').first()).toHaveText(/^English → /);
  // No line is marked yet: Enter changes nothing.
  await expect(to).not.toHaveAttribute('aria-activedescendant');
  await app.keyboard.press('Enter');
  await expect(to).toHaveValue(before);
  await app.keyboard.press('ArrowDown');
  const first = app.getByRole('option').first();
  await expect(to).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await app.mouse.move(0, 0);
  await expect(first).toHaveAttribute('data-highlighted');
});

test('the focus can always be seen', async ({ app }) => {
  for (let step = 0; step < 10; step++) {
    await app.keyboard.press('Tab');
    const outline = await app.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).not.toBe('none');
  }
});

test('the rail is one stop for Tab, and its arrows go from view to view', async ({ app }) => {
  await app.getByRole('link', { name: 'Documents' }).focus();
  await app.keyboard.press('ArrowDown');
  await expect(app.getByRole('link', { name: 'Text' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app).toHaveTitle('Text – Interlinear');
  await app.keyboard.press('Tab');
  await expect(app.getByRole('combobox', { name: 'From' })).toBeFocused();
});

test('views are links with history', async ({ app }) => {
  await app.getByRole('link', { name: 'Batch' }).click();
  await expect(app.getByRole('link', { name: 'Batch' })).toHaveAttribute('aria-current', 'page');
  await expect(app).toHaveTitle('Batch – Interlinear');
  await app.goBack();
  await expect(app).toHaveTitle('Documents – Interlinear');
});
