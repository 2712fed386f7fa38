import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { PAIR, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('who begins to search while a review is opened goes on searching', async ({ app, service }) => {
  const { id } = (await service.upload({ name: 'guide.txt', content: 'One line\nTwo lines' }, PAIR)).body
    .data;
  await service.ended(id);
  const released = gate();
  await app.route(/\/segments\?/, async (route) => {
    await released.passed;
    await route.continue();
  });
  await app.evaluate((job) => (window.location.hash = `review/document/${job}`), id);
  await app.getByRole('searchbox').click();
  released.open();
  await expect(target(app, 1)).toBeVisible();
  await app.keyboard.type('Two');
  await expect(app.getByRole('searchbox')).toHaveValue('Two');
  await expect(app.getByText('1 segment found.')).toBeAttached();
});

test('a text is replaced in all targets at once, and one Undo puts all of them back', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'The lamp is old\nAnother line\nA lamp');
  const before = await Promise.all([1, 2, 3].map((n) => target(app, n).innerText()));
  const word = (await target(app, 3).innerText()).split(' ')[1]!;
  await app.keyboard.press('ControlOrMeta+h');
  await app.getByRole('searchbox').fill(word);
  await expect(app.getByText(/^2 matches$/)).toBeVisible();
  await expect(target(app, 2)).toHaveCount(0);
  await app.getByLabel('Only rows with matches').uncheck();
  // The buttons between are one stop.
  await app.getByRole('searchbox').press('Tab');
  await expect(app.getByRole('button', { name: 'Match case' })).toBeFocused();
  await app.keyboard.press('End');
  await expect(app.getByRole('button', { name: 'Replace', exact: true }).first()).toBeFocused();
  await app.keyboard.press('Tab');
  await expect(app.getByLabel('Replace with')).toBeFocused();
  await app.keyboard.type('XYZ');
  await app.getByRole('button', { name: 'Replace all' }).click();
  await expect(target(app, 3)).toContainText('XYZ');
  await expect(target(app, 1)).toContainText('XYZ');
  await expect(rowOf(app, 3)).toContainText('Edited');
  await expect(app.getByLabel('Replace with')).toBeFocused();
  await app.getByRole('button', { name: 'Undo' }).click();
  for (const n of [1, 2, 3]) await expect(target(app, n)).toHaveText(before[n - 1]!);
  await expect(rowOf(app, 3)).not.toContainText('Edited');
});

const painted = (app: Page, name: string) =>
  app.evaluate(
    (one) => [...(CSS.highlights.get(one) ?? [])].map((range) => (range as Range).toString()),
    name,
  );

test('matches are counted, painted and gone through; one is replaced, and the next is current', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'A lamp and a lamp\nThe red house\nLamps');
  const words = (await target(app, 1).innerText()).split(' ');
  await app.keyboard.press('ControlOrMeta+f');
  await app.keyboard.type('lamp');
  await app.getByRole('button', { name: 'Replace', exact: true }).click();
  const search = app.getByRole('search');
  // Pseudo-localisation leaves no word as it is.
  await expect(search.getByText('3 matches')).toBeVisible();
  await expect.poll(() => painted(app, 'found')).toEqual(['lamp', 'lamp', 'Lamp']);
  await search.getByRole('button', { name: 'Whole words' }).click();
  await expect(search.getByText('2 matches')).toBeVisible();
  await app.getByRole('searchbox').press('Enter');
  await app.getByRole('searchbox').press('Enter');
  await expect(search.getByText('2 of 2')).toBeVisible();
  await expect.poll(() => painted(app, 'found-current')).toEqual(['lamp']);
  await app.getByLabel('Source', { exact: true }).uncheck();
  await search.getByRole('button', { name: 'Regular expression' }).click();
  await app.getByRole('searchbox').fill(String.raw`(\S+) (\S+)$`);
  await app.getByLabel('Only rows with matches').uncheck();
  await expect(search.getByText('3 matches')).toBeVisible();
  await app.getByLabel('Replace with').fill('$2 $1');
  await app.getByRole('searchbox').press('Enter');
  await search.getByRole('button', { name: 'Replace', exact: true }).last().click();
  await expect(target(app, 1)).toHaveText([...words.slice(0, -2), words.at(-1), words.at(-2)].join(' '));
  await app.getByRole('searchbox').press('Escape');
  await expect(target(app, 2)).toBeFocused();
});

test('an invalid or endless expression says so and the window goes on', async ({ app, service }) => {
  await reviewText(app, service, `${'a'.repeat(60)}!\nTwo lines`);
  await app.keyboard.press('ControlOrMeta+f');
  await app.getByRole('button', { name: 'Regular expression' }).click();
  await app.getByRole('searchbox').fill('(a');
  await expect(app.getByText(/^Not a regular expression:/)).toBeVisible();
  await app.getByRole('searchbox').fill('^(a+)+$');
  await expect(app.getByText('This expression takes too long.')).toBeVisible();
  await app.getByRole('searchbox').fill('Tw.');
  await expect(app.getByText(/^\d match/)).toBeVisible();
});

test('state, origin and flag narrow the list together, and with what is looked for', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'There are 4711 boats\nThere are 12 boats\nA boat\nA line');
  await target(app, 1).fill('No number');
  await target(app, 2).fill('None here');
  await app.keyboard.press('ControlOrMeta+Enter');
  await target(app, 3).fill('A draft');
  await target(app, 4).focus();
  await expect(app.getByText('3 edited, saved')).toBeVisible();
  const shown = async () => (await app.locator('.source .text').allInnerTexts()).map((text) => text.trim());

  await app.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = app.getByRole('group', { name: 'Filter' });
  await filters.getByLabel('Origin').selectOption('edited');
  await expect.poll(shown).toEqual(['There are 4711 boats', 'There are 12 boats', 'A boat']);
  await filters.getByLabel('State').selectOption('draft');
  await expect.poll(shown).toEqual(['There are 4711 boats', 'A boat']);
  await filters.getByLabel('Flag').selectOption('number_mismatch');
  await expect.poll(shown).toEqual(['There are 4711 boats']);
  await expect(app.getByRole('button', { name: 'Filter · 3' })).toBeVisible();
  await filters.getByLabel('Flag').selectOption('');
  await app.keyboard.press('ControlOrMeta+f');
  await app.keyboard.type('a draft');
  await app.keyboard.press('Enter');
  await expect.poll(shown).toEqual(['A boat']);
  await app.getByRole('searchbox').fill('');
  await filters.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(shown).toHaveLength(4);
});
