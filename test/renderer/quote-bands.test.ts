import { expect, it } from 'vitest';
import { acrossDocuments } from '../../renderer/lib/quote-bands.ts';

const none = { match_50: 0, match_75: 0, match_85: 0, match_95: 0, match_100: 0, copied: 0 };

it('a text of an earlier document is a repetition in a later one, from whichever band', () => {
  const first = {
    word_bands: { ...none, new: 10, match_75: 4, match_100: 3, repetitions: 2 },
    texts: [
      { hash: 'a', words: 6, band: 'new' as const },
      { hash: 'b', words: 4, band: 'new' as const },
      { hash: 'c', words: 4, band: 'match_75' as const },
    ],
  };
  const second = {
    word_bands: { ...none, new: 11, match_75: 4, repetitions: 6 },
    texts: [
      { hash: 'a', words: 6, band: 'new' as const },
      { hash: 'd', words: 5, band: 'new' as const },
      { hash: 'c', words: 4, band: 'match_75' as const },
    ],
  };
  expect(acrossDocuments([first, undefined, second])).toEqual([
    first.word_bands,
    undefined,
    { ...none, new: 5, match_75: 0, repetitions: 16 },
  ]);
  // Its own repetitions were counted already.
  expect(acrossDocuments([first, first])[1]).toEqual({ ...none, new: 0, match_100: 3, repetitions: 16 });
});
