const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  let segmenter = segmenters.get(key);
  if (!segmenter) segmenters.set(key, (segmenter = new Intl.Segmenter(language, { granularity })));
  return segmenter;
}

/** `Intl.Segmenter` rescans its text at each step, so long texts are processed in windows. UTF-16 units. */
const WINDOW = { sentence: 2_000, word: 1_000 };

/** The sentences or words of a text and everything between them; joined, they restore the text. */
export function* segmentsOf(
  plain: string,
  language: string,
  granularity: 'sentence' | 'word',
): Generator<Intl.SegmentData> {
  const segmenter = segmenterFor(language, granularity);
  let start = 0;
  while (start < plain.length) {
    const end = wholeLetterEnd(plain, start + WINDOW[granularity]);
    const segments = [...segmenter.segment(plain.slice(start, end))];
    // The last one may continue after the window: the next window begins with it.
    const whole = end < plain.length && segments.length > 1 ? segments.slice(0, -1) : segments;
    for (const segment of whole) {
      yield segment;
      start += segment.segment.length;
    }
  }
}

/** `end`, or one more to avoid cutting a surrogate pair. */
function wholeLetterEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end + 1 : end;
}
