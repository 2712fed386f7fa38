import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { BOLD, actionsOn, openReview, reviewDocument, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

test('a broken code is refused with its sentence beside the row; the text stays, and other rows are saved', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  await target(app, 1).getByRole('img', { name: 'code 1 ends' }).click();
  await app.keyboard.press('Delete');
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type(' mine');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(target(app, 2)).toBeFocused();
  await expect(rowOf(app, 1)).toContainText('Not saved. Code 1 has no end.');
  await expect(target(app, 1)).toHaveAttribute('aria-invalid', 'true');
  await expect(target(app, 1)).toContainText('mine');
  await expect(app.getByText('1 not saved')).toBeVisible();

  // The file is not saved as if nothing were missing from it.
  await app.getByRole('button', { name: 'Save file' }).click();
  const open = app.getByRole('region', { name: 'Before you save' });
  await expect(open.getByRole('alert')).toHaveText(/^1 correction is not in this file/);
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Save anyway' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^harbour/);
  await app.getByRole('button', { name: 'Save file' }).click();
  await open.getByRole('button', { name: /Not saved/ }).click();
  await expect(target(app, 1)).toBeFocused();
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await expect(app.getByText('1 correction is not in the file')).toBeVisible();
  await openReview(app, 'harbour.docx');

  await target(app, 2).fill('Dos');
  await app.keyboard.press('Shift+Tab');
  await expect(rowOf(app, 2)).toContainText('Edited');
  await target(app, 1).fill('Whole again');
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(app.getByText('2 edited, saved')).toBeVisible();
});

test('codes are copied and cut as codes, never as their numbers, and none comes in twice', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  const codesOf = (n: number) => target(app, n).getByRole('img', { name: /^code 1 / });
  const before = await target(app, 1).innerHTML();
  const text = await target(app, 1).innerText();
  expect(text).not.toMatch(/\d/);
  await target(app, 1).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+x');
  await expect(target(app, 1)).toHaveText('');
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await app.keyboard.press('ControlOrMeta+z');
  await expect(codesOf(1)).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  expect(await target(app, 1).innerHTML()).toBe(before);
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 1)).toHaveText(text + text);
  await expect(codesOf(1)).toHaveCount(2);

  // From the source, and into a segment that has no codes.
  await rowOf(app, 1).locator('.source .text').click({ clickCount: 3 });
  await app.keyboard.press('ControlOrMeta+c');
  await target(app, 1).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 1)).toHaveText('The red house');
  await expect(codesOf(1)).toHaveCount(2);
  await target(app, 2).focus();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.press('ControlOrMeta+v');
  await expect(target(app, 2)).toHaveText('The red house');
  await expect(codesOf(2)).toHaveCount(0);
  await expect(app.getByText('1 code was left out: this sentence').last()).toBeVisible();
});

/** Drags what a text has between its first code and its last to the beginning of another, or of the same. */
async function dragCoded(page: Page, from: Locator, to: Locator): Promise<void> {
  const { x, y } = await from.evaluate((text) => {
    const [first, last] = text.querySelectorAll('[data-code]');
    const range = document.createRange();
    range.setStartBefore(first!);
    range.setEndAfter(last!);
    document.getSelection()!.removeAllRanges();
    document.getSelection()!.addRange(range);
    const box = range.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const box = (await to.boundingBox())!;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 1, box.y + 12, { steps: 5 });
  await page.mouse.up();
}

test('codes that are dragged go along, within their text and from the source', async ({ app, service }) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, 'Two lines']);
  const text = await target(app, 1).innerText();
  const word = await target(app, 1).evaluate(
    (editor) => editor.querySelector('[data-code]')!.nextSibling?.textContent ?? '',
  );
  const codes = target(app, 1).getByRole('img', { name: /^code 1 / });
  await dragCoded(app, target(app, 1), target(app, 1));
  await expect(target(app, 1)).toHaveText(new RegExp(`^${word} *${text.split(word)[0]}`));
  await expect(codes).toHaveCount(2);
  await target(app, 1).fill('');
  await dragCoded(app, rowOf(app, 1).locator('.source .text'), target(app, 1));
  await expect(target(app, 1)).toHaveText('red');
  await expect(codes).toHaveCount(2);
});

test('codes come in by a click in the source, by a click below and by a key; the source is copied by a key', async ({
  app,
  service,
}) => {
  await reviewDocument(app, service, [`The ${BOLD} house`, `The ${BOLD} house is old`]);
  const codes = target(app, 1).getByRole('img', { name: /^code 1 / });
  await target(app, 1).fill('Una casa');
  await expect(codes).toHaveCount(0);
  await app.keyboard.press('ControlOrMeta+a');
  // Around what is selected.
  await app.keyboard.press('ControlOrMeta+,');
  await expect(codes).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(app, 1)).toContainText('Confirmed');

  const others = target(app, 2).getByRole('img', { name: /^code 1 / });
  await target(app, 2).fill('Una casa roja');
  await rowOf(app, 2).locator('.source').getByRole('img', { name: 'code 1 starts' }).click();
  await expect(others).toHaveCount(1);
  await expect(actionsOn(app, 2)).toContainText('Code 1 has no end.');
  await actionsOn(app, 2).getByRole('button', { name: 'code 1 ends' }).click();
  await expect(others).toHaveCount(2);
  await expect(target(app, 2)).toBeFocused();
  await expect(actionsOn(app, 2)).not.toContainText('Code 1 has no end.');

  await app.keyboard.press('ControlOrMeta+b');
  await expect(target(app, 2)).toHaveText('The red house is old');
  await expect(others).toHaveCount(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(target(app, 2)).toHaveText('Una casa roja');
});
