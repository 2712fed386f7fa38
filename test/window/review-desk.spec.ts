import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { SegmentResource } from '../../service/contract/index.ts';
import { BOLD, PAIR, reviewDocument, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

const LINES = Array.from({ length: 60 }, (_, n) => `Sentence ${n + 1} of the list`).join('\n');

async function leaveAndComeBack(app: Page, id: string): Promise<void> {
  await app.evaluate(() => (window.location.hash = 'documents'));
  await expect(app.getByRole('table', { name: 'Segments' })).toHaveCount(0);
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
}

test('Review opens where it was left, or at the first segment that is not confirmed', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, LINES);
  await service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [0, 1, 2].map((index) => ({ index, state: 'confirmed' })) }),
  });
  await app.keyboard.press('ControlOrMeta+g');
  await app.getByLabel('Number, 1 to 60').fill('61');
  await app.keyboard.press('Enter');
  await expect(app.getByText('There is no segment 61 here. The last one is 60.')).toBeVisible();
  await app.getByLabel('Number, 1 to 60').fill('45');
  await app.keyboard.press('Enter');
  await expect(target(app, 45)).toBeFocused();
  await leaveAndComeBack(app, id);
  await expect(target(app, 45)).toBeFocused();
  await app.reload();
  await expect(target(app, 45)).toBeFocused();

  const content = 'One\nTwo\nThree';
  const other = (await service.upload({ name: 'b.txt', content }, PAIR)).body.data.id;
  await service.ended(other);
  await service.send('PATCH', `/v1/jobs/${other}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 0, state: 'confirmed' }] }),
  });
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), other);
  await expect(target(app, 2)).toBeFocused();
});

test('bookmarks are set and found by keys, and the palette goes to a number', async ({ app, service }) => {
  await reviewText(app, service, LINES);
  await target(app, 3).focus();
  await app.keyboard.press('ControlOrMeta+F2');
  await app.keyboard.press('ControlOrMeta+k');
  await app.keyboard.type('40');
  await expect(app.getByRole('option').first()).toContainText('Go to segment 40');
  await app.keyboard.press('Enter');
  await expect(target(app, 40)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+F2');
  await app.keyboard.press('Shift+F2');
  await expect(target(app, 3)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+Shift+F2');
  await expect(target(app, 40)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+k');
  await app.keyboard.type('export');
  await expect(app.getByRole('option', { name: /Export: XLIFF 2\.1/ })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(target(app, 40)).toBeFocused();
  await app.keyboard.type('Typed on');
  await expect(target(app, 40)).toContainText('Typed on');
});

test('comments are written in Review, and one that is too long is refused in words', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+m');
  await app.getByLabel('For the client').fill('x'.repeat(10_001));
  await expect(app.getByText('10,001 of 10,000 characters: shorten it.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await app.getByLabel('For the client').fill('Which line?');
  await app.getByLabel('For yourself').fill('Ask Ana');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 1)).toContainText('Which line?');
  await expect(rowOf(app, 1)).toContainText('Ask Ana');
  await expect(target(app, 1)).toBeFocused();
  const { segments } = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`);
  expect(segments[0]).toMatchObject({ comment: 'Which line?', private_note: 'Ask Ana', state: 'translated' });
});

test('an earlier text is put back from the history, as a step of undo', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines');
  const engine = await target(app, 1).innerText();
  await target(app, 1).fill('Mine');
  await app.keyboard.press('ControlOrMeta+Enter');
  await target(app, 1).focus();
  await app.keyboard.press('ControlOrMeta+Shift+h');
  const dialog = app.getByRole('dialog', { name: 'History of segment 1' });
  await expect(dialog.getByRole('listitem').first()).toContainText('Confirmed');
  await dialog.getByRole('listitem').last().getByRole('button', { name: 'Put this one back' }).click();
  await expect(target(app, 1)).toHaveText(engine);
  await app.keyboard.press('ControlOrMeta+z');
  await expect(target(app, 1)).toHaveText('Mine');
});

