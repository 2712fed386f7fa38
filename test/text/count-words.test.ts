import { describe, expect, it } from 'vitest';
import { countWords } from '../../service/text/count-words.ts';
import { IS_LONG } from '../support/effort.ts';
import { expectLinear } from '../support/linear.ts';

const bySegmenter = (text: string): number =>
  [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length;

describe('the words of a text', () => {
  it.each([
    '',
    ' … — !',
    'The harbour is open.',
    "Don't say it’s 3.14 or 1,234.5; say e.g. 10:30.",
    'snake_case, kebab-case, a/b, C++ and naïve café',
    'Ein „Wort“ – und noch eins.',
    'Привет, мир! Γειά σου. שלום עולם, مرحبا بالعالم',
    'नमस्ते दुनिया, 한국어 문장입니다',
    'www.example.org me@example.org 50 % §12 №5',
  ])('are those that Intl.Segmenter finds: %j', (text) => {
    expect(countWords(text)).toBe(bySegmenter(text));
  });

  it('are divided by a dictionary where there are no spaces', () => {
    expect(countWords('今日はいい天気です。')).toBeGreaterThan(3);
    const line = '我们今天去港口看船。';
    expect(countWords(line.repeat(10_000))).toBeCloseTo(countWords(line) * 10_000, -4);
  });

  it.each(['a', '1,', 'ab.', 'ا'])('are counted where a file of 10 MB is one: %j', (part) => {
    const count = countWords(part.repeat(10_485_760 / part.length));
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(10_000);
  });

  if (IS_LONG)
    it.each(['word ', 'a.', "a'", '1,', 'é\u0301', '我们'])(
      'are counted in linear time: %j',
      async (part) => {
        await expectLinear((n) => part.repeat(n), countWords, 50_000);
      },
    );
});
