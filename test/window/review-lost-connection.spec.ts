import { expect } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import { reviewText, rowOf, savedFile, target } from './support/review.ts';
import { test } from './support/test.ts';

test('text typed while the service was away is stored by the next window', async ({ app, service }) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  const away = /\/segments$/;
  await app.route(away, (route) => route.abort());
  await target(app, 1).fill('Not lost');
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
  await app.unroute(away);
  await app.reload();
  await expect.poll(async () => (await service.job(id)).edited_segments).toBe(1);
  await app.goBack();
  await expect(target(app, 1)).toHaveText('Not lost');
});

test('an edit whose connection broke once is sent again by itself, and Save waits for it', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  const once = { times: 1 };
  await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
  await target(app, 1).fill('By itself');
  await target(app, 2).focus();
  await expect(rowOf(app, 1)).toContainText('Not saved.');
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await expect(rowOf(app, 1)).not.toContainText('Not saved.');

  await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
  await target(app, 2).fill('Before the file');
  await target(app, 1).focus();
  await expect(rowOf(app, 2)).toContainText('Not saved.');
  expect((await savedFile(app)).toString()).toContain('Before the file');
  expect((await service.job(id)).edited_segments).toBe(2);
});

if (IS_LONG)
  test('an edit is sent again though whether the service answers was asked in vain', async ({
    app,
    service,
  }) => {
    await reviewText(app, service, 'One line\nTwo lines');
    const once = { times: 1 };
    await app.route('**/v1/health', () => undefined, once);
    await app.route(/\/segments$/, (route) => route.abort('connectionreset'), once);
    await target(app, 1).fill('By itself');
    await target(app, 2).focus();
    await expect(rowOf(app, 1)).toContainText('Not saved.');
    await expect(app.getByText('1 edited, saved')).toBeVisible();
  });
