/**
 * What a package may hold. The caps protect the memory of the document thread; an honest file of 10 MB stays far below
 * them (the highest ratio of a real part above 1 MB is 121:1).
 */
export const PACKAGE_LIMITS = {
  entries: 10_000,
  /** Bytes of one part, unpacked. */
  partBytes: 128 * 1_048_576,
  /** Bytes of all parts, unpacked. */
  totalBytes: 256 * 1_048_576,
  /** Unpacked to packed bytes, for parts above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 1_048_576,
  /** Elements of a part that is read as a tree. The thousand paragraphs a document may have need a fraction of it. */
  treeElements: 2_000_000,
  /** Elements within elements. */
  xmlDepth: 256,
} as const;
