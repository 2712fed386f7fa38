/** A syntax whose marks in a text come back letter for letter: one row of the table in `table.ts`. */
export interface Syntax {
  /** As `syntaxes` of a job, of `examine` and of the option names it. */
  readonly id: string;
  /** The page or clause that it follows. */
  readonly spec: string;
  /**
   * Sticky and Unicode-aware. Every quantifier is bounded or runs over a class that cannot match what follows
   * it, so that matching stays linear; a test feeds each pattern 100 KB of its own beginning.
   */
  readonly pattern: RegExp;
  /** Exceptions: no mark begins where this matches. */
  readonly not?: RegExp;
  /**
   * `word`: a part of a sentence. `wall`: a border between sentences, which no word crosses. `code`: a name or
   * an expression of a program. `address`: a place; translators change it for one in their language.
   */
  readonly kind: 'word' | 'wall' | 'code' | 'address';
  /**
   * `prose`: it can hardly be anything else and is looked for in every text. Otherwise where it is looked for:
   * a format (`po`), the format family `strings` (files of messages), a flag (`c-format`), `evidence` (the
   * job's own texts show it), or `alone` (a text's word is nothing else; see `translatable.ts`).
   */
  readonly from: 'prose' | readonly string[];
  /** A form that only this syntax has: once in a job is evidence enough. */
  readonly sure?: RegExp;
  /** Translators write it in their language (keys, functions of a sheet): `quality` does not compare it. */
  readonly isLocalised?: true;
  /** Of directives: `named` values come in any order, `numbered` ones can get the number of their value. */
  readonly order?: 'named' | 'numbered';
  /** Texts that are one mark, or have one between ⟦ and ⟧. */
  readonly examples: readonly string[];
  /** Texts in which it has no mark. */
  readonly prose: readonly string[];
}

/** Any of several patterns, tried in order, as one sticky pattern. */
export function anyOf(...sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|'), 'uy');
}
