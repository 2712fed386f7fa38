import type { ExaminedResource, WordBands } from '../../service/contract/index.ts';

/** The columns of a quote, in their order. */
export const QUOTE_BANDS = [
  'new',
  'match_50',
  'match_75',
  'match_85',
  'match_95',
  'match_100',
  'repetitions',
  'copied',
] as const satisfies readonly (keyof WordBands)[];
export type QuoteBand = (typeof QUOTE_BANDS)[number];

/** A document's word counts and texts. */
export type CountedDocument = Pick<ExaminedResource, 'word_bands' | 'texts'>;

/**
 * The words of several documents, in order: a text of an earlier document is a repetition in later ones, as
 * within a document. Exact matches of the memory stay exact matches in each.
 */
export function acrossDocuments(
  documents: readonly (CountedDocument | undefined)[],
): (WordBands | undefined)[] {
  const seen = new Set<string>();
  return documents.map((document) => {
    if (!document) return undefined;
    const bands = { ...document.word_bands };
    for (const { hash, words, band } of document.texts ?? []) {
      if (!seen.has(hash)) {
        seen.add(hash);
        continue;
      }
      // An estimated band may hold fewer words than its texts.
      const moved = Math.min(words, bands[band]);
      bands[band] -= moved;
      bands.repetitions += moved;
    }
    return bands;
  });
}

export function sumOf(bands: Partial<Record<QuoteBand, number>>): number {
  return QUOTE_BANDS.reduce((sum, band) => sum + (bands[band] ?? 0), 0);
}
