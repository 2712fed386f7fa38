/** UTF-16 units of a document's text as segments have it: three times what an honest file of 10 MB holds. */
export const MAX_TEXT_CHARS = 32 * 1_048_576;

/** A segment with more inline codes than this is copied: no paragraph that people wrote has a tenth of it. */
export const MAX_SEGMENT_CODES = 5_000;

/**
 * What a package may hold. The caps protect the memory of the document thread; an honest file of 10 MB stays below them.
 */
export const PACKAGE_LIMITS = {
  entries: 10_000,
  /** Bytes of one part, unpacked. */
  partBytes: 128 * 1_048_576,
  /** Bytes of all parts, unpacked. */
  totalBytes: 256 * 1_048_576,
  /**
   * Unpacked to packed bytes, for parts above `ratioFromBytes`, when they are unpacked: a white bitmap of 1,000:1 never is. A table of thousands of equal cells, as libraries write them
   * without Word's ids, comes to 350:1 at most (what repeats after 33 bytes or more costs deflate 6 bits for every 258
   * bytes); one byte over and over, as in bombs, to 1,030:1.
   */
  ratio: 500,
  ratioFromBytes: 1_048_576,
  /** Elements of a part that is read as a tree. The thousand paragraphs a document may have need a fraction of it. */
  treeElements: 2_000_000,
  /** Elements within elements, and fields within fields. */
  xmlDepth: 256,
  /** UTF-16 units of text in a part that is read as a tree, or in an element of any other. */
  textChars: MAX_TEXT_CHARS,
} as const;
