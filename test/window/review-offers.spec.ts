import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { TestService } from '../support/service.ts';
import { expectNoViolations } from './support/axe.ts';
import { reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

const painted = (app: Page, name: string) =>
  app.evaluate(
    (one) => [...(CSS.highlights.get(one) ?? [])].map((range) => (range as Range).toString()),
    name,
  );

/** Has the memory know a translation. */
async function remember(service: TestService, source: string, translation: string): Promise<void> {
  const form = new FormData();
  form.set('from', 'en');
  form.set('to', 'en-XA');
  const unit = (language: string, text: string): string =>
    `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
  const body = `<tu>${unit('en', source)}${unit('en-XA', translation)}</tu>`;
  const content = `<tmx version="1.4"><header srclang="en"/><body>${body}</body></tmx>`;
  form.set('file', new Blob([content]), 'a.tmx');
  await service.send('POST', '/v1/memory/import', { body: form });
}

test('memory and glossary offer what they know beside the row, to be taken by keys', async ({
  app,
  service,
}) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  const made = await service.post<{ data: { id: string } }>('/v1/glossaries', {
    name: 'Museum',
    dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'lamp', translation: 'LATERNE' }] }],
  });
  const fields = { from: 'en', to: 'en-XA', glossary_id: made.body.data.id };
  await reviewText(app, service, 'The new lamp is in the tower\nNothing known', fields);
  const offers = app.getByRole('complementary', { name: 'Offers for this segment' });
  await expect(offers).toContainText('REMEMBERED');
  await expect(offers).toContainText('LATERNE');
  // Where the remembered source is another, it is marked; a term that the translation lacks is said to.
  await expect(offers.locator('mark')).toHaveText(['old']);
  await expect(app.getByText('Glossary: Museum')).toBeVisible();
  await expect.poll(() => painted(app, 'term')).toEqual(['lamp']);
  await app.keyboard.press('ControlOrMeta+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await expect.poll(() => painted(app, 'term-missing')).toEqual(['lamp']);
  await app.keyboard.type(' ');
  await app.keyboard.press('Alt+2');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 1)).toContainText('Edited');
  await expect(target(app, 1)).toHaveText('REMEMBERED LATERNE');
  await expect.poll(() => painted(app, 'term')).toEqual(['lamp']);
  // It keeps its place, so that the rows keep theirs.
  await expect(offers).toHaveText('No matches in the memory or glossary.');
  await target(app, 1).fill('Another');
  await target(app, 2).focus();
  await target(app, 1).focus();
  await expect(offers).toContainText('not in the translation');
});

test('an offer goes into the segment that it was made for, whatever a filter has put in its place', async ({
  app,
  service,
}) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  await reviewText(app, service, 'The new lamp is in the tower\nIt began in 1984\nNothing known');
  await target(app, 2).fill('It ended in 1948');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 2)).toContainText(/Number .*1984/);
  await target(app, 1).focus();
  const offers = app.getByRole('complementary', { name: 'Offers for this segment' });
  await expect(offers).toContainText('REMEMBERED');
  await app.getByRole('button', { name: 'Flagged 1' }).click();
  await expect(target(app, 1)).toHaveCount(0);
  await expect(offers).not.toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 2)).toHaveText('It ended in 1948');
  await app.getByRole('button', { name: 'All 3' }).click();
  await expect(offers).toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await expect(target(app, 2)).toHaveText('It ended in 1948');
});

test('text replaced by an offer comes back by Undo', async ({ app, service }) => {
  await remember(service, 'The old lamp is in the tower', 'REMEMBERED');
  const id = await reviewText(app, service, 'The new lamp is in the tower\nNothing known');
  await target(app, 1).fill('Half a sentence');
  await expect(app.getByRole('complementary')).toContainText('REMEMBERED');
  await app.keyboard.press('Alt+1');
  await expect(target(app, 1)).toHaveText('REMEMBERED');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 1)).toHaveText('Half a sentence');
  await expect(rowOf(app, 1)).toContainText('Edited');
  expect((await service.job(id)).edited_segments).toBe(1);
});

test('selected words are looked up in the memory, and Enter inserts the translation at the caret', async ({
  app,
  service,
}) => {
  await remember(service, 'Two old lighthouses of the harbour', 'LEUCHTTÜRME');
  await remember(service, 'A lighthouse', 'LEUCHTTURM');
  await reviewText(app, service, 'The lighthouse keeper is here\nAnother');
  await target(app, 1).fill('Now: ');
  await app.keyboard.press('F2');
  await app.keyboard.press('ControlOrMeta+ArrowRight');
  await app.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await app.keyboard.press('Alt+k');
  const field = app.getByRole('combobox', { name: 'Words in the memories' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('lighthouse');
  const hits = app.getByRole('listbox', { name: 'Units with these words' });
  await expect(hits.locator('mark')).toHaveText(['lighthouse', 'lighthouses']);
  await expectNoViolations(app);
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(target(app, 1)).toBeFocused();
  await expect(target(app, 1)).toHaveText('Now: LEUCHTTÜRME');
  await app.keyboard.press('ControlOrMeta+z');
  await expect(target(app, 1)).toHaveText('Now: ');
});

test('a term is added from a selection, and is offered and underlined from then on', async ({
  app,
  service,
}) => {
  const made = await service.post<{ data: { id: string } }>('/v1/glossaries', {
    name: 'Boats',
    dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'pier', translation: 'PIER' }] }],
  });
  const fields = { from: 'en', to: 'en-XA', glossary_id: made.body.data.id };
  await reviewText(app, service, 'The lighthouse keeper is here\nAnother lighthouse', fields);
  await app.keyboard.press('F2');
  await app.keyboard.press('ControlOrMeta+ArrowRight');
  await app.keyboard.press('ControlOrMeta+Shift+ArrowRight');
  await app.keyboard.press('ControlOrMeta+d');
  const form = app.getByRole('form', { name: 'New term in Boats' });
  await expect(form.getByLabel('Term')).toHaveValue('lighthouse');
  await expect(form.getByLabel('Translation')).toBeFocused();
  await app.keyboard.type('FARO');
  await app.keyboard.press('Enter');
  await expect(target(app, 1)).toBeFocused();
  await expect(app.getByRole('complementary')).toContainText('FARO');
  await expect.poll(() => painted(app, 'term-missing')).toEqual(['lighthouse', 'lighthouse']);
  const { dictionaries } = await service.get<{ dictionaries: { entries: object[] }[] }>(
    `/v1/glossaries/${made.body.data.id}`,
  );
  expect(dictionaries[0]!.entries).toContainEqual({ term: 'lighthouse', translation: 'FARO' });
});
