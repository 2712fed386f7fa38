import type { PreviewKind } from '../../service/contract/preview.ts';

/** What window and frame say to each other. Both check what they hear: the frame shows anybody's documents. */

/** How far a sentence is; each has a colour and a line. */
export type SentenceState = 'untranslated' | 'flagged' | 'open' | 'confirmed';

/** Words of the page for people who hear it, in the window's language. */
export interface PageWords {
  /** With `{row}` and `{state}`. */
  readonly place: string;
  readonly states: Readonly<Record<SentenceState, string>>;
  /** Title of what has no place in a drawing: chart, diagram, notes. */
  readonly chart: string;
  readonly notes: string;
  readonly picture: string;
}

/** A sentence's new text: for each of its pieces, or, where its codes moved, as a whole. */
export interface Change {
  readonly segment: number;
  readonly pieces: readonly string[];
  /** Whether the pieces are those of the copy, one by one; else their whole text goes into the first. */
  readonly inPlace: boolean;
}

export type ToFrame =
  | {
      readonly type: 'draw';
      readonly kind: PreviewKind;
      readonly fileType: string;
      readonly bytes: ArrayBuffer;
      readonly language: string;
      readonly direction: 'ltr' | 'rtl';
      readonly words: PageWords;
      /** By segment. */
      readonly states: readonly SentenceState[];
      /** Marked pieces of each segment. */
      readonly pieces: readonly number[];
      readonly current: number | undefined;
    }
  | {
      readonly type: 'states';
      readonly states: readonly (readonly [segment: number, state: SentenceState])[];
    }
  | { readonly type: 'change'; readonly changes: readonly Change[] }
  | { readonly type: 'current'; readonly segment: number | undefined }
  | {
      readonly type: 'look';
      readonly dark: boolean;
      readonly marks: boolean;
      /** Of the width; 1 fits. */
      readonly zoom: number;
    }
  | { readonly type: 'focus' };

/** Keys that the frame passes on, since it has the focus. */
export const PASSED_KEYS = ['F6', 'F8', 'shift+F8', 'alt+ArrowDown', 'alt+ArrowUp', 'Escape'] as const;
export type PassedKey = (typeof PASSED_KEYS)[number];

export type FromFrame =
  /** The frame listens. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'drawn';
      /** Segments with a place. */
      readonly placed: readonly number[];
      /** Slides, sheets or chapters; 0 where a file has none. */
      readonly pages: number;
      /** Charts and diagrams shown as boxes. */
      readonly boxes: number;
      /** Where only a part is drawn: its first segment and the one behind its last. */
      readonly part: readonly [from: number, to: number] | undefined;
    }
  | { readonly type: 'failed' }
  | { readonly type: 'click'; readonly segment: number }
  | { readonly type: 'key'; readonly key: PassedKey }
  | { readonly type: 'zoom'; readonly by: -1 | 0 | 1 };
