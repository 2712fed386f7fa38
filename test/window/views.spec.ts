import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { IS_LONG } from '../support/effort.ts';
import { gate } from '../support/gate.ts';
import { openWindow, test } from './support/test.ts';

const SAMPLE = resolve(import.meta.dirname, '../../resources/samples/harbour-museum.docx');

test('Engines lists each engine with its state and where its text goes', async ({ app, service }) => {
  const { engines } = await service.get<{ engines: { name: string }[] }>('/v1/engines');
  await app.getByRole('link', { name: 'Engines' }).click();
  for (const { name } of engines) await expect(app.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(app.getByText('Offline, nothing leaves this machine').first()).toBeVisible();
});

test('an address of a review that names no job leads to the documents', async ({ app }) => {
  await app.goto(`${new URL(app.url()).origin}/#review/nothing`);
  await expect(app.getByText('Drop documents here')).toBeVisible();
  await expect(app.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page');
});

for (const [view, answer, name] of [
  ['documents', '**/v1/jobs?*', 'Choose files'],
  ['glossaries', '**/v1/glossaries?*', 'New glossary'],
  ['memory', '**/v1/memory', 'Import TMX'],
] as const)
  test(`until it is known whether there are any ${view}, there is no button that would vanish`, async ({
    page,
    service,
  }) => {
    const known = gate();
    const asked = gate();
    await page.route(answer, async (route) => {
      asked.open();
      await known.passed;
      await route.continue();
    });
    await openWindow(page, service);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.evaluate((hash) => (window.location.hash = hash), view);
    await asked.passed;
    await expect(page.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    known.open();
    await expect(page.getByRole('button', { name })).toHaveCount(1);
  });

test('the buttons of the empty view stay where they are when the languages become known', async ({
  page,
  service,
}) => {
  const known = gate();
  await page.route('**/v1/languages', async (route) => {
    await known.passed;
    await route.continue();
  });
  await openWindow(page, service);
  const choose = page.getByRole('button', { name: 'Choose files' });
  await choose.waitFor();
  const before = await choose.boundingBox();
  await expect(page.getByText(/^They are translated/)).toBeHidden();
  known.open();
  await expect(page.getByText('They are translated from English to Spanish.')).toBeVisible();
  expect(await choose.boundingBox()).toEqual(before);
});

test('a key made in API works until it is revoked there', async ({ app, service }) => {
  const asks = async (key: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${service.baseUrl}/v1/languages`, { headers })).status;
  };
  await app.getByRole('link', { name: 'API' }).click();
  await app.getByLabel('Name').fill('OmegaT');
  await app.getByRole('button', { name: 'Create key' }).click();
  const key = await app.getByText(/^il_/).innerText();
  expect(await asks(key)).toBe(200);

  // A double click asks and takes it back: what revokes appears beside the pointer, not under it.
  await app.getByRole('button', { name: 'Revoke OmegaT' }).dblclick();
  await expect(app.getByRole('button', { name: 'Revoke OmegaT', exact: true })).toBeVisible();
  expect(await asks(key)).toBe(200);
  await app.getByRole('button', { name: 'Revoke OmegaT' }).click();
  await app.getByRole('button', { name: 'Revoke OmegaT for good' }).click();
  await expect(app.getByRole('button', { name: /^Revoke OmegaT/ })).toHaveCount(0);
  await expect(app.getByText(/^il_/)).toHaveCount(0);
  expect(await asks(key)).toBe(401);
});

test('an address without a key made in API translates until it is revoked there', async ({ app }) => {
  await app.getByRole('link', { name: 'API' }).click();
  await app.getByText('LibreOffice and Collabora (DeepL)').click();
  await expect(app.getByText(/\/v2\/translate\?tag_handling=html$/)).toBeVisible();
  await app.getByLabel('What it is for').fill('pot');
  await app.getByRole('button', { name: 'Create address' }).click();
  const address = await app.getByText(/\/c\/il_[\w-]+\/translate$/).innerText();
  const translates = async (): Promise<number> => {
    const body = JSON.stringify({ q: 'A red house.', source: 'en', target: 'en-XA' });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  };
  expect(await translates()).toBe(200);
  await app.getByRole('button', { name: 'Revoke pot' }).click();
  await app.getByRole('button', { name: 'Revoke pot for good' }).click();
  await expect(app.getByRole('button', { name: /^Revoke pot/ })).toHaveCount(0);
  expect(await translates()).toBe(404);
});

if (IS_LONG)
  test('the examples of API work as they are copied, with the key that was just made', async ({
    app,
    service,
  }) => {
    await app.getByRole('link', { name: 'API' }).click();
    await app.getByLabel('Name').fill('script');
    await app.getByRole('button', { name: 'Create key' }).click();
    const key = await app.getByText(/^il_/).innerText();
    const example = app.getByRole('region').filter({ has: app.getByRole('heading', { name: 'Example' }) });
    const folder = await mkdtemp(join(tmpdir(), 'interlinear-example-'));
    await copyFile(SAMPLE, join(folder, 'contract.docx'));

    const programs = { curl: 'program.sh', TypeScript: 'program.mjs' };
    for (const [name, file] of Object.entries(programs)) {
      await example.getByRole('tab', { name }).click();
      await example.getByRole('button', { name: 'Copy' }).click();
      const program = await app.evaluate(() => navigator.clipboard.readText());
      expect(program).toContain(key);
      expect(program).toContain(service.baseUrl);
      await writeFile(join(folder, file), program);
      await rm(join(folder, 'contract.en-XA.docx'), { force: true });
      const command = file.endsWith('.sh') ? 'bash' : process.execPath;
      await promisify(execFile)(command, [file], { cwd: folder });
      expect((await readFile(join(folder, 'contract.en-XA.docx'))).subarray(0, 2).toString()).toBe('PK');
      await example.getByRole('button', { name: 'Copy' }).waitFor();
    }
    await rm(folder, { recursive: true });
  });

test('API shows what was used, day by day, with its numbers on focus', async ({ app }) => {
  await app.getByRole('button', { name: 'Try a sample' }).click();
  await expect(app.getByText(/^Done/)).toBeVisible();
  await app.getByRole('link', { name: 'API' }).click();
  await expect(app.getByText(/^[\d,]+ characters in all$/)).toBeVisible();
  await app.getByRole('slider', { name: 'Characters by day' }).focus();
  await expect(app.getByText(/: [\d,]+ characters in 1 translation/)).toBeVisible();
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
