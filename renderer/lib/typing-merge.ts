/** Maximum milliseconds between the keys of one step. */
const PAUSE_MS = 1_000;

type Kind = 'insert' | 'remove' | 'replace' | 'block';

/** Which changes of a text belong to one step of undo: a word typed, or a run of letters deleted. */
export function createTypingMerge(now: () => number = () => performance.now()) {
  let last: { place: number; kind: Kind; inserted: string; text: string; at: number } | undefined;

  /** Whether a change continues the last one. */
  function goesOn(place: number, before: string, text: string, isComposing: boolean): boolean {
    if (last?.place !== place || last.text !== before || now() - last.at >= PAUSE_MS) return false;
    if (isComposing) return true;
    const { kind, inserted } = changeBetween(before, text);
    if (kind === 'block' || kind === 'replace' || last.kind === 'block') return false;
    if (kind !== last.kind && !(last.kind === 'replace' && kind === 'insert')) return false;
    return !(kind === 'insert' && /\s$/.test(last.inserted) && /^\S/.test(inserted));
  }

  /** Notes a change, whether or not it continues another. */
  function began(place: number, before: string, text: string): void {
    last = { place, ...changeBetween(before, text), text, at: now() };
  }

  /** The next change begins a step. */
  const end = (): void => void (last = undefined);

  return { goesOn, began, end };
}

/** How a text became another. A single letter or a surrogate pair is typed; anything longer is a block. */
function changeBetween(before: string, text: string): { kind: Kind; inserted: string } {
  const { start, end } = changedPart(before, text);
  const inserted = text.slice(start, end);
  const removed = before.length - (text.length - inserted.length);
  if (Array.from(inserted).length > 1) return { kind: 'block', inserted };
  // Of a selection that is typed over, the first letter may have been there.
  if (inserted === '') return { kind: removed > 2 ? 'replace' : 'remove', inserted };
  return { kind: removed > 0 ? 'replace' : 'insert', inserted };
}

/** The part of `text` that is not in `before`: its start and end, in elements. */
export function changedPart(
  before: ArrayLike<unknown>,
  text: ArrayLike<unknown>,
): { start: number; end: number } {
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  return { start, end: text.length - same };
}
