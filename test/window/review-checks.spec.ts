import { expect } from '@playwright/test';
import { expectNoViolations } from './support/axe.ts';
import { reviewText, target } from './support/review.ts';
import { test } from './support/test.ts';

test('findings are gone to, ignored with a reason by keyboard, and found again after a change', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'The red house\nThe door\nThe door');
  const translations = ['La  casa roja', 'La puerta', 'Una puerta'];
  await service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      segments: translations.map((translated_text, index) => ({ index, translated_text })),
    }),
  });
  await app.reload();
  await expect(target(app, 3)).toHaveText('Una puerta');
  await app.getByRole('button', { name: 'More for this file' }).click();
  await app.getByRole('menuitem', { name: 'Check before delivery' }).click();
  const panel = app.getByRole('region', { name: 'Checks before delivery' });
  await expect(panel.getByRole('status')).toHaveText('2 findings are open.');
  await expect(panel.getByRole('button', { name: 'Check again' })).toBeFocused();
  await expect(panel.getByRole('heading')).toHaveText(['Translated differently', 'Spaces']);
  await expectNoViolations(app);

  await panel.getByRole('button', { name: 'Segment 3' }).click();
  await expect(target(app, 3)).toBeFocused();
  await panel.getByRole('button', { name: 'Ignore' }).first().press('Enter');
  await expect(panel.getByRole('textbox')).toBeFocused();
  await app.keyboard.type('Two doors');
  await app.keyboard.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('1 finding is open. 1 is ignored.');
  await panel.getByLabel('Show ignored ones').check();
  await expect(panel).toContainText('Two doors');

  await target(app, 1).fill('La casa roja');
  await panel.getByRole('button', { name: 'Check again' }).click();
  await expect(panel.getByRole('status')).toHaveText('Nothing was found. 1 is ignored.');
  await panel.locator('summary').click();
  await panel.getByLabel('Translated differently').uncheck();
  await expect(panel.getByRole('status')).toHaveText('Nothing was found.');
  await expectNoViolations(app);
  await panel.getByLabel('Translated differently').check();
  await expect(panel.getByRole('status')).toHaveText('Nothing was found. 1 is ignored.');
  await app.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(target(app, 1)).toBeFocused();
});
