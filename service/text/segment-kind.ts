/**
 * What a file says that a text is, by its own marks (a style, a tag, a placeholder) and never by how it looks. Prose has
 * none. Alignments pair texts of a kind; previews and checks may ask for it.
 */
export const SEGMENT_KINDS = [
  /** The name of the document or slide. */
  'title',
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const),
  /** Of a list. */
  'item',
  /** Of a table. */
  'cell',
  'caption',
  'quote',
  /** A footnote or an endnote. */
  'note',
  'comment',
  /** A header or footer of pages. */
  'margin',
  /** Words for what is not shown: of a picture, a field, a link. */
  'label',
] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** A heading of this level, from 1; those below the sixth count as that. */
export function headingKind(level: number): SegmentKind {
  return `h${Math.min(6, Math.max(1, Math.trunc(level))) as 1 | 2 | 3 | 4 | 5 | 6}`;
}