test('a key set is chosen in Settings, works in Review and is listed', async ({ app, service }) => {
  await app.evaluate(() => (window.location.hash = 'settings'));
  await app.getByRole('combobox', { name: 'Keys in Review' }).selectOption('memoQ');
  await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+Shift+s');
  await expect(target(app, 1)).toHaveText('One line');
  await app.keyboard.press('ControlOrMeta+k');
  await app.keyboard.type('keyboard');
  await app.keyboard.press('Enter');
  const list = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Keys as in memoQ');
  await expect(list).toContainText('memoQ has Ctrl+T for this, which cannot be had here');
});

test('Shift+F3 changes the case of words and leaves codes, and a non-breaking space is inserted', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'The harbour']);
  const editor = target(app, 1);
  const before = await editor.innerHTML();
  await app.keyboard.press('ControlOrMeta+a');
  for (let n = 0; n < 3; n += 1) await app.keyboard.press('Shift+F3');
  await expect(editor).toHaveText(/^[^a-z]+$/);
  await expect(editor.locator('[data-code]')).toHaveCount(2);
  for (let n = 0; n < 3; n += 1) await app.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => editor.innerHTML()).toBe(before);
  await app.keyboard.press('End');
  await app.keyboard.press('ControlOrMeta+Shift+Space');
  await expect.poll(() => editor.evaluate((element) => element.textContent.endsWith('\u00a0'))).toBe(true);
  await app.keyboard.press('ControlOrMeta+Shift+8');
  await expect.poll(() => app.evaluate(() => CSS.highlights.get('space-kept')?.size)).toBe(1);
});

test('a new term is checked against the whole file, and the segments that lack it are shown', async ({
  app,
  service,
}) => {
  const { body } = await service.post<{ data: { id: string } }>('/v1/glossaries', {
    name: 'Harbour',
    dictionaries: [{ ...PAIR, entries: [{ term: 'boat', translation: 'nave' }] }],
  });
  const content = 'The pier is old\nNothing here\nA pier and a boat';
  await reviewText(app, service, content, { ...PAIR, glossary_id: body.data.id });
  await app.keyboard.press('ControlOrMeta+d');
  await app.getByLabel('Term', { exact: true }).fill('pier');
  await app.getByLabel('Translation', { exact: true }).fill('muelle');
  await app.keyboard.press('Enter');
  await expect(app.getByText('2 segments with “pier” lack “muelle”.')).toBeVisible();
  await app.getByRole('button', { name: 'Show them' }).click();
  await expect(target(app, 3)).toBeVisible();
  await expect(target(app, 2)).toHaveCount(0);
  await app.getByRole('button', { name: 'Lacks “muelle”' }).click();
  await expect(target(app, 2)).toBeVisible();
});

test('segments are found in source and target at once, and sorted by length', async ({ app, service }) => {
  await reviewText(app, service, 'A boat\nA much longer line with a boat\nA house');
  await target(app, 1).fill('Una nave');
  await app.getByRole('button', { name: 'Filter' }).click();
  await app.getByLabel('In the source').fill('boat');
  await app.getByLabel('In the target').fill('nave');
  await app.keyboard.press('Enter');
  await expect(target(app, 2)).toHaveCount(0);
  await expect(target(app, 1)).toBeVisible();
  await app.getByRole('button', { name: 'Clear' }).click();
  await app.getByLabel('Sort').selectOption('Longest first');
  await expect(app.getByRole('textbox', { name: /^Target of segment/ }).first()).toHaveAccessibleName(
    'Target of segment 2',
  );
});

test('what confirming does is said once, when a first edit is left unconfirmed', async ({ app, service }) => {
  await reviewText(app, service, 'One line\nTwo lines\nThree lines');
  await target(app, 1).fill('Mine');
  await target(app, 2).focus();
  const hint = app.getByText('Only confirmed sentences are remembered. Ctrl+Enter confirms one.');
  await expect(hint.first()).toBeVisible();
  await target(app, 2).fill('Mine too');
  await target(app, 3).focus();
  await expect(app.getByText('2 edited, saved')).toBeVisible();
  await expect(app.locator('.toast, [role="status"]').filter({ hasText: 'Only confirmed' })).toHaveCount(1);
});
