import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { linesAt, pdf, textAt } from '../support/pdf.ts';
import type { TestService } from '../support/service.ts';
import { chatReply, completion, startRemote, systemMessage } from '../support/remote-server.ts';
import { expectNoViolations } from './support/axe.ts';
import { dropFiles, jobsOf, test } from './support/test.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');
const GERMAN = `Das Museum ist jeden Tag des Jahres geöffnet.
Der Besuch ist für Kinder besonders interessant, und der Leuchtturm ist das älteste Gebäude der Stadt.`;

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

/** The table of languages is loaded at the first question, which a busy machine takes its time for. */
async function warm(service: TestService): Promise<void> {
  const answer = await service.post('/v1/detect', { text: 'Good morning' });
  expect(answer.status).toBe(200);
}

test('a document goes into several languages at once, each with a row that says which', async ({
  app,
  service,
}) => {
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Engine', { exact: true }).selectOption('pseudo');
  await app.getByRole('button', { name: 'Add another target language' }).click();
  await app.keyboard.type('span');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Add another target language' })).toBeFocused();
  await app.keyboard.press('Enter');
  await app.keyboard.type('germ');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Remove German' }).click();
  await dropFiles(app, [{ name: 'welcome.txt', text: 'Welcome' }]);
  await expect(app.getByRole('button', { name: 'Save welcome.txt into Spanish' })).toBeVisible();
  await expect(row(app, 'welcome.txt').filter({ hasText: 'Done' })).toHaveCount(2);
  expect((await jobsOf(service)).map(({ to }) => to).sort()).toEqual(['en-XA', 'es']);
  // The choice is still there at the next start.
  await app.reload();
  await expect(app.getByRole('button', { name: 'Remove Spanish' })).toBeVisible();
});

test('a document in another language than was said waits for a word, and goes from the right one', async ({
  app,
  service,
}) => {
  await warm(service);
  await dropFiles(app, [
    { name: 'museum.txt', text: GERMAN },
    { name: 'short.txt', text: 'Guten Tag' },
  ]);
  const museum = row(app, 'museum.txt');
  await expect(museum).toContainText('This looks like German, but you chose to translate from English.');
  await expect(museum).toContainText('2 segments · 24 words');
  await expect(row(app, 'short.txt')).toContainText('Done');
  expect(await jobsOf(service)).toHaveLength(1);
  await museum.getByRole('button', { name: 'Translate from German' }).click();
  await expect(museum).toContainText('Done');
  const [job] = await jobsOf(service);
  expect(job).toMatchObject({ file_name: 'museum.txt', from: 'de', segment_count: 2, source_words: 24 });
});

