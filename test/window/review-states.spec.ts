import { expect } from '@playwright/test';
import { reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('Ctrl+Enter confirms and goes to the next segment that is not; progress, filter and memory follow', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines\nThree lines');
  await target(app, 2).fill('Zwei');
  await target(app, 1).focus();
  await expect(rowOf(app, 2)).toContainText('Edited · Draft');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 2)).toBeFocused();
  await expect(rowOf(app, 1)).toContainText('Confirmed');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 3)).toBeFocused();
  await expect(rowOf(app, 2)).toContainText('Edited · Confirmed');
  await expect(app.getByText('4 of 6 words confirmed')).toBeVisible();
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(2);
  const { units } = await service.get<{ units: number }>('/v1/memory');
  expect(units).toBe(2);

  await app.getByRole('button', { name: 'Not confirmed 1' }).click();
  await expect(target(app, 3)).toBeVisible();
  await expect(target(app, 1)).toHaveCount(0);
  await app.getByRole('button', { name: 'All 3' }).click();
  await target(app, 1).focus();
  await app.getByRole('button', { name: 'Reopen segment 1' }).click();
  await expect(rowOf(app, 1)).not.toContainText('Confirmed');
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(1);
  // A change makes it a draft again.
  await target(app, 2).fill('Zwei Zeilen');
  await target(app, 3).focus();
  await expect(rowOf(app, 2)).toContainText('Edited · Draft');
});

test('a correction goes to equal segments by one key, with Undo; or always', async ({ app, service }) => {
  const id = await reviewText(app, service, 'A line\nAnother\nA line\nA line');
  const before = await target(app, 3).innerText();
  await target(app, 1).fill('Mine');
  await expect(app.getByRole('button', { name: /^Also in 2 other places/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Shift+Enter');
  for (const n of [1, 3, 4]) await expect(target(app, n)).toHaveText('Mine');
  await expect(target(app, 2)).toBeFocused();
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(3);
  await app.getByRole('button', { name: 'Undo' }).click();
  for (const n of [3, 4]) await expect(target(app, n)).toHaveText(before);
  await expect(target(app, 1)).toHaveText('Mine');
  await expect.poll(async () => (await service.job(id)).confirmed_segments).toBe(1);

  await target(app, 3).focus();
  await app.getByLabel('Always').check();
  await target(app, 3).fill('Everywhere');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 4)).toHaveText('Everywhere');
  // What was confirmed by itself stays.
  await expect(target(app, 1)).toHaveText('Mine');
});
