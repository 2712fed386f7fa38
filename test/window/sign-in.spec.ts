import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test('the address the service prints opens the window, once', async ({ page, service, browser }) => {
  await page.goto(service.openUrl);
  await expect(page.getByText('Drop documents here')).toBeVisible();
  expect(page.url()).toBe(`${service.baseUrl}/`);

  const other = await browser.newPage();
  await other.goto(service.openUrl);
  await expect(other.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
  await other.close();
});

test('the key outlives a reload and is not in the address', async ({ page, service }) => {
  await page.goto(service.openUrl);
  await expect(page.getByText('Drop documents here')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Drop documents here')).toBeVisible();
});

test('without a key the window says how to open it', async ({ page, service }) => {
  await page.goto(service.baseUrl);
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
  await expect(page.getByText('npm start')).toBeVisible();
});

test('a key the service does not know any more leads to the same page', async ({ page, service }) => {
  await page.addInitScript(() => sessionStorage.setItem('interlinear.key', 'il_of_an_earlier_start'));
  await page.goto(service.baseUrl);
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
});
