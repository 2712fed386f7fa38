import { shallowRef } from 'vue';
import type { CommandId } from '../../lib/key-sets.ts';

/** What the open Review can be asked to do from elsewhere, such as the palette. */
export interface ReviewActions {
  readonly run: (command: CommandId) => void;
  /** Goes to a segment by its index. */
  readonly goTo: (index: number) => void;
  /** Inserts a text at the caret. */
  readonly insert: (text: string) => void;
  /** Makes a text the translation of a segment, as a step of undo. */
  readonly putBack: (index: number, text: string) => void;
  /** The index of the current segment, -1 without one. */
  readonly current: () => number;
}

/** Undefined unless Review shows segments. */
export const reviewActions = shallowRef<ReviewActions>();

/** Spaces and signs that no keyboard has, by their commands. */
export const SPECIAL_SIGNS = {
  nbsp: '\u00a0',
  narrowSpace: '\u202f',
  thinSpace: '\u2009',
  enSpace: '\u2002',
  noBreakHyphen: '\u2011',
} as const;
