/** Characters as charged by the service (code points), and words by the language's rules. */
export function countsOf(text: string, language: string): { chars: number; words: number } {
  const segmenter = new Intl.Segmenter(language === '' ? undefined : language, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return { chars: Array.from(text).length, words };
}
