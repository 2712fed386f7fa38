import type { Block, Paragraph } from './blocks.ts';

/** Footnotes that a raised mark refers to, taken out of the blocks. */
export function withNotes(blocks: Block[]): { blocks: Block[]; notes: Paragraph[][] } {
  return { blocks, notes: [] };
}
