/** Bands of matches, in the names of `word_bands`: by the lowest per cent, `new` without a match. */
export const MATCH_BANDS = ['new', 'match_50', 'match_75', 'match_85', 'match_95', 'match_100'] as const;
export type MatchBand = (typeof MATCH_BANDS)[number];
