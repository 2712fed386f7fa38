/** A sentence of a text, and the space before it: joined they restore the text. */
export interface Sentence {
  /** White space between the previous sentence and this one. */
  readonly gap: string;
  readonly text: string;
  /** Start of `text`, in UTF-16 units of the whole. */
  readonly start: number;
}

export interface SplitText {
  readonly sentences: readonly Sentence[];
  /** White space after the last sentence. */
  readonly rest: string;
}

/** Splits texts of one language into sentences, by the rules of UAX 29; caches results by paragraph. */
export type Splitter = (text: string) => SplitText;

/** Not the end of a sentence: initials, and abbreviations followed by a name or number. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|cf|ca|approx|e\.g|i\.e|z\.B|bzw|Sr|Sra|Dra|Ud|pág|p|pp|art|fig)\.$/u;

export function createSplitter(language: string): Splitter {
  const segmenter = new Intl.Segmenter(language === '' ? undefined : language, { granularity: 'sentence' });
  let known = new Map<string, string[]>();

  return (text) => {
    const seen = new Map<string, string[]>();
    const sentences: Sentence[] = [];
    let gap = '';
    let at = 0;
    // A line break ends a sentence, whatever comes before it.
    for (const part of text.split(/(\r\n|\r|\n)/)) {
      const pieces = known.get(part) ?? piecesOf(part, segmenter);
      seen.set(part, pieces);
      for (const piece of pieces) {
        const body = piece.trim();
        const lead = piece.length - piece.trimStart().length;
        if (body === '') gap += piece;
        else {
          sentences.push({ gap: gap + piece.slice(0, lead), text: body, start: at + lead });
          gap = piece.slice(lead + body.length);
        }
        at += piece.length;
      }
    }
    known = seen;
    return { sentences, rest: gap };
  };
}

function piecesOf(paragraph: string, segmenter: Intl.Segmenter): string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(paragraph)) {
    const before = pieces.at(-1);
    if (before !== undefined && ABBREVIATED.test(before.trimEnd()))
      pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** Chinese, Japanese, Thai, Lao, Khmer and Burmese put no space between sentences. */
const SPACELESS = /^(?:zh|ja|th|lo|km|my)\b/;

/**
 * The separator before a sentence's translation: line breaks are kept, a space is written if the language
 * uses it.
 */
export function gapIn(language: string, gap: string, isFirst: boolean): string {
  if (isFirst || /[\r\n]/.test(gap)) return gap;
  if (SPACELESS.test(language)) return gap.replace(/^ $/, '');
  return gap === '' ? ' ' : gap;
}

/** The sentence at a place of the text, in UTF-16 units; in a gap the previous one; -1 before the first. */
export function sentenceAt(sentences: readonly Sentence[], offset: number): number {
  return sentences.findLastIndex(({ start }) => start <= offset);
}

/**
 * The old sentences at the places of the new ones: those before and after a change are kept, those within it
 * are assigned in order.
 */
export function placesAfter(
  before: readonly Sentence[],
  now: readonly Sentence[],
  shownAt: (index: number) => string | undefined,
): (string | undefined)[] {
  const shorter = Math.min(before.length, now.length);
  let tail = 0;
  while (tail < shorter && before[before.length - 1 - tail]?.text === now[now.length - 1 - tail]?.text)
    tail += 1;
  return now.map((_, index) => {
    const fromEnd = now.length - index;
    if (fromEnd <= tail) return shownAt(before.length - fromEnd);
    return index < before.length - tail ? shownAt(index) : undefined;
  });
}
