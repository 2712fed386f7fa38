import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { IS_LONG, THEMES } from '../support/effort.ts';
import { deck, shape } from '../support/ooxml.ts';
import { expectNoViolations } from './support/axe.ts';
import { BOLD, PAIR, openReview, reviewDocument, reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('each side is written in the direction of its language', async ({ app, service }) => {
  await reviewText(app, service, 'مرحبا بكم\nشكرا لكم', { from: 'ar', to: 'en-XA' });
  await expect(rowOf(app, 1).locator('[lang="ar"]')).toHaveAttribute('dir', 'rtl');
  await expect(target(app, 1)).toHaveAttribute('dir', 'ltr');
  await expect(target(app, 1)).toHaveAttribute('lang', 'en-XA');
});

/**
 * Goes through a table from its first row to its last, a page at a time. Returns which rows were in sight.
 */
function scrollThrough(table: Locator): Promise<number[]> {
  return table.evaluate(async (one) => {
    const scroller = one.parentElement!;
    const seen = new Set<number>();
    scroller.scrollTop = 0;
    for (let before = -1; scroller.scrollTop > before; scroller.scrollTop += scroller.clientHeight * 0.75) {
      // The frame that has heard of the scrolling, and the one after what it has changed.
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      const view = scroller.getBoundingClientRect();
      for (const row of one.querySelectorAll('tbody [aria-rowindex]')) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom > view.top && top < view.bottom) seen.add(Number(row.getAttribute('aria-rowindex')));
      }
      before = scroller.scrollTop;
    }
    return [...seen].sort((a, b) => a - b);
  });
}

/** More than are in the page at once, and than the first answer holds. */
const MANY = IS_LONG ? 1_100 : 300;

test(`of ${MANY} segments only those in sight are in the page, and each can be reached`, async ({
  app,
  service,
}) => {
  const lines = Array.from({ length: MANY }, (_, i) => `Line ${'of the guide '.repeat(i % 30)}`);
  await reviewText(app, service, ['It began in 1984', ...lines.slice(1)].join('\n'));
  const table = app.getByRole('table', { name: 'Segments' });
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1));
  expect(await app.getByRole('textbox', { name: /^Target of/ }).count()).toBeLessThan(100);

  // What is begun in a row that is scrolled away goes on there.
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.type('Begun');
  expect(await scrollThrough(table)).toEqual(Array.from({ length: MANY }, (_, i) => i + 2));
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.type(' and ended');
  await expect(target(app, 1)).toBeInViewport();
  await table.evaluate((one) => (one.parentElement!.scrollTop = one.scrollHeight));
  await target(app, MANY - 1).focus();
  await expect(app.getByText('1 edited, saved')).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, MANY)).toBeFocused();
  await expect(target(app, MANY)).toBeInViewport();
  await expect(rowOf(app, MANY)).toHaveAttribute('aria-rowindex', String(MANY + 1));

  // The first row has left the page: the keys bring it back.
  await expect(target(app, 1)).toHaveCount(0);
  await app.keyboard.press('Alt+ArrowDown');
  await expect(target(app, 1)).toBeFocused();
  await expect(target(app, 1)).toBeInViewport();
  await expect(target(app, 1)).toHaveText('Begun and ended');
});

for (const colorScheme of THEMES) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the review has no accessibility violations', async ({ app, service }) => {
      await reviewDocument(app, service, [`The ${BOLD} house`, 'In 1984 it began', 'The museum']);
      await target(app, 2).fill('It began in 1948');
      await target(app, 1).focus();
      await app.keyboard.press('ControlOrMeta+a');
      await app.keyboard.type('<1>');
      await target(app, 3).focus();
      await expect(rowOf(app, 2)).toContainText('Edited');
      await expectNoViolations(app);
    });
  });
}

test('of a table, row and Review say which column was read', async ({ app, service }) => {
  const { id } = (await service.upload({ name: 'list.csv', content: 'A house,Keep\nA lamp,Keep' }, PAIR)).body
    .data;
  await service.ended(id);
  await expect(app.getByRole('listitem').filter({ hasText: 'list.csv' })).toContainText('column A');
  await openReview(app, 'list.csv');
  await expect(app.getByText('column A')).toHaveAttribute('title', /All other columns stay/);
});

test('Review shows the notes of its document until they are put away', async ({ app, service }) => {
  const fields = { ...PAIR, tone: 'formal', context: 'A museum' };
  await reviewText(app, service, 'One line', fields);
  const notes = app.getByRole('region', { name: 'Notes on this file' });
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  await notes.getByRole('button', { name: '1 more' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await notes.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notes).toHaveCount(0);
});

test('slides whose text may no longer fit are links to their segments, in the row and in Review', async ({
  app,
  service,
}) => {
  const slide = (text: string, box: string) => ({
    tree: shape(`<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).replace('<a:bodyPr/>', box),
  });
  const [grows, stays] = ['<a:bodyPr><a:spAutoFit/></a:bodyPr>', '<a:bodyPr wrap="none"/>'];
  const slides = [slide('First', grows), slide('It is old. It is not new.', stays), slide('Last', stays)];
  const content = new Uint8Array(deck({ slides }));
  const fields = { ...PAIR, format_options: '{"segmentation": "sentence"}' };
  const { id } = (await service.upload({ name: 'tour.pptx', content }, fields)).body.data;
  await service.ended(id);
  const { warnings } = await service.job(id);
  expect(warnings).toMatchObject([
    { code: 'text_may_overflow', details: { places: '2, 3', segments: '1, 3' } },
  ]);
  await app.getByRole('button', { name: '1 note' }).click();
  await app.getByRole('link', { name: 'Slide 3' }).click();
  await expect(target(app, 4)).toBeFocused();
  await app.getByRole('link', { name: 'Slide 2' }).click();
  await expect(target(app, 2)).toBeFocused();
  await target(app, 1).focus();
  await app.getByRole('link', { name: 'Slide 2' }).click();
  await expect(target(app, 2)).toBeFocused();
});
