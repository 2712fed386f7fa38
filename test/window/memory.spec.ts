import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { TestService } from '../support/service.ts';
import { expectNoViolations } from './support/axe.ts';
import { test } from './support/test.ts';

function tmx(units: readonly [string, string][], to = 'en-XA'): string {
  const body = units.map(
    ([source, target]) =>
      `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="${to}"><seg>${target}</seg></tuv></tu>`,
  );
  return `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>${body.join('')}</body></tmx>`;
}
const SOME = tmx([
  ['The ship left', 'Le navire'],
  ['The lamp is new', 'La lampe'],
  ['A ship came', 'Un navire'],
]);

async function importByWindow(app: Page, content: string): Promise<void> {
  await app.getByRole('link', { name: 'Memory', exact: true }).click();
  const choosing = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Import TMX' }).click();
  await (await choosing).setFiles({ name: 'memory.tmx', mimeType: 'text/xml', buffer: Buffer.from(content) });
}
async function units(service: TestService): Promise<number> {
  return (await service.get<{ units: number }>('/v1/memory')).units;
}

test('a memory comes in as TMX, is found, forgotten by the unit, and goes out', async ({ app, service }) => {
  await importByWindow(app, SOME);
  await expect(app.getByText('3 added, 0 updated, 0 skipped')).toBeVisible();
  await expect(app.getByText('3 translations', { exact: true })).toBeVisible();
  const rows = app.locator('[data-row]');
  await expect(rows).toHaveCount(3);
  await app.getByRole('searchbox', { name: 'Find in source and target' }).fill('NAVIRE');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: 'Delete translation 1' }).click();
  await expect(rows).toHaveCount(1);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  expect(await units(service)).toBe(3);
  await rows.first().getByRole('button', { name: 'Delete translation 1' }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => units(service)).toBe(2);

  const downloading = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Export TMX' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('The lamp is new');
});

test('one of several translations of a text is kept, another changed in its row, and both come back by Undo', async ({
  app,
  service,
}) => {
  await importByWindow(
    app,
    tmx([
      ['The quay', 'Le quai'],
      ['The ship', 'Un <ph x="1"/>navire'],
      ['The quay', 'Le môle'],
    ]),
  );
  await expect(app.getByText('1 text now has several translations.')).toBeVisible();
  const rows = app.locator('[data-row]');
  await expect(rows).toHaveCount(3);
  await app.getByRole('button', { name: 'Filter' }).click();
  await app.getByRole('button', { name: 'Edit translation 1' }).click();
  await expectNoViolations(app);
  await expect(app.getByRole('textbox', { name: 'Target' })).toBeFocused();
  await app.getByRole('textbox', { name: 'Target' }).fill(' ');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(app.getByRole('alert')).toContainText('empty');
  await app.getByRole('textbox', { name: 'Target' }).fill('La jetée');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rows.first()).toContainText('La jetée');
  await app
    .getByRole('combobox', { name: 'Show' })
    .selectOption({ label: 'Several translations of one text' });
  await expect(rows).toHaveCount(2);
  await app.getByRole('button', { name: 'Keep only translation 1 of its text' }).click();
  await expect(rows).toHaveCount(0);
  expect(await units(service)).toBe(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await app.getByRole('button', { name: 'Delete these' }).click();
  await expect.poll(() => units(service)).toBe(1);
});

test('a double click on Clear is undone as a whole, and clears no other direction', async ({
  app,
  service,
}) => {
  for (const [to, content] of Object.entries({ 'en-XA': SOME, es: tmx([['The quay', 'El muelle']], 'es') })) {
    const form = new FormData();
    form.set('from', 'en');
    form.set('to', to);
    form.set('file', new Blob([content]), 'a.tmx');
    await service.send('POST', '/v1/memory/import', { body: form });
  }
  await app.getByRole('link', { name: 'Memory', exact: true }).click();
  await expect(app.locator('[data-row]')).toHaveCount(3);
  await app.getByRole('button', { name: 'Clear' }).dblclick();
  await expect(app.locator('[data-row]')).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Clear' })).toBeDisabled();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.locator('[data-row]')).toHaveCount(3);
  expect(await units(service)).toBe(4);

  await app.getByRole('button', { name: 'Clear' }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => units(service)).toBe(1);
  // The direction stays in view: the next one does not take its place under the pointer.
  await expect(app.getByRole('button', { name: 'Clear' })).toBeDisabled();
  await expect(app.getByRole('combobox', { name: 'Languages' })).toContainText('(0)');
});

test('a TMX that says its direction is taken as such; one of more languages asks', async ({
  app,
  service,
}) => {
  await importByWindow(app, tmx([['The quay', 'El muelle']], 'es'));
  await expect(app.getByText('1 added, 0 updated, 0 skipped')).toBeVisible();
  await expect(app.getByRole('combobox', { name: 'Languages' })).toContainText('English → Spanish');
  await importByWindow(
    app,
    tmx([['The ship', 'Le navire']], 'fr').replace('</tu>', '<tuv xml:lang="de"/></tu>'),
  );
  await expect(app.getByRole('combobox', { name: 'To' })).toHaveValue('French');
  expect(await units(service)).toBe(1);
});

