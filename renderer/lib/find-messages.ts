import type { FindQuery, Match } from './find.ts';

/** A searchable segment; texts in the service's notation. */
export interface SearchedText {
  readonly index: number;
  readonly source: string;
  readonly target: string;
  /** In their visible form: id and key in the file, the file's note, the reviewers' comment. '' if absent. */
  readonly notes: readonly string[];
}

export interface FindPlaces {
  readonly source: boolean;
  readonly target: boolean;
  readonly notes: boolean;
}

/** The number of matches in each part of a segment. */
export interface FoundSegment {
  readonly index: number;
  readonly source: number;
  readonly target: number;
  readonly notes: number;
}

export interface SegmentMatches {
  readonly index: number;
  readonly source: readonly Match[];
  readonly target: readonly Match[];
  /** One list a note. */
  readonly notes: readonly (readonly Match[])[];
}

export interface ReplacedText {
  readonly index: number;
  readonly text: string;
  readonly count: number;
}

interface Asked {
  readonly indexes: readonly number[];
  readonly query: FindQuery;
  /** Whether texts have inline codes. */
  readonly coded: boolean;
}

export type FindQuestion =
  | { readonly kind: 'texts'; readonly items: readonly SearchedText[] }
  | ({ readonly kind: 'search'; readonly places: FindPlaces } & Asked)
  | ({ readonly kind: 'matches'; readonly places: FindPlaces } & Asked)
  /** In targets. `only`: the number of the match in the single segment. */
  | ({ readonly kind: 'replace'; readonly with: string; readonly only?: number } & Asked);

export interface FindAnswers {
  texts: undefined;
  search: readonly FoundSegment[];
  matches: readonly SegmentMatches[];
  replace: readonly ReplacedText[];
}
