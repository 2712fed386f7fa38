import { describe, expect, it } from 'vitest';
import { createHistory } from '../../service/learning/doubt.ts';
import { createLetterModel } from '../../service/learning/letters.ts';
import { wordsOf } from '../../service/learning/words.ts';
import { lessonOf, trained } from './notebook.ts';

describe('doubt', () => {
  const pairs = [
    ...[1, 2, 3, 4].map((n) => [`open file ${n}`, `abre lima ${n}`, `abra el archivo ${n}`] as const),
    ...[1, 2, 3, 4].map((n) => [`the house ${n}`, `la casa ${n}`, `la casa ${n}`] as const),
  ];
  const model = trained(pairs.map(([source, engine]) => [source, engine]));
  const history = createHistory();
  for (const pair of pairs) history.add(lessonOf(pair[0], pair[1], pair[2]), model);
  const doubtOf = (source: string, engine: string) => history.doubtOf(wordsOf(source), wordsOf(engine));

  it('is greater for words that were changed before', () => {
    const [changed, kept] = [doubtOf('open file 9', 'abre lima 9'), doubtOf('the house 9', 'la casa 9')];
    expect(changed.value).toBeGreaterThan(kept.value);
    expect(changed.reasons).toEqual(expect.arrayContaining(['similar_changed', 'changed_before']));
    expect(kept.reasons).not.toContain('changed_before');
  });

  it('counts each confirmed segment', () => expect(history.size).toBe(8));
});

it('letters in an unusual order take more bits', () => {
  const letters = createLetterModel();
  for (let n = 0; n < 20; n++) letters.add('the house is open');
  expect(letters.bitsPerLetter('the house')).toBeLessThan(letters.bitsPerLetter('xqz vwkj'));
});
