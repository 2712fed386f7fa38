import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { dropFiles, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('Ctrl+K finds views, languages and documents by the keyboard alone', async ({ app }) => {
      await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
      await expect(app.getByText('Done', { exact: true })).toBeVisible();
      await app.getByRole('button', { name: 'Options' }).focus();
      await app.keyboard.press('ControlOrMeta+k');
      const field = app.getByRole('combobox', { name: 'Commands' });
      await expect(field).toBeFocused();
      expect((await new AxeBuilder({ page: app }).analyze()).violations).toEqual([]);
      await app.keyboard.press('Escape');
      await expect(app.getByRole('button', { name: 'Options' })).toBeFocused();

      await app.keyboard.press('ControlOrMeta+k');
      await app.keyboard.type('fra into');
      const option = app.getByRole('option', { name: /^Translate into French Languages$/ });
      await expect(option).toHaveAttribute('data-highlighted');
      await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
      await app.keyboard.press('Enter');
      await expect(app.getByRole('combobox', { name: 'To' })).toHaveValue('French');

      await app.keyboard.press('ControlOrMeta+k');
      await app.keyboard.type('welc');
      await app.keyboard.press('Enter');
      await expect(app).toHaveURL(/#review\/document\//);
      await app.keyboard.press('ControlOrMeta+k');
      await app.keyboard.type('sett');
      await app.keyboard.press('Enter');
      await expect(app).toHaveURL(/#settings$/);
      await app.keyboard.press('ControlOrMeta+k');
      await app.keyboard.type('nothing like this');
      await expect(app.getByText('Nothing of that name.')).toBeVisible();
    });

    test('? lists the keys, but not while one types', async ({ app }) => {
      await app.getByRole('button', { name: 'Options' }).focus();
      await app.keyboard.press('?');
      const dialog = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toContainText('All commands by name');
      expect((await new AxeBuilder({ page: app }).analyze()).violations).toEqual([]);
      await app.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await app.getByRole('combobox', { name: 'From' }).focus();
      await app.keyboard.press('?');
      await expect(dialog).toHaveCount(0);
    });
  });
}

test('files are chosen from any view', async ({ app }) => {
  await app.getByRole('link', { name: 'Settings' }).click();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(app.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await app.keyboard.type('choose');
  const [chooser] = await Promise.all([app.waitForEvent('filechooser'), app.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'welcome.txt', mimeType: 'text/plain', buffer: Buffer.from('Welcome') });
  await expect(app.getByRole('button', { name: 'Save welcome.txt' })).toBeVisible();
});
