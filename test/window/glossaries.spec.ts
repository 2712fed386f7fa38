import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { GlossaryResource } from '../../service/contract/index.ts';
import type { TestService } from '../support/service.ts';
import { gate } from '../support/gate.ts';
import { jobsOf, pasteText, test } from './support/test.ts';

const term = (page: Page, n: number): Locator =>
  page.getByLabel(`Term ${n.toLocaleString('en')}`, { exact: true });
const translation = (page: Page, n: number): Locator =>
  page.getByLabel(`Translation ${n.toLocaleString('en')}`, { exact: true });

async function glossariesOf(service: TestService): Promise<GlossaryResource[]> {
  return (await service.get<{ glossaries: GlossaryResource[] }>('/v1/glossaries')).glossaries;
}

/** Makes a glossary over the API. */
async function made(
  service: TestService,
  name: string,
  entries: { term: string; translation: string }[] = [],
): Promise<string> {
  const dictionaries = [{ from: 'en', to: 'en-XA', entries }];
  return (await service.post<{ data: GlossaryResource }>('/v1/glossaries', { name, dictionaries })).body.data
    .id;
}
async function entriesOf(service: TestService, id: string): Promise<object[]> {
  return (await service.get<GlossaryResource>(`/v1/glossaries/${id}`)).dictionaries[0]?.entries ?? [];
}

async function openList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Glossaries', exact: true }).click();
}

test('a glossary is made, filled from a spreadsheet and stored by itself', async ({ app, service }) => {
  await openList(app);
  await app.getByRole('button', { name: 'New glossary' }).click();
  await app.getByLabel('Name').fill('Contracts');
  await app.getByRole('button', { name: 'Create' }).click();
  await expect(term(app, 1)).toBeFocused();
  await pasteText(app, 'invoice\tINVOICE\nharbour\tHAVEN');
  await expect(app.getByText('2 terms added.')).toBeVisible();
  await expect(app.getByText('Saved', { exact: true })).toBeVisible();
  const [glossary] = await glossariesOf(service);
  expect(glossary?.name).toBe('Contracts');
  await expect
    .poll(() => entriesOf(service, glossary?.id ?? ''))
    .toEqual([
      { term: 'invoice', translation: 'INVOICE' },
      { term: 'harbour', translation: 'HAVEN' },
    ]);
  await app.getByRole('link', { name: 'Back to Glossaries' }).click();
  await expect(app.getByRole('button', { name: 'New glossary' })).toBeVisible();
  await expect(app.getByText('2 terms', { exact: true })).toBeVisible();
});

test('terms whose connection broke once are stored by themselves', async ({ app, service }) => {
  const id = await made(service, 'Museum');
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toBeFocused();
  await app.route(`**/v1/glossaries/${id}`, (route) => route.abort('connectionreset'), { times: 1 });
  await pasteText(app, 'lamp\tLATERNE');
  await expect.poll(() => entriesOf(service, id)).toEqual([{ term: 'lamp', translation: 'LATERNE' }]);
});

test('a line with one half, or a term that is there twice, says so and is kept', async ({ app, service }) => {
  const id = await made(service, 'Museum', [{ term: 'lamp', translation: 'LAMP' }]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toHaveValue('lamp');
  await term(app, 1).press('Enter');
  await expect(translation(app, 1)).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(term(app, 2)).toBeFocused();
  await term(app, 2).fill('tower');
  await expect(app.getByText('Both a term and a translation are needed')).toBeVisible();
  await translation(app, 2).press('Enter');
  await expect(term(app, 3)).toBeFocused();
  await term(app, 3).fill('lamp');
  await translation(app, 3).fill('LIGHT');
  await expect(app.getByText('This term is in another row too; the last one is used')).toHaveCount(2);
  await expect.poll(() => entriesOf(service, id)).toEqual([{ term: 'lamp', translation: 'LIGHT' }]);
  await app.getByRole('button', { name: '3 to look at' }).click();
  await expect(term(app, 3)).toBeVisible();
  await app.reload();
  // The half line is nowhere but in this window.
  await expect(term(app, 2)).toHaveValue('tower');
  await translation(app, 2).fill('TOWER');
  await expect.poll(() => entriesOf(service, id)).toHaveLength(2);
});

test('terms are found, removed, and brought back', async ({ app, service }) => {
  const entries = ['boat', 'lamp', 'museum'].map((word) => ({ term: word, translation: word.toUpperCase() }));
  const id = await made(service, 'Museum', entries);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await app.getByRole('searchbox', { name: 'Find a term' }).fill('MUS');
  await expect(app.getByText('1 of 3 terms', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Remove term 3' }).click();
  await expect.poll(() => entriesOf(service, id)).toHaveLength(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => entriesOf(service, id)).toEqual(entries);
});

test('a glossary is renamed, and a deleted one brought back or gone', async ({ app, service }) => {
  await made(service, 'Museum');
  await openList(app);
  const more = (name: string): Locator => app.getByRole('button', { name: `More actions for ${name}` });
  await more('Museum').click();
  await app.getByRole('menuitem', { name: 'Rename' }).click();
  await app.getByLabel('New name of Museum').fill('Harbour');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('link', { name: 'Harbour' })).toBeVisible();
  await more('Harbour').click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.getByRole('link', { name: 'Harbour' })).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await more('Harbour').click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => glossariesOf(service)).toEqual([]);
});

