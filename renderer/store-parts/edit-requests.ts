import { LIMITS } from '../../service/contract/api-limits.ts';
import type { SegmentState } from '../../service/contract/index.ts';
import type { SegmentEdit } from '../api/review.ts';

/** The user's version of a translation. */
export interface Change {
  /** null restores the engine's answer. */
  text: string | null;
  /** The engine's answer that null restores, if known: shown until the service has answered. */
  restored?: string | undefined;
  /** If absent, a different text becomes a draft. */
  state?: SegmentState | undefined;
  /** Whether equal segments that are not confirmed are changed too. */
  repeats?: true | undefined;
  /** The expected source, for a change left by an earlier window. */
  source?: string | undefined;
}

export function editsOf(changes: ReadonlyMap<number, Change>): SegmentEdit[] {
  return [...changes].map(([index, change]) => editOf(index, change));
}

/**
 * As many requests as the edits need, each within the service's limit, and each with or without repetitions.
 */
export function requestsOf(edits: readonly SegmentEdit[]): SegmentEdit[][] {
  const requests: SegmentEdit[][] = [];
  for (const repeats of [undefined, true]) {
    const alike = edits.filter((edit) => edit.repeats === repeats);
    for (let start = 0; start < alike.length; start += LIMITS.editedSegments)
      requests.push(alike.slice(start, start + LIMITS.editedSegments));
  }
  return requests;
}

export function editOf(index: number, { text, state, repeats, source }: Change): SegmentEdit {
  return {
    index,
    translated_text: text,
    ...(state === undefined ? {} : { state }),
    ...(repeats ? { repeats } : {}),
    ...(source === undefined ? {} : { source }),
  };
}

export function changeOf({ translated_text: text, state, repeats, source }: SegmentEdit): Change {
  return {
    text,
    ...(state === undefined ? {} : { state }),
    ...(repeats ? { repeats } : {}),
    ...(source === undefined ? {} : { source }),
  };
}
