export type BlockKind = 'paragraph' | 'heading' | 'cell' | 'title' | 'quoted title' | 'alt' | 'alt in a cell';

/** How to write the targets of a block. */
export interface BlockStyle {
  readonly text: string;
  readonly kind: BlockKind;
  readonly isMdx: boolean;
  /** The text begins its block, so its first signs might look like another kind of block. */
  readonly startsBlock: boolean;
  /**
   * Blocks with several lines only: the separator between two of them, the length of the longest, and the
   * columns at which the first and others begin.
   */
  readonly lines?:
    | { readonly separator: string; readonly width: number; readonly indent: number; readonly start: number }
    | undefined;
}
