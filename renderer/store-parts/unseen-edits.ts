import { isNotFound } from '../api/errors.ts';
import type { JobRef, SegmentEdit } from '../api/review.ts';
import { keepEdits, keptEdits, keptEditsOf } from '../lib/kept-edits.ts';
import { requestsOf } from './edit-requests.ts';

interface UnseenEditsParts {
  readonly isOpen: (job: JobRef) => boolean;
  /** Stores edits, all or none. */
  readonly ask: (to: JobRef, edits: SegmentEdit[]) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Stores edits of jobs that are not open, where a refusal is not visible. */
export function createUnseenEdits({ isOpen, ask, onError }: UnseenEditsParts) {
  /** Settles once all requests have been answered. */
  let sent = Promise.resolve();

  /** Keeps and sends edits of one job. */
  function change(to: JobRef, edits: readonly SegmentEdit[]): void {
    const byIndex = new Map([...keptEditsOf(to), ...edits].map((edit) => [edit.index, edit]));
    keepEdits(to, [...byIndex.values()]);
    // Without the kept edits: a refused one would take these with it.
    void send(to, () => edits);
  }

  /** Sends what an earlier window left, of all jobs. */
  async function sendKept(): Promise<void> {
    // Read late: while another job's answer was awaited it may have been opened and changed.
    for (const { job: of } of keptEdits<JobRef>())
      await send(of, () => keptEditsOf(of).filter(({ theirs }) => theirs === undefined));
  }

  /** One request at a time, as for the job that is open. */
  function send(to: JobRef, edits: () => readonly SegmentEdit[]): Promise<void> {
    sent = sent.then(() => store(to, edits()));
    return sent;
  }

  async function store(to: JobRef, edits: readonly SegmentEdit[]): Promise<void> {
    // A job opened meanwhile has sent its kept edits itself.
    if (edits.length === 0 || isOpen(to)) return;
    try {
      for (const some of requestsOf(edits)) {
        await ask(to, some);
        // If it was opened meanwhile, it may have newer edits, which are kept and cleared as they are stored.
        if (isOpen(to)) return;
        const stored = new Map(some.map(({ index, translated_text }) => [index, translated_text]));
        const left = keptEditsOf(to).filter((one) => stored.get(one.index) !== one.translated_text);
        keepEdits(to, left);
      }
    } catch (error) {
      onError(error);
      // Its segments are gone with it.
      if (isNotFound(error)) keepEdits(to, []);
    }
  }

  return { change, sendKept };
}
