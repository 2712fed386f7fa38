import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { keepChoices, pasteText, SLOW_MS, test, textFile, dropFiles } from './support/test.ts';

const FOLDER = process.env['INTERLINEAR_PICTURES'];
const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

test.skip(FOLDER === undefined, 'npm run screenshots makes pictures');

test.describe('for the README', () => {
  test.use({ delayMs: SLOW_MS, ownService: true });

  test('the window with documents in all their states, README', async ({ app, service }) => {
    // A language pair that people have; where no engine is installed for it, the pseudo-engine serves when it
    // is named. The window keeps its own choices as it is left, so they are changed after that.
    await app.goto(`${service.baseUrl}/v1/health`);
    await keepChoices(service, { from: 'en', to: 'es', engine: 'pseudo' });
    await app.goto(service.baseUrl);
    await expect(app.getByRole('combobox', { name: 'To' })).toHaveValue('Spanish');
    const samples = ['museum-shop.xlsx', 'harbour-museum.docx'].map((name) => `${SAMPLES}/${name}`);
    await app.getByLabel('Choose files', { exact: true }).and(app.locator('input')).setInputFiles(samples);
    await expect(app.getByRole('button', { name: /^Save (museum|harbour)/ })).toHaveCount(2);
    await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('button', { name: 'Save museum-shop.xlsx' }).click(),
    ]);
    await dropFiles(app, [
      { name: 'brochure.pdf', text: '%PDF-1.7' },
      textFile('Supply agreement 2026, annex B (final, reviewed).txt', 1_000),
    ]);
    await expect(app.getByText(/of 1,000 · about/)).toBeVisible();
    await app.getByRole('heading', { name: 'Today' }).click();
    await app.screenshot({ path: `${FOLDER ?? ''}/window.png` });
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({
    wide: { width: 1280, height: 800 },
    small: { width: 900, height: 600 },
    zoomed: { width: 640, height: 400 },
  })) {
    test.describe(`${colorScheme} ${size}`, () => {
      test.use({ colorScheme, viewport, delayMs: SLOW_MS, ownService: true });

      test('every screen', async ({ app }) => {
        const picture = (name: string): Promise<Buffer> =>
          app.screenshot({ path: `${FOLDER ?? ''}/${name}-${colorScheme}-${size}.png` });
        await picture('empty');
        await app.getByRole('combobox', { name: 'To' }).click();
        await picture('languages');
        await app.keyboard.press('Escape');
        await app
          .getByLabel('Choose files', { exact: true })
          .and(app.locator('input'))
          .setInputFiles([`${SAMPLES}/harbour-museum.docx`, `${SAMPLES}/museum-shop.xlsx`]);
        await expect(app.getByRole('button', { name: /^Save (museum|harbour)/ })).toHaveCount(2);
        await dropFiles(app, [
          { name: 'brochure.pdf', text: '%PDF-1.7' },
          textFile('Supply agreement 2026, annex B (final, reviewed).txt', 1_000),
          textFile('later.txt', 900),
        ]);
        await expect(app.getByText(/of 1,000 · about/)).toBeVisible();
        await picture('documents');
        await app.getByRole('link', { name: 'Batch' }).click();
        await app.getByLabel('Source of segment 1').focus();
        await pasteText(app, 'greet.hello\tGood morning to all\ngreet.bye\tSee you tomorrow');
        await app.getByRole('button', { name: 'Translate 2 segments' }).click();
        await expect(app.getByLabel('Target of segment 2')).toHaveValue(/\S/);
        await picture('batch');
        for (const view of ['Engines', 'API', 'Settings']) {
          await app.getByRole('link', { name: view }).click();
          await app.getByRole('heading', { name: view, level: 1 }).waitFor();
          await picture(view.toLowerCase());
        }
      });
    });
  }
}
