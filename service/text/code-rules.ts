/**
 * A filter's rules for a segment's codes that the coded text does not show, by the codes' ids. Written with
 * the segment, so that repairing an engine's answer and building the file keep to the same rules.
 */
export interface CodeRules {
  /** Standalone codes that no word moves across: a tab, a line break. */
  readonly walls?: readonly number[];
  /**
   * Pairs that have to be there: a link, a content control. Others are formats. Lost ones come back around
   * words.
   */
  readonly kept?: readonly number[];
  /**
   * Those of `kept` that come back empty, since they are filled from elsewhere: a control that shows data.
   */
  readonly filledLater?: readonly number[];
  /**
   * Pairs that take none of `outer` in, at any depth, but what they hold in the source: a tracked insertion.
   */
  readonly closed?: readonly number[];
  /** Codes not allowed in `closed` pairs: a link, a simple field. */
  readonly outer?: readonly number[];
}

/** The rules of a segment whose filter has none: all its pairs are formats. */
export const NO_RULES: CodeRules = {};
