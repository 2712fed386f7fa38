import type { SegmentState } from '../../service/contract/index.ts';
import { ownItem, storeLocally } from './local-item.ts';

/** A change of a translation that waits for the service's confirmation. */
export interface KeptEdit {
  index: number;
  translated_text: string | null;
  state?: SegmentState;
  repeats?: true;
  /** The segment's source: after a split or a join elsewhere the index may belong to another segment. */
  source?: string;
  /**
   * The text that another window or program has stored meanwhile: the user must choose, so this edit is not
   * sent automatically.
   */
  theirs?: string | null;
}

interface KeptJob<Ref> {
  job: Ref;
  edits: KeptEdit[];
}

const itemOf = (id: string): string => ownItem(`edits.${id}`);

/**
 * By job and segment, the entries that this window wrote or took over: the rest belongs to other open
 * windows.
 */
const own = new Map<string, Map<number, string | null>>();

/**
 * Keeps a reviewer's edits until the service has stored them, so that nothing is lost if the window closes
 * during a request, or while the service is away. Replaces this window's kept edits of the job; of two
 * windows' edits of a segment the later one stays. An empty list removes them.
 */
export function keepEdits(job: { id: string }, edits: readonly KeptEdit[]): void {
  const item = itemOf(job.id);
  const before = own.get(job.id);
  const said = textsOf(edits);
  const others = storedOf(job).filter(
    ({ index, translated_text: text }) =>
      !said.has(index) && !(before?.has(index) && before.get(index) === text),
  );
  own.set(job.id, said);
  const all = [...others, ...edits];
  if (all.length === 0) localStorage.removeItem(item);
  else storeLocally(item, JSON.stringify({ job, edits: all }));
}

/** The edits left by earlier windows, job by job. */
export function keptEdits<Ref extends { id: string } = { id: string }>(): KeptJob<Ref>[] {
  const items = Object.keys(localStorage).filter((item) => item.startsWith(itemOf('')));
  return items.flatMap((item) => {
    try {
      const kept = JSON.parse(localStorage.getItem(item) ?? 'null') as unknown;
      return isKept<Ref>(kept, item) ? [kept] : [];
    } catch {
      return [];
    }
  });
}

/** Number of a job's changes that are not stored yet. */
export function countKeptEdits(job: { id: string }): number {
  return storedOf(job).length;
}

/**
 * The kept edits of one job now. The caller takes them over: the next `keepEdits` removes those it does not
 * name.
 */
export function keptEditsOf(job: { id: string }): readonly KeptEdit[] {
  const edits = storedOf(job);
  own.set(job.id, new Map([...(own.get(job.id) ?? []), ...textsOf(edits)]));
  return edits;
}

function storedOf({ id }: { id: string }): readonly KeptEdit[] {
  return keptEdits().find(({ job }) => job.id === id)?.edits ?? [];
}

function textsOf(edits: readonly KeptEdit[]): Map<number, string | null> {
  return new Map(edits.map(({ index, translated_text: text }) => [index, text]));
}

function isKept<Ref extends { id: string }>(value: unknown, item: string): value is KeptJob<Ref> {
  const { job, edits } = (value ?? {}) as Partial<KeptJob<Ref>>;
  return job !== undefined && itemOf(job.id) === item && Array.isArray(edits) && edits.every(isEdit);
}

function isEdit(value: unknown): value is KeptEdit {
  const { index, translated_text: text } = (value ?? {}) as Partial<KeptEdit>;
  return Number.isInteger(index) && (text === null || typeof text === 'string');
}
