import { expect } from '@playwright/test';
import { IS_LONG, THEMES } from '../support/effort.ts';
import { expectNoViolations } from './support/axe.ts';
import { dropFiles, pasteText, SLOW_MS, test, textFile } from './support/test.ts';

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('Documents has no accessibility violations: empty, with jobs in every state and everything unfolded', async ({
      app,
    }) => {
      await expect(app.getByText('Drop documents here')).toBeVisible();
      await expectNoViolations(app);
      await app.getByRole('button', { name: 'Options' }).click();
      await app.getByLabel('Tone').fill('formal');
      await dropFiles(app, [
        { name: 'welcome.txt', text: 'Welcome' },
        { name: 'brochure.pdf', text: '%PDF-1.7' },
      ]);
      await expect(app.getByText('Not accepted', { exact: true })).toBeVisible();
      await expect(app.getByText('Done', { exact: true })).toBeVisible();
      await app.getByRole('button', { name: 'More actions for welcome.txt' }).click();
      await expectNoViolations(app);
      await app.keyboard.press('Escape');
      await app.getByRole('combobox', { name: 'From' }).click();
      await expectNoViolations(app);
    });

    // Engines, Settings, Clients and Review, with more in them, in their own files.
    test('Batch, Text, Glossaries, Memory, Align and API have none', async ({ app, service }) => {
      const entries = [{ term: 'lamp', translation: 'LAMP' }];
      const dictionaries = [{ from: 'en', to: 'en-XA', entries }];
      await service.post('/v1/glossaries', { name: 'Museum', dictionaries });

      await app.getByRole('link', { name: 'Batch' }).click();
      await app.getByLabel('Source of segment 1').focus();
      await pasteText(app, 'One line\nAnother line');
      await app.getByRole('button', { name: 'Translate 2 segments' }).click();
      await expect(app.getByLabel('Target of segment 2')).toHaveValue(/\S/);
      await app.getByLabel('Source of segment 1').fill('A changed line');
      await test.step('Batch, filled and translated', () => expectNoViolations(app));

      for (const view of ['Text', 'Glossaries', 'Memory', 'Align old translations']) {
        await app.getByRole('link', { name: view, exact: true }).click();
        await app.getByRole('heading', { name: view, level: 1 }).waitFor();
        await test.step(view, () => expectNoViolations(app));
      }
      await app.getByRole('link', { name: 'Glossaries', exact: true }).click();
      await app.getByRole('link', { name: 'Museum' }).click();
      await expect(app.getByLabel('Term 1', { exact: true })).toHaveValue('lamp');
      await test.step('a glossary', () => expectNoViolations(app));

      await app.getByRole('link', { name: 'API' }).click();
      await app.getByLabel('Name').fill('memoQ');
      await app.getByRole('button', { name: 'Create key' }).click();
      await app.getByText(/^il_/).waitFor();
      await test.step('API', () => expectNoViolations(app));
    });

    test('the page without a key has none', async ({ page, service }) => {
      await page.goto(service.baseUrl);
      await page.getByRole('heading', { name: 'Open Interlinear again' }).waitFor();
      await expectNoViolations(page);
    });
  });
}

test.describe('while a job runs', () => {
  test.use({ delayMs: SLOW_MS });

  if (IS_LONG)
    test('there are no accessibility violations either', async ({ app }) => {
      await dropFiles(app, [textFile('long.txt', 1_000)]);
      await expect(app.getByText(/\d+ of 1,000/).first()).toBeVisible();
      await expectNoViolations(app);
    });
});

test('in forced colours the window keeps its marks, and the primary button can be read', async ({ app }) => {
  await app.emulateMedia({ forcedColors: 'active' });
  // The button of a list that is still being read gives way to another, and has no style by then.
  const isReadable = () =>
    app.getByRole('button', { name: 'Choose files' }).evaluate((button) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(button);
      return forcedColorAdjust === 'none' && color !== backgroundColor;
    });
  await expect.poll(isReadable).toBe(true);
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByText('Done', { exact: true })).toBeVisible();
  const current = app.getByRole('link', { name: 'Documents' });
  expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
});

test('controls are large enough to hit', async ({ app }) => {
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByText('Done', { exact: true })).toBeVisible();
  const small = await app
    .locator('button:visible, a:visible, input:visible, select:visible')
    .evaluateAll((all) =>
      all
        .map((one) => ({ html: one.outerHTML.slice(0, 120), height: one.getBoundingClientRect().height }))
        .filter(({ height }) => height < 28),
    );
  expect(small).toEqual([]);
});
