import type { ShallowRef } from 'vue';
import type { JobRef } from '../api/review.ts';
import type { EditQueue } from './edit-queue.ts';
import type { ReviewChanges } from './review-changes.ts';
import type { ReviewFind } from './review-find.ts';

interface ReviewReplaceParts {
  readonly reviewed: Readonly<ShallowRef<JobRef | undefined>>;
  readonly edits: Pick<EditQueue, 'flush'>;
  readonly find: ReviewFind;
  readonly changes: Pick<ReviewChanges, 'replaceOne' | 'replaceAll'>;
}

/** Replaces matches in translations. */
export function createReviewReplace({ reviewed, edits, find, changes }: ReviewReplaceParts) {
  // A function: after an answer another job may be open.
  const isOpen = ({ id }: JobRef): boolean => reviewed.value?.id === id;

  /** Replaces the current match if it is in a translation, and goes to the next one. */
  async function replaceOne(replacement: string): Promise<void> {
    await edits.flush();
    const current = find.current.value;
    if (current?.place !== 'target') {
      await find.step(1);
      return;
    }
    const before = find.total.value;
    const [changed] = await find.replaced(replacement, current);
    if (!changed) return;
    changes.replaceOne(changed);
    await find.look(false);
    // The next match has taken its number, unless the replacement matches too.
    if (find.total.value >= before) await find.step(1);
    else if (find.ordinal.value >= find.total.value) find.ordinal.value = find.total.value - 1;
  }

  /** Replaces all matches in translations, as one step, whose undo restores each of them. `keepsConfirmed`: not in confirmed segments. */
  async function replaceAll(replacement: string, keepsConfirmed = false): Promise<void> {
    const of = reviewed.value;
    // The row that was left for this is on its way, and where the engine's answer is put back, it is not
    // known before.
    await edits.flush();
    if (!of || !isOpen(of)) return;
    await find.look(false);
    const replaced = await find.replaced(replacement);
    if (isOpen(of)) changes.replaceAll(replaced, keepsConfirmed);
  }

  return { replaceOne, replaceAll };
}
