import { shallowRef } from 'vue';
import { expect, it, vi } from 'vitest';
import type { SegmentResource } from '../../service/contract/index.ts';
import type { EditQueue } from '../../renderer/store-parts/edit-queue.ts';
import type { Change } from '../../renderer/store-parts/edit-requests.ts';
import { createReviewHistory } from '../../renderer/store-parts/review-history.ts';
import { stubWindow } from '../support/window-globals.ts';

/** A document of one segment, whose changes are stored at once. */
function historyOf(target: string) {
  stubWindow();
  const said: string[] = [];
  let stored: SegmentResource = { index: 0, text: 'One', translated_text: target, edited: true, flags: [] };
  const changeAll = vi.fn((changes: ReadonlyMap<number, Change>) => {
    stored = { ...stored, translated_text: changes.get(0)?.text ?? null };
  });
  const edits = { unsaved: new Map(), lastOf: () => undefined, changeAll } as unknown as EditQueue;
  const reviewed = shallowRef({ id: 'J', kind: 'document' as const });
  const history = createReviewHistory({
    ...{ reviewed, edits, storedOf: () => stored },
    reshapeTo: () => Promise.resolve(false),
    say: (text) => said.push(text),
    tell: (text) => () => void said.push(text),
  });
  const change = (text: string): void => {
    const after = new Map([[0, { text, state: 'draft' as const }]]);
    history.recordChanges('a step', after);
    changeAll(after);
  };
  return { history, change, textNow: () => stored.translated_text };
}

it('10,000 steps are undone one by one, and of more the oldest are forgotten', async () => {
  const { history, change, textNow } = historyOf('0');
  for (let n = 1; n <= 10_005; n += 1) change(String(n));
  for (let n = 0; n < 10_000; n += 1) await history.walk('undo');
  expect(textNow()).toBe('5');
  expect(await history.walk('undo')).toBeUndefined();
  for (let n = 0; n < 10_000; n += 1) await history.walk('redo');
  expect(textNow()).toBe('10005');
});

it('steps of long texts take a bounded memory: the oldest go first', async () => {
  const { history, change, textNow } = historyOf('');
  for (let n = 1; n <= 60; n += 1) change(String(n % 10).repeat(500_000));
  let undone = 0;
  while (await history.walk('undo')) undone += 1;
  // Two texts of half a million units a step, in 20 million.
  expect(undone).toBe(20);
  expect(textNow()).toHaveLength(500_000);
});
