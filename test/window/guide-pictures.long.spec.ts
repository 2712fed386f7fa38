import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { pasteText, test } from './support/test.ts';

const FOLDER = process.env['INTERLINEAR_PICTURES'];
const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

test.skip(FOLDER === undefined, 'npm run screenshots makes pictures');
// Small enough for a page, and read as they are.
test.use({ viewport: { width: 1000, height: 640 } });

test('what the user guide shows, guide', async ({ app, service }) => {
  const picture = (name: string) => app.screenshot({ path: join(FOLDER ?? '', 'guide', `${name}.png`) });
  // By the engine that the quickstart installs.
  await app.getByRole('combobox', { name: 'To' }).focus();
  await app.keyboard.type('spanish');
  await app.keyboard.press('Enter');
  await expect(app.getByText('They are translated from English to Spanish.')).toBeVisible();
  await picture('empty');

  await app
    .getByLabel('Choose files', { exact: true })
    .and(app.locator('input'))
    .setInputFiles(`${SAMPLES}/harbour-museum.docx`);
  await expect(app.getByRole('button', { name: 'Save harbour-museum.docx' })).toBeVisible();
  await app.getByRole('button', { name: 'More actions for harbour-museum.docx' }).click();
  await app.getByRole('menuitem', { name: 'Review' }).click();
  await expect(app.getByRole('textbox', { name: 'Target of segment 1', exact: true })).toBeVisible();
  await picture('review');

  await app.getByRole('link', { name: 'Text', exact: true }).click();
  const source = app.getByRole('textbox', { name: 'Text to translate' });
  await source.fill('The museum opens at nine.\nThe old lighthouse is closed in winter.');
  await expect(app.getByRole('region', { name: 'Translation' }).locator('[data-sentence]')).toHaveCount(2);
  await expect(app.getByRole('region', { name: 'Translation' }).locator('.waiting')).toHaveCount(0);
  await picture('text');

  await app.getByRole('link', { name: 'Batch', exact: true }).click();
  await app.getByLabel('Source of segment 1').focus();
  await pasteText(
    app,
    'greet.hello\tGood morning to all\ngreet.bye\tSee you tomorrow\ncart.empty\tYour cart is empty',
  );
  await app.getByRole('button', { name: 'Translate 3 segments' }).click();
  await expect(app.getByLabel('Target of segment 3')).toHaveValue(/\S/);
  await picture('batch');

  const entries = [
    { term: 'harbour museum', translation: 'museo marítimo' },
    { term: 'lighthouse', translation: 'faro' },
    { term: 'visitor centre', translation: 'centro de visitantes' },
  ];
  await service.post('/v1/glossaries', { name: 'Museum', dictionaries: [{ from: 'en', to: 'es', entries }] });
  await app.getByRole('link', { name: 'Glossaries', exact: true }).click();
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(app.getByLabel('Term 3', { exact: true })).toHaveValue('visitor centre');
  await picture('glossary');

  await app.getByRole('link', { name: 'Engines', exact: true }).click();
  await app.getByRole('heading', { name: 'Engines', level: 1 }).waitFor();
  await picture('engines');
});