test('several that wait are sent together, from the language they are in or as chosen', async ({
  app,
  service,
}) => {
  await warm(service);
  const names = ['one.txt', 'two.csv'];
  await dropFiles(
    app,
    names.map((name) => ({ name, text: GERMAN.replaceAll(',', '') })),
  );
  await expect(app.getByText('2 documents are waiting')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 2 from German' }).click();
  for (const name of names) await expect(row(app, name)).toContainText('Done');
  expect((await jobsOf(service)).map(({ from }) => from)).toEqual(['de', 'de']);

  await dropFiles(app, [{ name: 'three.txt', text: GERMAN }]);
  await row(app, 'three.txt').getByRole('button', { name: 'Translate from English' }).click();
  await expect(row(app, 'three.txt')).toContainText('Done');
  expect((await jobsOf(service))[0]?.from).toBe('en');
});

test('who wants to sees words, segments and language before anything is translated', async ({
  app,
  service,
}) => {
  await warm(service);
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel(/^Show the language and word count/).check();
  const samples = ['harbour-museum.docx', 'museum-shop.xlsx'].map((name) => `${SAMPLES}/${name}`);
  await app.getByLabel('Choose files', { exact: true }).and(app.locator('input')).setInputFiles(samples);
  await expect(row(app, 'harbour-museum.docx')).toContainText(/\d+ segments · \d+ words · English/);
  await expect(row(app, 'museum-shop.xlsx')).toContainText(/\d+ segments · \d+ words/);
  expect(await jobsOf(service)).toEqual([]);
  await app.getByRole('button', { name: 'Translate museum-shop.xlsx' }).click();
  await expect(row(app, 'museum-shop.xlsx')).toContainText('Done');
  await app.getByRole('button', { name: 'Remove harbour-museum.docx' }).click();
  await expect(row(app, 'harbour-museum.docx')).toHaveCount(0);
  expect(await jobsOf(service)).toHaveLength(1);
});

test('a document is translated by sentence unless paragraphs are chosen, a table by cell', async ({
  app,
  service,
}) => {
  const text = 'It opens at nine. It closes at five.';
  await dropFiles(app, [{ name: 'sentences.txt', text }]);
  await expect(row(app, 'sentences.txt')).toContainText('Done');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Translate documents by').selectOption('paragraph');
  await dropFiles(app, [
    { name: 'paragraph.txt', text },
    { name: 'table.csv', text },
  ]);
  for (const name of ['paragraph.txt', 'table.csv']) await expect(row(app, name)).toContainText('Done');
  const counts = (await jobsOf(service)).map(({ file_name: name, segment_count: count }) => [name, count]);
  expect(Object.fromEntries(counts)).toEqual({ 'sentences.txt': 2, 'paragraph.txt': 1, 'table.csv': 1 });
});

test('words are counted for a quote without a job; a document is translated again with other options', async ({
  app,
  service,
}) => {
  const text = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  await app
    .getByLabel('Choose files to count')
    .setInputFiles([
      text('one.txt', 'It opens at nine. It opens at nine.\n2026\n'),
      text('two.txt', 'It closes at five. It opens at nine.'),
      { name: 'three.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
  const quote = app.getByRole('dialog', { name: 'Word count' });
  const cells = (name: string) => quote.getByRole('row', { name }).getByRole('cell');
  await expect(cells('one.txt')).toHaveText(['4', '0', '0', '0', '0', '0', '4', '1', '9']);
  await expect(cells('Total')).toHaveText(['8', '0', '0', '0', '0', '0', '8', '1', '17']);
  await expect(cells('three.pdf')).toHaveText(/PDF/);
  await expect(quote.getByRole('rowheader', { name: 'Total without 1 file' })).toBeVisible();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    quote.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')[1]).toBe('one.txt,4,0,0,0,0,0,4,1,9');
  await app.keyboard.press('Escape');
  await expect(quote).toHaveCount(0);

  // A table is counted as it would be translated, and says what is left out.
  const keys = 'key,Text\nhome.title,Welcome to the harbour\nhome.text,It opens at nine\n';
  await app
    .getByLabel('Choose files to count')
    .setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(keys) });
  await expect(quote).toContainText('2 texts in other columns are not counted');
  await quote.getByRole('button', { name: 'Count all columns of keys.csv' }).click();
  await expect(quote.getByText('are not counted')).toHaveCount(0);
  await expect(cells('keys.csv').first()).toHaveText('8');
  await app.keyboard.press('Escape');
  expect(await jobsOf(service)).toEqual([]);

  await dropFiles(app, [{ name: 'again.txt', text: 'It opens at nine.' }]);
  await expect(row(app, 'again.txt')).toContainText('Done');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Tone').fill('formal');
  await app.getByRole('button', { name: 'More actions for again.txt' }).click();
  await app.getByRole('menuitem', { name: 'Translate again with the current options' }).click();
  await expect(row(app, 'again.txt').filter({ hasText: 'Done' })).toHaveCount(2);
  const tones = (await jobsOf(service)).map(({ options }) => options.tone);
  expect(tones).toEqual(['formal', undefined]);
});

test('a document over the limit is counted once the limit is raised', async ({ app }) => {
  const lines = Array.from({ length: 1_101 }, (_, index) => `Room ${index + 1}`).join('\n');
  const file = { name: 'rooms.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) };
  await app.getByLabel('Choose files to count').setInputFiles(file);
  const quote = app.getByRole('dialog', { name: 'Word count' });
  await expect(quote).toContainText('1,101');
  await quote.getByRole('button', { name: 'Raise the limit' }).click();
  await expect(quote.getByRole('row', { name: 'rooms.txt' }).getByRole('cell').last()).toHaveText('2,202');
});

for (const [what, change] of [
  ['deleted', (path: string) => rm(path)],
  // To the second, as far as browsers look.
  ['changed', (path: string) => utimes(path, new Date(0), new Date(0))],
] as const)
  test(`a file that was ${what} after it was chosen is refused for that`, async ({ app, service }, info) => {
    const path = info.outputPath('tour.txt');
    await writeFile(path, 'The harbour museum opens at nine');
    await app.getByRole('button', { name: 'Options' }).click();
    await app.getByLabel(/^Show the language and word count/).check();
    await app.getByLabel('Choose files', { exact: true }).and(app.locator('input')).setInputFiles(path);
    await expect(row(app, 'tour.txt')).toContainText(/\d+ segment/);
    await change(path);
    await app.getByRole('button', { name: 'Translate tour.txt' }).click();
    await expect(row(app, 'tour.txt')).toContainText('This file was changed or moved after it was chosen.');
    expect(await jobsOf(service)).toEqual([]);
  });

test('a PDF waits: its user sees what it becomes, and may have the right to copy from it', async ({
  app,
  service,
}) => {
  const pages = [
    textAt(72, 760, 'Timetable', { size: 20 }) + linesAt(72, 700, ['The ferry leaves at nine.']),
    linesAt(72, 760, ['Bring a coat.']),
  ];
  const input = app.getByLabel('Choose files', { exact: true }).and(app.locator('input'));
  const buffer = pdf({ pages, forbidsCopying: true });
  await input.setInputFiles({ name: 'ferry.pdf', mimeType: 'application/pdf', buffer });
  const ferry = row(app, 'ferry.pdf');
  await ferry.getByRole('button', { name: 'I have the right to translate ferry.pdf' }).click();
  await expect(ferry).toContainText('2 pages. The PDF has no usable tags');
  expect(await jobsOf(service)).toEqual([]);
  await ferry.getByRole('button', { name: 'Page of ferry.pdf' }).click();
  const dialog = app.getByRole('dialog', { name: 'ferry.pdf' });
  await expect(dialog.getByRole('img', { name: 'Page 1 of the PDF' })).toBeVisible();
  const becomes = app.frameLocator('iframe[title="Page of the document"]');
  await expect(becomes.getByText('Timetable')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(becomes.getByText('Bring a coat.')).toBeVisible();
  await expectNoViolations(app);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ferry.getByRole('button', { name: 'Translate ferry.pdf' }).click();
  await expect(ferry).toContainText('Done');
});

test('a refused file says why and what helps, to the last word', async ({ app }) => {
  await app.setViewportSize({ width: 900, height: 600 });
  await dropFiles(app, [{ name: 'brochure.pdf', text: '%PDF-1.7' }]);
  const why = row(app, 'brochure.pdf').getByRole('paragraph');
  await expect(why).toContainText(/\. .+\.$/);
  const hidden = await why.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
});

test('a language model lists names and terms first, and is asked for the rest with those settled', async ({
  app,
  service,
}) => {
  const model = await startRemote((seen) =>
    seen.path !== '/v1/models' && systemMessage(seen).includes('List the names')
      ? completion(
          JSON.stringify({
            items: [
              { term: 'Harbour Museum', translation: 'Museo del Puerto', kind: 'name' },
              { term: 'boat', translation: 'bote', kind: 'term' },
            ],
          }),
        )
      : chatReply(seen),
  );
  const { status } = await service.send('PATCH', '/v1/engines/chat', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ enabled: true, settings: { url: model.url, model: 'loud' } }),
  });
  expect(status).toBe(200);
  await app.reload();
  await app.getByRole('combobox', { name: 'To' }).focus();
  await app.keyboard.type('spanish');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Engine', { exact: true }).selectOption('chat');
  await app.getByLabel(/^Show the language and word count/).check();
  await dropFiles(app, [{ name: 'museum.txt', text: 'The Harbour Museum has a boat.' }]);
  await row(app, 'museum.txt').getByRole('button', { name: 'Names and terms of museum.txt first' }).click();
  const dialog = app.getByRole('dialog', { name: 'Names and terms' });
  await dialog.getByLabel('boat', { exact: true }).uncheck();
  await dialog.getByLabel('Translation of Harbour Museum').fill('Museo Portuario');
  await dialog.getByRole('button', { name: 'Translate with 1 term' }).click();
  await expect(row(app, 'museum.txt')).toContainText('Done');
  const asked = systemMessage(model.of('/v1/chat/completions').at(-1)!);
  expect(asked).toContain('"Harbour Museum": "Museo Portuario"');
  expect(asked).not.toContain('bote');
  await model.close();
});
