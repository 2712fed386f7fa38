import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { SegmentResource } from '../../service/contract/index.ts';
import { reviewText, rowOf, target } from './support/review.ts';
import { test } from './support/test.ts';

const LINES = [
  ...['Open the files', 'Close all files', 'Copy these files', 'The door stands open'],
  ...['Print no files', 'Move both files', 'All of these are new', 'Send no files'],
];

const painted = (app: Page) =>
  app.evaluate(() => [...(CSS.highlights.get('learned') ?? [])].map((range) => (range as Range).toString()));

test('the third equal edit changes later segments but not the open one, says why, and can be taken back', async ({
  app,
  service,
}) => {
  const id = await reviewText(app, service, LINES.join('\n'));
  const segments = async () =>
    (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments;
  const before = (await segments()).map((one) => one.translated_text!);
  const word = before[0]!.split(' ')[2]!;
  const corrected = (n: number) => before[n - 1]!.replace(word, 'archivos');
  for (const n of [1, 2, 3]) {
    await target(app, n).fill(corrected(n));
    await app.keyboard.press('ControlOrMeta+Enter');
  }
  await target(app, 5).focus();
  await expect(target(app, 6)).toHaveText(corrected(6), { timeout: 10_000 });
  await expect(target(app, 5)).toHaveText(before[4]!);
  await expect(app.getByText('2 later segments changed').first()).toBeVisible();
  await expect.poll(() => painted(app)).toEqual(['archivos', 'archivos']);
  await app.getByRole('button', { name: 'Undo' }).first().click();
  await expect(target(app, 6)).toHaveText(before[5]!);
  await expect(target(app, 8)).toHaveText(before[7]!);

  // Left, the open one follows too, and the reason is said.
  await target(app, 4).focus();
  await expect(target(app, 5)).toHaveText(corrected(5), { timeout: 10_000 });
  await target(app, 5).focus();
  const why = /archivos.*, because you changed .* to it in segments 1, 2,? and 3 \(3 times, never kept\)/;
  await expect(app.getByRole('complementary', { name: 'Learned from you' })).toContainText(why);
  await expect(rowOf(app, 5)).toContainText(why);

  // One key takes it back, another the taking back.
  await app.keyboard.press('ControlOrMeta+0');
  await expect(target(app, 5)).toHaveText(before[4]!);
  await expect.poll(async () => (await segments())[4]!.translated_text).toBe(before[4]!);
  await app.keyboard.press('ControlOrMeta+z');
  await expect(target(app, 5)).toHaveText(corrected(5));
});