test('CSV comes in with its faults marked, and goes out whole', async ({ app }) => {
  await openList(app);
  await app.getByRole('button', { name: 'New glossary' }).click();
  await app.getByLabel('Name').fill('Museum');
  await app.getByRole('button', { name: 'Create' }).click();
  await expect(term(app, 1)).toBeFocused();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from('term,translation\nlamp,LAMP\ntower,\n"sea, open",SEA\n');
  await (await choosing).setFiles({ name: 'terms.csv', mimeType: 'text/csv', buffer });
  await expect(
    app.getByText('3 terms added. 1 of them has only a term or a translation, and is marked.'),
  ).toBeVisible();
  await expect(app.getByText('Saved', { exact: true })).toBeVisible();
  const downloading = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Export' }).click();
  await app.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toBe('\ufeffterm,translation\r\nlamp,LAMP\r\n"sea, open",SEA\r\n');
});

test('an import of TMX says what came of each of its units', async ({ app, service }) => {
  const id = await made(service, 'Museum', [
    { term: 'lamp', translation: 'LATERNE' },
    { term: 'sea', translation: 'MEER' },
  ]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toHaveValue('lamp');
  const unit = (...pairs: [language: string, text: string][]) =>
    `<tu>${pairs.map(([language, text]) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`).join('')}</tu>`;
  const units = [
    unit(['en', 'lamp'], ['en-XA', 'LAMPE']),
    unit(['en', 'sea'], ['en-XA', 'MEER']),
    unit(['en', 'ship'], ['en-XA', 'SCHIFF']),
    unit(['en', 'tower']),
  ];
  const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  await (await choosing).setFiles({ name: 'a.tmx', mimeType: 'text/xml', buffer: Buffer.from(tmx) });
  await expect(app.getByText('1 added, 1 updated, 1 there already, 1 skipped')).toBeVisible();
  expect(await entriesOf(service, id)).toHaveLength(3);
});

test('a file that is no glossary is refused in words', async ({ app, service }) => {
  await made(service, 'Museum');
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toBeFocused();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  await (
    await choosing
  ).setFiles({ name: 'a.tmx', mimeType: 'text/xml', buffer: Buffer.from('<tmx><body><tu>') });
  await expect(app.getByRole('alert')).toContainText(/\w+\./);
});

test('after a glossary is renamed or deleted by keys the focus is in the list', async ({ app, service }) => {
  await made(service, 'Museum');
  await made(service, 'Harbour');
  await openList(app);
  const choose = async (name: string, what: string): Promise<void> => {
    await app.getByRole('button', { name: `More actions for ${name}` }).press('Enter');
    await app.getByRole('menuitem', { name: what }).press('Enter');
  };
  await choose('Museum', 'Rename');
  const field = app.getByLabel('New name of Museum');
  await expect(field).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('link', { name: 'Museum' })).toBeFocused();
  await choose('Museum', 'Rename');
  await field.fill('Archive');
  await field.press('Enter');
  await expect(app.getByRole('link', { name: 'Archive' })).toBeFocused();
  await choose('Archive', 'Delete');
  await expect(app.getByRole('link', { name: 'Archive' })).toHaveCount(0);
  await app.keyboard.press('Tab');
  await expect(app.getByRole('link', { name: 'Harbour' })).toBeFocused();
  await choose('Harbour', 'Delete');
  await expect(app.getByRole('button', { name: 'New glossary' })).toBeFocused();
});

test('a named glossary is chosen for jobs, remembered, and used by them', async ({ app, service }) => {
  const id = await made(service, 'Museum', [{ term: 'lamp', translation: 'LATERNE' }]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await app.getByRole('button', { name: 'Use for documents' }).click();
  await expect(app.getByRole('button', { name: 'Used for documents' })).toBeVisible();
  await app.getByRole('link', { name: 'Text', exact: true }).click();
  await app.reload();
  await app.getByRole('textbox', { name: 'Text to translate' }).fill('The lamp is new.');
  await expect(app.getByRole('region', { name: 'Translation' })).toContainText('LATERNE');
  await app.getByRole('link', { name: 'Batch' }).click();
  await app.getByRole('button', { name: /^Options/ }).click();
  await expect(app.getByLabel('Which glossary')).toHaveValue(id);
  await app.getByLabel('Source of segment 1').fill('A lamp');
  await app.getByRole('button', { name: 'Translate 1 segment' }).click();
  await expect(app.getByLabel('Target of segment 1')).toHaveValue(/LATERNE/);
  expect((await jobsOf(service))[0]?.options.glossary_id).toBe(id);
});

test('ten thousand terms are edited where they are', async ({ app, service }) => {
  const entries = Array.from({ length: 10_000 }, (_, n) => ({
    term: `term ${n + 1}`,
    translation: `T${n + 1}`,
  }));
  const id = await made(service, 'All', entries);
  await openList(app);
  await app.getByRole('link', { name: 'All' }).click();
  await expect(app.getByText('10,000 terms', { exact: true })).toBeVisible();
  expect(await app.locator('[data-row]').count()).toBeLessThan(100);
  await app.getByRole('searchbox', { name: 'Find a term' }).fill('term 9999');
  await translation(app, 9_999).fill('CHANGED');
  await expect
    .poll(async () => (await entriesOf(service, id))[9_998])
    .toEqual({
      term: 'term 9999',
      translation: 'CHANGED',
    });
});

test('terms typed while the service was away go into no other glossary', async ({
  app,
  context,
  service,
}) => {
  const museum = await made(service, 'Museum', [{ term: 'lamp', translation: 'LAMP' }]);
  const harbour = await made(service, 'Harbour', [{ term: 'sea', translation: 'SEA' }]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toHaveValue('lamp');
  await context.setOffline(true);
  const refused = app.waitForEvent('requestfailed');
  await translation(app, 1).fill('LATERNE');
  await refused;
  await app.getByRole('link', { name: 'Back to Glossaries' }).click();
  await app.getByRole('link', { name: 'Harbour' }).click();
  // Its terms are not known, so none can be added to them.
  await expect(app.getByRole('button', { name: 'Add term' })).toBeDisabled();
  await context.setOffline(false);
  await expect(term(app, 1)).toHaveValue('sea');
  expect(await entriesOf(service, harbour)).toEqual([{ term: 'sea', translation: 'SEA' }]);
  await app.getByRole('link', { name: 'Back to Glossaries' }).click();
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(translation(app, 1)).toHaveValue('LATERNE');
  await expect.poll(() => entriesOf(service, museum)).toEqual([{ term: 'lamp', translation: 'LATERNE' }]);
});

test('while an import runs nothing is typed beside it, and one that ends late leaves the next page alone', async ({
  app,
  service,
}) => {
  const museum = await made(service, 'Museum', [{ term: 'lamp', translation: 'LAMP' }]);
  const harbour = await made(service, 'Harbour', [{ term: 'sea', translation: 'SEA' }]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toHaveValue('lamp');
  const release = gate();
  await app.route('**/v1/glossaries/import', async (route) => {
    await release.passed;
    await route.continue();
  });
  const units =
    '<tu><tuv xml:lang="en"><seg>ship</seg></tuv><tuv xml:lang="en-XA"><seg>SHIP</seg></tuv></tu>';
  const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units}</body></tmx>`;
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import' }).click();
  const asked = app.waitForRequest('**/v1/glossaries/import');
  await (await choosing).setFiles({ name: 'a.tmx', mimeType: 'text/xml', buffer: Buffer.from(tmx) });
  await asked;
  await expect(translation(app, 1)).not.toBeEditable();
  await app.getByRole('link', { name: 'Back to Glossaries' }).click();
  await app.getByRole('link', { name: 'Harbour' }).click();
  await expect(term(app, 1)).toHaveValue('sea');
  // The list is read again once the import is through.
  const listed = app.waitForResponse('**/v1/glossaries?*');
  release.open();
  await listed;
  await translation(app, 1).fill('MEER');
  await expect.poll(() => entriesOf(service, harbour)).toEqual([{ term: 'sea', translation: 'MEER' }]);
  expect(await entriesOf(service, museum)).toHaveLength(2);
  await expect(term(app, 1)).toHaveValue('sea');
});

