import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test('Engines lists each engine with its state and where its text goes', async ({ app, service }) => {
  const { engines } = await service.get<{ engines: { name: string }[] }>('/v1/engines');
  await app.getByRole('link', { name: 'Engines' }).click();
  for (const { name } of engines) await expect(app.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(app.getByText('Offline, nothing leaves this machine').first()).toBeVisible();
});

test('a key made in API works until it is revoked there', async ({ app, service }) => {
  const asks = async (key: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${service.baseUrl}/v1/languages`, { headers })).status;
  };
  await app.getByRole('link', { name: 'API' }).click();
  await app.getByLabel('Name').fill('memoQ');
  await app.getByRole('button', { name: 'Create key' }).click();
  const key = await app.getByText(/^il_/).innerText();
  expect(await asks(key)).toBe(200);

  await app.getByRole('button', { name: 'Revoke memoQ' }).click();
  await app.getByRole('button', { name: 'Revoke memoQ for good' }).click();
  await expect(app.getByText(/^No keys yet/)).toBeVisible();
  await expect(app.getByText(/^il_/)).toHaveCount(0);
  expect(await asks(key)).toBe(401);
});

test('API shows what was used, day by day, with its numbers on focus', async ({ app }) => {
  await app.getByRole('button', { name: 'Try a sample' }).click();
  await expect(app.getByText(/^Done/)).toBeVisible();
  await app.getByRole('link', { name: 'API' }).click();
  await expect(app.getByText(/^[\d,]+ characters in all$/)).toBeVisible();
  await app.getByRole('slider', { name: 'Characters by day' }).focus();
  await expect(app.getByText(/: [\d,]+ characters in 1 job/)).toBeVisible();
});

test('the service address is copied in API', async ({ app, service }) => {
  await app.getByRole('link', { name: 'API' }).click();
  await app.getByRole('button', { name: 'Copy' }).first().click();
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(service.baseUrl);
});

test('a theme chosen in Settings is kept', async ({ app }) => {
  await app.getByRole('link', { name: 'Settings' }).click();
  await app.getByLabel('Dark').check();
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await app.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});
