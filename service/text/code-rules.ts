/**
 * A filter's rules for a segment's codes that the coded text does not show, by code id. Stored with the
 * segment, so that repairing an engine's answer and building the file follow the same rules.
 */
export interface CodeRules {
  /** Standalone codes that no word moves across: a tab, a line break. */
  readonly walls?: readonly number[];
  /** Pairs that must survive, such as links; others are formats. Lost ones are restored around words. */
  readonly kept?: readonly number[];
  /** Those of `kept` that are restored empty: they are filled from elsewhere, as by bound data. */
  readonly filledLater?: readonly number[];
  /** Pairs that may contain no `outer` ones beyond the source's: a tracked insertion. */
  readonly closed?: readonly number[];
  /** Codes not allowed in `closed` pairs: a link, a simple field. */
  readonly outer?: readonly number[];
}

/** The rules of a segment whose filter has none: all its pairs are formats. */
export const NO_RULES: CodeRules = {};
