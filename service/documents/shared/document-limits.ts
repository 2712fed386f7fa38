const TEXT_CHARS = 32 * 1_048_576;
const USUAL_BYTES = 10 * 1_048_576;

let times = 1;

/** Caps follow the size of the file that this thread reads; they are the same below 10 MB. */
export function followFileSize(bytes: number): void {
  times = Math.max(1, bytes / USUAL_BYTES);
}

/** UTF-16 units of a document's text in segments: three times the amount in an ordinary file of 10 MB. */
export function maxTextChars(): number {
  return TEXT_CHARS * times;
}

/** A cap on what a file of 10 MB may be read into, for the file at hand. */
export function scaled(cap: number): number {
  return cap * times;
}

/** A segment with more inline codes than this is copied: no paragraph that people wrote has a tenth of it. */
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
   * 1,000:1 never is. A table of thousands of equal cells, as libraries write them without Word's ids, comes
   * to 350:1 at most (what repeats after 33 bytes or more costs deflate 6 bits for every 258 bytes); one byte
   * over and over, as in bombs, to 1,030:1.
   */
  ratio: 500,
  ratioFromBytes: 1_048_576,
  /** Elements of a part that is read as a tree. A thousand paragraphs need a fraction of it. */
  treeElements: 2_000_000,
  /** Elements within elements, and fields within fields. */
  xmlDepth: 256,
} as const;
