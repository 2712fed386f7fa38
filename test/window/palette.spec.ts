import { expect } from '@playwright/test';
import { THEMES } from '../support/effort.ts';
import { expectNoViolations } from './support/axe.ts';
import { dropFiles, test } from './support/test.ts';

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('Ctrl+K finds views, languages and documents by the keyboard alone', async ({ app }) => {
      await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
      await expect(app.getByText('Done', { exact: true })).toBeVisible();
      await app.getByRole('button', { name: 'Options' }).focus();
      await app.keyboard.press('ControlOrMeta+k');
      const field = app.getByRole('combobox', { name: 'Commands' });
      await expect(field).toBeFocused();
      await expectNoViolations(app);
      await app.keyboard.press('Escape');
      await expect(app.getByRole('button', { name: 'Options' })).toBeFocused();

      await app.keyboard.press('ControlOrMeta+k');
      await expect(field).toBeFocused();
      await app.keyboard.type('fra into');
      const option = app.getByRole('option', { name: /^Translate into French Languages$/ });
      await expect(option).toHaveAttribute('data-highlighted');
      await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
      await app.keyboard.press('Enter');
      await expect(app.getByRole('combobox', { name: 'To' })).toHaveValue('French');

      await app.keyboard.press('ControlOrMeta+k');
      await expect(field).toBeFocused();
      await app.keyboard.type('welc');
      await app.keyboard.press('Enter');
      await expect(app).toHaveURL(/#review\/document\//);
      await app.keyboard.press('ControlOrMeta+k');
      await expect(field).toBeFocused();
      await app.keyboard.type('sett');
      await app.keyboard.press('Enter');
      await expect(app).toHaveURL(/#settings$/);
      await app.keyboard.press('ControlOrMeta+k');
      await expect(field).toBeFocused();
      await app.keyboard.type('nothing like this');
      await expect(app.getByText('No matching command.')).toBeVisible();
    });

    test('? lists the keys, but not while one types', async ({ app }) => {
      await app.getByRole('button', { name: 'Options' }).focus();
      await app.keyboard.press('?');
      const dialog = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toContainText('Command palette');
      await expectNoViolations(app);
      await app.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await app.getByRole('combobox', { name: 'From' }).focus();
      await app.keyboard.press('?');
      await expect(dialog).toHaveCount(0);
    });
  });
}

test('a dialog that is opened as another closes stays, and the focus comes back in the end', async ({
  app,
}) => {
  const options = app.getByRole('button', { name: 'Options' });
  await options.focus();
  await app.keyboard.press('ControlOrMeta+k');
  const field = app.getByRole('combobox', { name: 'Commands' });
  await expect(field).toBeFocused();
  await app.keyboard.type('swap');
  await expect(app.getByRole('option', { name: /^Swap/ })).toHaveAttribute('data-highlighted');
  // In one moment, as no hand and few machines do it: the event of the closing comes after both.
  await field.evaluate((input) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await app.keyboard.type('keyboard');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(options).toBeFocused();
});

test('files are chosen from any view', async ({ app }) => {
  // Waited for from the start: the browser learns of it beside the keys, not before them.
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('link', { name: 'Settings' }).click();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(app.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await app.keyboard.type('choose');
  await app.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'welcome.txt', mimeType: 'text/plain', buffer: Buffer.from('Welcome') });
  await expect(app.getByRole('button', { name: 'Save welcome.txt' })).toBeVisible();
});

test('Help opens the guide from the service itself, with its pictures and pages', async ({
  app,
  service,
}) => {
  const address = `${service.baseUrl}/guide/guide.html`;
  await expect(app.getByRole('link', { name: 'Help' })).toHaveAttribute('href', address);
  const [guide] = await Promise.all([
    app.waitForEvent('popup'),
    (async () => {
      await app.keyboard.press('ControlOrMeta+k');
      await app.keyboard.type('help');
      await app.keyboard.press('Enter');
    })(),
  ]);
  await expect(guide.getByRole('heading', { name: 'User guide', level: 1 })).toBeVisible();
  expect(guide.url()).toBe(address);
  const addresses = await guide.evaluate(() => [
    ...[...document.images].map(({ src }) => src),
    ...[...document.querySelectorAll('a')].map(({ href }) => href.split('#')[0] ?? ''),
  ]);
  const own = [...new Set(addresses)].filter((one) => one.startsWith(service.baseUrl));
  expect(own.length).toBeGreaterThan(10);
  for (const one of own) expect((await app.request.get(one)).status(), one).toBe(200);
  await expectNoViolations(guide);
  await guide.close();
});

test('documents of one name are told apart, and languages are found by their names only', async ({ app }) => {
  await dropFiles(app, [
    { name: 'rental.txt', text: 'Welcome' },
    { name: 'rental.txt', text: 'Good night' },
  ]);
  await expect(app.getByText('Done', { exact: true })).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+k');
  await app.keyboard.type('rental');
  await expect(app.getByRole('option')).toHaveCount(2);
  await expect(app.getByRole('option').first()).toContainText(/en → en-XA · Done · \d+:\d+/);
});
