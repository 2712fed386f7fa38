const TEXT_CHARS = 32 * 1_048_576;
const USUAL_BYTES = 10 * 1_048_576;

let times = 1;

/** Caps grow with the size of the file that this thread reads; below 10 MB they are constant. */
export function followFileSize(bytes: number): void {
  times = Math.max(1, bytes / USUAL_BYTES);
}

/** UTF-16 units of a document's text in segments: three times the amount in an ordinary file of 10 MB. */
export function maxTextChars(): number {
  return TEXT_CHARS * times;
}

/** A cap for a file of 10 MB, scaled to the current file. */
export function scaled(cap: number): number {
  return cap * times;
}

/** A segment with more inline codes than this is copied: no human-written paragraph has a tenth of it. */
export const MAX_SEGMENT_CODES = 5_000;

/**
 * Limits of a package. The caps protect the memory of the document process; an ordinary file of 10 MB stays
 * below them, and those on sizes grow with larger files (`scaled`).
 */
export const PACKAGE_LIMITS = {
  entries: 10_000,
  /** Bytes of one part, unpacked. */
  partBytes: 128 * 1_048_576,
  /** Bytes of all parts, unpacked. */
  totalBytes: 256 * 1_048_576,
  /**
   * Unpacked to packed bytes, for parts above `ratioFromBytes`, when they are unpacked: a white bitmap of
   * 1,000:1 never is. A table of thousands of equal cells, written by libraries without Word's ids, reaches
   * at most 350:1 (a repetition at a distance of 33 bytes or more costs deflate 6 bits per 258 bytes); a
   * single repeated byte, as in bombs, reaches 1,030:1.
   */
  ratio: 500,
  ratioFromBytes: 1_048_576,
  /** Elements of a part that is read as a tree. A thousand paragraphs need a fraction of it. */
  treeElements: 2_000_000,
  /** Nesting of elements, and of fields. */
  xmlDepth: 256,
} as const;