test("another program's changes of a glossary stay when terms are typed or a direction deleted", async ({
  app,
  service,
}) => {
  const id = await made(service, 'Museum', [{ term: 'lamp', translation: 'LAMP' }]);
  await openList(app);
  await app.getByRole('link', { name: 'Museum' }).click();
  await expect(term(app, 1)).toHaveValue('lamp');
  const german = { from: 'de', to: 'en-XA', entries: [{ term: 'Meer', translation: 'SEA' }] };
  const english = { from: 'en', to: 'en-XA', entries: [{ term: 'lamp', translation: 'LAMP' }] };
  const put = (name: string, dictionaries: object[]) =>
    service.send('PUT', `/v1/glossaries/${id}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, dictionaries }),
    });
  expect((await put('Harbour', [english, german])).status).toBe(200);
  await translation(app, 1).fill('LATERNE');
  await expect(app.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  expect(await service.get<GlossaryResource>(`/v1/glossaries/${id}`)).toMatchObject({
    name: 'Harbour',
    dictionaries: [german, { from: 'en', entries: [{ term: 'lamp', translation: 'LATERNE' }] }],
  });

  expect((await put('Harbour', [english])).status).toBe(200);
  await app.getByRole('link', { name: 'Back to Glossaries' }).click();
  const more = app.getByRole('button', { name: 'More actions for Harbour' });
  await expect(more).toHaveCount(1);
  expect((await put('Harbour', [english, german])).status).toBe(200);
  await more.click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(async () => (await glossariesOf(service))[0]?.dictionaries)
    .toMatchObject([{ from: 'de' }]);
  await expect.poll(() => glossariesOf(service)).toHaveLength(1);
});
