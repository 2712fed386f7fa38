/** A syntax whose marks in a text come back letter for letter: one row of the table in `table.ts`. */
export interface Syntax {
  /** The name in the option `syntaxes`, in `examine` and in stored jobs. */
  readonly id: string;
  /** The page or clause that defines it. */
  readonly spec: string;
  /**
   * Source of a Unicode-aware pattern. Not a RegExp: V8 takes 25 µs for each class like `\p{L}`, so patterns are compiled by their
   * first search. Every quantifier is bounded or runs over a class that cannot match what follows it, so that matching stays
   * linear; a test feeds each pattern 100 KB of repetitions of its beginning.
   */
  readonly pattern: string;
  readonly ignoresCase?: true;
  /**
   * Found in every mark and in few other texts, and cheap: only texts that contain it are searched for marks.
   * Begins with a sign, not a letter.
   */
  readonly sign: RegExp;
  /** Exceptions: no mark begins where this matches. */
  readonly not?: RegExp;
  /**
   * `word`: a part of a sentence. `wall`: a border between sentences, which no word crosses. `code`: a name
   * or an expression of a program. `address`: a location, which translators may replace by one in their
   * language.
   */
  readonly kind: 'word' | 'wall' | 'code' | 'address';
  /**
   * `prose`: unmistakable, and searched for in every text. Otherwise where it is searched for: a format
   * (`po`), the format family `strings` (message files), a flag (`c-format`), `evidence` (the job's own texts
   * show it), or `alone` (the text's word is nothing else; see `translatable.ts`).
   */
  readonly from: 'prose' | readonly string[];
  /** A form that only this syntax has: a single one in a job is enough evidence. */
  readonly sure?: RegExp;
  /** Translators localise it (keys, spreadsheet functions): `quality` does not compare it. */
  readonly isLocalised?: true;
  /**
   * Of directives: `named` values may come in any order, `numbered` ones can get the number of their value.
   */
  readonly order?: 'named' | 'numbered';
  /** Texts that are a mark, or contain one between ⟦ and ⟧. */
  readonly examples: readonly string[];
  /** Texts without a mark of it. */
  readonly prose: readonly string[];
}

/** Any of several patterns, tried in order. */
export function anyOf(...sources: readonly string[]): string {
  return sources.join('|');
}

/** `flags`: how it searches, `g` or `y`. */
export function compiled({ pattern, ignoresCase }: Syntax, flags: string): RegExp {
  return new RegExp(pattern, `${flags}u${ignoresCase ? 'i' : ''}`);
}
