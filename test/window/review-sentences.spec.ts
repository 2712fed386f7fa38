import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PAIR, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

const SENTENCES = { ...PAIR, format_options: '{"segmentation": "sentence"}' };
const source = (app: Page, n: number) =>
  app.getByRole('textbox', { name: `Source of segment ${n}`, exact: true });
const sources = (app: Page) => app.locator('.source .text').allInnerTexts();

/** Puts the caret behind a word of the source that has the focus. */
const caretBehind = (app: Page, word: string) =>
  app.evaluate((wanted) => {
    const node = document.activeElement!.firstChild as Text;
    document.getSelection()!.collapse(node, node.data.indexOf(wanted) + wanted.length);
  }, word);

test('a sentence is split and joined by keys; what else was edited stays with its sentence, and Undo goes back', async ({
  app,
  service,
}) => {
  const text = 'He paid 5 approx. It is much. Nobody knows why.\n\nA new paragraph.\n';
  const id = await reviewText(app, service, text, SENTENCES);
  const path = `/v1/jobs/${id}/segments`;
  const stored = async () =>
    (await service.get<{ segments: { text: string; translated_text: string }[] }>(path)).segments.map(
      (one) => [one.text, one.translated_text],
    );
  const before = await stored();
  expect(before.map(([one]) => one)).toEqual([
    'He paid 5 approx. It is much.',
    'Nobody knows why.',
    'A new paragraph.',
  ]);
  await target(app, 2).fill('Nadie.');
  await target(app, 1).focus();

  await app.keyboard.press('F2');
  await expect(source(app, 1)).toBeFocused();
  // Nothing that is typed changes the source.
  await app.keyboard.type('x');
  await caretBehind(app, 'approx.');
  await app.keyboard.press('Enter');
  await expect(target(app, 2)).toBeFocused();
  expect(await sources(app)).toEqual([
    'He paid 5 approx.',
    'It is much.',
    'Nobody knows why.',
    'A new paragraph.',
  ]);
  await expect(target(app, 3)).toHaveText('Nadie.');
  await expect(app.getByRole('button', { name: 'All 4' })).toBeVisible();

  // An edit of a row that has moved goes to its sentence.
  await target(app, 4).fill('Otro.');
  await target(app, 1).focus();
  await expect.poll(async () => (await stored())[3]).toEqual(['A new paragraph.', 'Otro.']);
  await app.keyboard.press('ControlOrMeta+j');
  await expect(app.getByRole('button', { name: 'All 3' })).toBeVisible();
  await expect(target(app, 1)).toBeFocused();
  expect((await stored())[0]).toEqual(before[0]);

  await app.keyboard.press('ControlOrMeta+j');
  await expect(app.getByRole('button', { name: 'All 2' })).toBeVisible();
  expect((await stored())[0]![1]).toMatch(/ Nadie\.$/);
  // Across a paragraph it is refused in words.
  await app.keyboard.press('ControlOrMeta+j');
  await expect(app.getByRole('alert')).toContainText('The next segment begins another paragraph.');
  await app.getByRole('button', { name: 'Undo' }).last().click();
  await expect(app.getByRole('button', { name: 'All 3' })).toBeVisible();
  expect(await stored()).toEqual([before[0], ['Nobody knows why.', 'Nadie.'], ['A new paragraph.', 'Otro.']]);
});

test('a sentence is split from its menu, and Esc leaves the source for the translation', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One way or another\n', SENTENCES);
  await app.getByRole('button', { name: 'More for segment 1' }).click();
  await app.getByRole('menuitem', { name: 'Split in two' }).click();
  await expect(source(app, 1)).toBeFocused();
  await expect(source(app, 1)).toHaveAccessibleDescription(/Enter splits/);
  await app.keyboard.press('Escape');
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('F2');
  await caretBehind(app, 'One way');
  await app.keyboard.press('Enter');
  await expect(target(app, 2)).toBeFocused();
  // No sentence of the translation ends there: the first part has all of it, and the second wants one.
  await expect(target(app, 2)).toHaveText('');
  await expect(rowOf(app, 2)).toContainText('The translation is empty.');
});

test('what is typed while another window joins sentences goes to its own sentence, or is shown beside the present text', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, 'One is here. Two is there. Three are gone. Four.\n', SENTENCES);
  const path = `/v1/jobs/${id}/segments`;
  await expect(target(app, 4)).toBeVisible();
  await service.post(`${path}/join`, { index: 0 });
  await target(app, 4).fill('Cuatro.');
  await target(app, 1).focus();
  const texts = async () =>
    (await service.get<{ segments: { translated_text: string }[] }>(path)).segments.map(
      (one) => one.translated_text,
    );
  await expect.poll(async () => (await texts())[2]).toBe('Cuatro.');
  await expect(app.getByRole('button', { name: 'All 3' })).toBeVisible();

  // Its sentence is gone: it is kept, and nothing is overwritten.
  await service.post(`${path}/join`, { index: 1 });
  const present = await texts();
  await target(app, 2).fill('Tres.');
  await target(app, 1).focus();
  await expect(rowOf(app, 2)).toContainText('changed elsewhere');
  await expect(target(app, 2)).toHaveText('Tres.');
  expect(await texts()).toEqual(present);
});
