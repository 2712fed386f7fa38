import { heaviestChain } from './band.ts';
import type { Anchor } from './band.ts';
import type { Likeness } from './cognates.ts';
import type { Counted } from './words.ts';

/** Sentences of the target with words in common, best first, that a sentence may belong to. */
const CANDIDATES = 2;
/** Words in more sentences than this do not place one. */
const RARE = 8;

/** The sentences that rare words of both texts place: numbers, names, cognates. They rise in both texts. */
export function anchorsOf(source: Counted, target: Counted, likeness: Likeness): Anchor[] {
  const places: number[][] = target.vocabulary.words.map(() => []);
  for (const [at, words] of target.sentences.entries())
    for (const word of new Set(words)) if (target.vocabulary.counts[word]! <= RARE) places[word]!.push(at);
  const candidates: { anchor: Anchor; weight: number }[] = [];
  for (const [at, words] of source.sentences.entries()) {
    const weights = new Map<number, number>();
    for (const word of new Set(words)) {
      if (source.vocabulary.counts[word]! > RARE) continue;
      for (const [id, probability] of likeness[word]!) {
        for (const place of places[id]!)
          weights.set(place, (weights.get(place) ?? 0) + probability / places[id]!.length);
      }
    }
    // Later places first: a chain takes one of them for each sentence of the source.
    const best = [...weights].sort((a, b) => b[1] - a[1]).slice(0, CANDIDATES);
    for (const [place, weight] of best.sort((a, b) => b[0] - a[0]))
      candidates.push({ anchor: [at, place], weight });
  }
  return heaviestChain(candidates, target.sentences.length);
}