test('an import after a clearing stays', async ({ app, service }) => {
  await importByWindow(app, SOME);
  await expect(app.locator('[data-row]')).toHaveCount(3);
  await app.getByRole('button', { name: 'Clear' }).click();
  await importByWindow(app, tmx([['The quay', 'Le quai']]));
  await expect(app.locator('[data-row]')).toHaveCount(1);
  expect(await units(service)).toBe(1);
});

test('a clearing that is refused says why, and the translations are there again', async ({ app }) => {
  await importByWindow(app, SOME);
  await expect(app.getByText('3 translations', { exact: true })).toBeVisible();
  const problem = { code: 'storage_full', status: 507, detail: 'The disk is full.' };
  await app.route(/\/v1\/memory\?/, (route) => route.fulfill({ status: 507, json: problem }));
  await app.getByRole('button', { name: 'Clear' }).click();
  await app.getByRole('button', { name: 'Dismiss' }).click();
  await expect(app.getByRole('alert')).toHaveText('The disk is full.');
  await expect(app.locator('[data-row]')).toHaveCount(3);
});

test('a damaged file is refused in words, and the memory can be turned off', async ({ app, service }) => {
  await importByWindow(app, '<tmx><body><tu>');
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.getByRole('alert')).toContainText(/\w+\./);
  await app.getByRole('switch', { name: 'Use the memory' }).click();
  await expect(app.getByText(/^The memory is off/)).toBeVisible();
  await expect
    .poll(async () => (await service.get<{ memory: { enabled: boolean } }>('/v1/settings')).memory.enabled)
    .toBe(false);
});

test('hundreds of units are read as one scrolls, and only those in sight are in the page', async ({
  app,
}) => {
  const many = Array.from({ length: 600 }, (_, n): [string, string] => [`Sentence ${n}`, `Phrase ${n}`]);
  await importByWindow(app, tmx(many));
  await expect(app.getByText('600 translations', { exact: true })).toBeVisible();
  const list = app.getByRole('region', { name: 'Remembered translations' });
  await expect(async () => {
    await list.evaluate((view) => (view.scrollTop = view.scrollHeight));
    await expect(app.getByText('Sentence 0', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await app.locator('[data-row]').count()).toBeLessThan(100);
});

test('what was learned is listed, decided on by a click, and becomes a term of a glossary', async ({
  app,
  service,
}) => {
  const texts = [
    ...['open the files', 'close all files', 'copy these files', 'print no files', 'move both files'],
    ...['the door stands open', 'we never print letters', 'all of these are new', 'close it'],
  ];
  const made = await service.post<{ data: { id: string } }>('/v1/translate/batch', {
    ...{ from: 'en', to: 'en-XA', segments: texts.map((text) => ({ text })) },
  });
  const job = await service.ended(made.body.data.id, 'batch');
  const word = job.segments![0]!.translated_text.split(' ')[2]!;
  for (const index of [0, 1, 2])
    await service.send('PATCH', `/v1/jobs/${job.id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        segments: [
          {
            ...{ index, state: 'confirmed' },
            translated_text: job.segments![index]!.translated_text.replace(word, 'archivos'),
          },
        ],
      }),
    });
  const of = '?from=en&to=en-XA';
  const learned = async () =>
    (
      await service.get<{ corrections: { source: string; state: string }[] }>(`/v1/memory/corrections${of}`)
    ).corrections.find(({ source }) => source === 'files')?.state;
  await expect.poll(learned).toBe('active');
  const { body } = await service.post<{ data: { id: string } }>('/v1/glossaries', {
    name: 'House',
    dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'door', translation: 'puerta' }] }],
  });

  await app.getByRole('link', { name: 'Memory', exact: true }).click();
  await app.getByRole('tab', { name: 'Corrections' }).click();
  const terms = app.getByRole('region', { name: 'Proposed terms' });
  await terms.getByRole('button', { name: 'Into “House”' }).first().click();
  const glossary = async () => JSON.stringify(await service.get<object>(`/v1/glossaries/${body.data.id}`));
  await expect.poll(glossary).toContain('archivos');
  const row = app
    .getByRole('list', { name: 'Corrections' })
    .getByRole('listitem')
    .filter({
      has: app.getByText('files', { exact: true }),
    });
  await row.first().getByRole('button', { name: 'Always' }).click();
  await expect.poll(learned).toBe('always');
  await row.first().getByRole('button', { name: 'As the edits say' }).click();
  await expect.poll(learned).toBe('active');
  await row.first().getByRole('button', { name: 'Never again' }).click();
  await expect.poll(learned).toBe('refused');
});
