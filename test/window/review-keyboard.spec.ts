import { expect } from '@playwright/test';
import { cutOff } from './support/cut-off.ts';
import { reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('flags have their sentences beside the row, are a filter and the next stop', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nIt began in 1984\nThe last line');
  await target(app, 2).fill('It ended in 1948');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 3)).toBeFocused();
  await expect(rowOf(app, 2)).toContainText(/Number .*1984/);
  await app.keyboard.press('Alt+ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  await app.getByRole('button', { name: 'Flagged 1' }).click();
  await expect(app.getByRole('textbox', { name: /^Target of/ })).toHaveCount(1);
  await expect(target(app, 2)).toBeVisible();
  await app.getByRole('button', { name: 'All 3' }).click();
  await expect(target(app, 3)).toBeVisible();
  await app.keyboard.press('ControlOrMeta+f');
  await expect(app.getByRole('searchbox')).toBeFocused();
  await app.keyboard.type('LAST');
  await expect(app.getByRole('textbox', { name: /^Target of/ })).toHaveCount(1);
  await expect(app.getByText('1 segment found.')).toBeAttached();
  await app.keyboard.type(' of all');
  await expect(app.getByText('No matching segments.')).toBeVisible();
});

/** Runs in the page. */
function textBehindCaret(): string | undefined {
  const selection = getSelection();
  if (!selection?.focusNode || !document.activeElement) return undefined;
  const range = document.createRange();
  range.selectNodeContents(document.activeElement);
  range.setStart(selection.focusNode, selection.focusOffset);
  return range.toString();
}

test('the arrows go through a text line by line, and from its last and first line to the next row', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nTwo lines\nThe last line');
  await target(app, 2).fill(`Wrapped ${'over several lines '.repeat(12)}`);
  await target(app, 1).focus();
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 3)).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(target(app, 3)).toBeFocused();
  // Upwards at the end of the row before, which is its last line.
  await app.keyboard.press('ControlOrMeta+Home');
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  // The caret comes a moment after the focus.
  await expect.poll(() => app.evaluate(textBehindCaret)).toBe('');
  await app.keyboard.type('and the end');
  await expect(target(app, 2)).toHaveText(/lines and the end$/);
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 2)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+Home');
  await app.keyboard.press('ArrowUp');
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('Tab');
  await expect(target(app, 2)).toBeFocused();
});

test.describe('at 200 % zoom, where the window has 640 × 400 px', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('most of the height is for the segments, and the edited one is in view whole', async ({
    app,
    service,
  }) => {
    const long = (n: number) => `Sentence ${n} of a letter that is longer than one line of a narrow column.`;
    await reviewText(app, service, [1, 2, 3, 4, 5, 6].map(long).join('\n'));
    const table = app.getByRole('table', { name: 'Segments' });
    const room = await table.evaluate((one) => one.parentElement!.clientHeight);
    expect(room).toBeGreaterThan(240);
    expect(await cutOff(app)).toEqual([]);
    for (const n of [2, 3, 4, 5, 6]) {
      await app.keyboard.press('ControlOrMeta+Enter');
      await expect(target(app, n)).toBeFocused();
      await expect(rowOf(app, n)).toBeInViewport({ ratio: 1 });
    }
  });
});

test('Esc and keys in the palette, the list of keys and a menu are for them alone', async ({
  app,
  service,
}) => {
  await reviewText(app, service, 'One line\nTwo lines');
  await app.keyboard.press('ControlOrMeta+k');
  const palette = app.getByRole('combobox', { name: 'Commands' });
  await expect(palette).toBeFocused();
  await app.keyboard.press('ControlOrMeta+f');
  await app.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(target(app, 1)).toBeFocused();
  await app.getByRole('button', { name: 'All 2' }).focus();
  await app.keyboard.press('?');
  const keys = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(app.getByRole('menu')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('menu')).toHaveCount(0);
  await expect(app).toHaveTitle(/^Review/);
  await app.keyboard.press('Escape');
  await expect(app).toHaveTitle('Documents – Interlinear');
});
