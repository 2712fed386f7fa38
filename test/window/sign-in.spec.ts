import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { writeOpenPage } from '../../scripts/lib/open-page.mjs';
import { openWindow, signInAddress, test } from './support/test.ts';

test.describe('of a service that has just started', () => {
  test.use({ ownService: true });

  test('the address the service prints opens the window, once', async ({ page, service, browser }) => {
    await page.goto(service.openUrl);
    await expect(page.getByText('Drop documents here')).toBeVisible();
    expect(page.url()).toBe(`${service.baseUrl}/`);

    const other = await browser.newPage();
    await other.goto(service.openUrl);
    await expect(other.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
    await other.close();
  });
});

test('the key outlives a reload, and is neither in the address nor in a cookie', async ({
  page,
  service,
}) => {
  await page.goto(await signInAddress(service));
  await expect(page.getByText('Drop documents here')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Drop documents here')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('a new tab, and an address that was used before, find the session of the browser', async ({
  page,
  service,
  context,
}) => {
  const used = await signInAddress(service);
  await page.goto(used);
  await expect(page.getByText('Drop documents here')).toBeVisible();
  for (const address of [service.baseUrl, used]) {
    const tab = await context.newPage();
    await tab.goto(address);
    await expect(tab.getByText('Drop documents here')).toBeVisible();
  }
});

test('the page that npm start writes for a browser signs it in, and leaves with the token', async ({
  page,
  service,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'interlinear-open-'));
  const open = writeOpenPage(folder, await signInAddress(service));
  await page.goto(open.url);
  await expect(page.getByText('Drop documents here')).toBeVisible();
  expect(page.url()).toBe(`${service.baseUrl}/`);
  open.remove();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('without a key the window says how to open it', async ({ page, service }) => {
  await page.goto(service.baseUrl);
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
  await expect(page.getByText('npm start')).toBeVisible();
});

test('a key the service does not know any more leads to the same page', async ({ page, service }) => {
  await openWindow(page, service, { key: 'il_of_an_earlier_start' });
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
});

test('signing out ends the session, in this browser and for its key', async ({ page, service }) => {
  await page.goto(await signInAddress(service));
  await expect(page.getByText('Drop documents here')).toBeVisible();
  const key = await page.evaluate(() => localStorage.getItem('interlinear.key'));
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('interlinear.key'))).toBeNull();
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${service.baseUrl}/v1/usage`, { headers })).status).toBe(401);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open Interlinear again' })).toBeVisible();
});

test('no view makes the page higher than the window', async ({ app }) => {
  for (const name of ['Documents', 'Batch', 'Engines', 'API', 'Settings']) {
    await app.getByRole('link', { name, exact: true }).click();
    expect(await app.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  }
});
