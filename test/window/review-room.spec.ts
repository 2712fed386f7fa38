import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PAIR, actionsOn, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

const LONG = 'The customer opens the report of the last year within 30 days of the contract.';
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    i % 3 === 0 ? `${LONG} ${LONG} ${i}` : `Line ${i} of the guide`,
  ).join('\n');

/** Where the row of a segment is within the rows, and how many rows after it are in sight as a whole. */
function placeOf(app: Page, n: number): Promise<{ part: number; following: number; height: number }> {
  return rowOf(app, n).evaluate((row) => {
    const view = row.closest('table')!.parentElement!.getBoundingClientRect();
    const { top, height } = row.getBoundingClientRect();
    const rows = [...row.parentElement!.querySelectorAll('[data-row]')];
    const after = rows.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top > top && box.bottom <= view.bottom + 1;
    });
    return { part: (top - view.top) / view.height, following: after.length, height };
  });
}

test('the current row stays at a third of the height, keeps its own, and its actions keep their place', async ({
  app,
  service,
}) => {
  await reviewText(app, service, lines(60), { ...PAIR, memory: 'off' });
  const placeOfActions = async (n: number) => {
    const { y, height } = (await actionsOn(app, n).boundingBox())!;
    return { y, height };
  };
  const place = await placeOfActions(1);
  expect(place.height).toBe(24);
  for (let n = 1; n <= 25; n += 1) {
    const before = (await placeOf(app, n + 1)).height;
    await app.keyboard.press('ControlOrMeta+Enter');
    await expect(target(app, n + 1)).toBeFocused();
    await expect(actionsOn(app, n + 1)).toBeVisible();
    expect(await placeOfActions(n + 1)).toEqual(place);
    const now = await placeOf(app, n + 1);
    expect(now.height).toBe(before);
    expect(now.following).toBeGreaterThanOrEqual(2);
    // The first rows have too few above them.
    if (n > 8) expect(Math.abs(now.part - 1 / 3)).toBeLessThan(0.03);
  }
  // By the pointer a row stays where it is, unless too few follow it.
  const top = await rowOf(app, 29).evaluate((row) => row.getBoundingClientRect().top);
  await target(app, 29).click();
  expect(await rowOf(app, 29).evaluate((row) => row.getBoundingClientRect().top)).toBe(top);
  await app.keyboard.press('Tab');
  await expect(target(app, 30)).toBeFocused();
  await expect.poll(async () => Math.abs((await placeOf(app, 30)).part - 1 / 3)).toBeLessThan(0.03);
});

test('in 1280 × 800 the texts have their width, with and without the side panel; the choice is kept', async ({
  app,
  service,
}) => {
  await reviewText(app, service, lines(30));
  const width = async () => (await target(app, 1).boundingBox())!.width;
  expect(await width()).toBeGreaterThan(540);
  await expect(app.getByRole('complementary')).toHaveCount(0);
  const panel = app.getByRole('button', { name: 'Matches and terms' });
  await panel.click();
  await expect(app.getByRole('complementary')).toBeVisible();
  expect(await width()).toBeGreaterThan(415);
  await panel.click();
  await expect(app.getByRole('complementary')).toHaveCount(0);
  expect(await width()).toBeGreaterThan(540);
  // Alt+Enter: the actions, with no button between two texts.
  await target(app, 1).focus();
  await app.keyboard.press('Alt+Enter');
  await app.keyboard.press('ArrowDown');
  await expect(app.getByRole('menuitem', { name: /^Compare engines/ })).toBeVisible();
  await app.keyboard.press('Escape');
});
