/** UTF-16 units of a document's text as segments have it: three times what an honest file of 10 MB holds. */
export const MAX_TEXT_CHARS = 32 * 1_048_576;

/** A segment with more inline codes than this is copied: no paragraph that people wrote has a tenth of it. */
export const MAX_SEGMENT_CODES = 5_000;
