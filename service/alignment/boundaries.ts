import type { AlignedText } from './aligned-text.ts';

/** Between two texts: the sentence goes on, another one begins, another paragraph, or another heading, cell, list item. */
export const Boundary = { none: 0, sentence: 1, paragraph: 2, structure: 3 } as const;
export type Boundary = (typeof Boundary)[keyof typeof Boundary];

/** The boundary before each text; one more for the end. */
export type Boundaries = Uint8Array;

const ENDS = /[.!?…。！？؟।:]["'”’»)\]\s]*$/u;
const GOES_ON = /^["'“„«([\s]*\p{Ll}/u;
/** In a file of one sentence a line, lines are no paragraphs. */
const MAX_PARAGRAPHS = 0.8;

/** `paragraphs`: the number of the paragraph that each text is of. */
export function boundariesOf({ texts, paragraphs, kinds }: AlignedText): Boundaries {
  const boundaries = new Uint8Array(texts.length + 1).fill(Boundary.paragraph);
  const hasParagraphs = new Set(paragraphs).size < texts.length * MAX_PARAGRAPHS;
  for (let n = 1; n < texts.length; n++) {
    const isOther = paragraphs[n] !== paragraphs[n - 1];
    if (kinds[n] !== kinds[n - 1] || (isOther && kinds[n] !== undefined)) {
      boundaries[n] = Boundary.structure;
      continue;
    }
    if (hasParagraphs && isOther) continue;
    const goesOn = GOES_ON.test(texts[n]!) || !ENDS.test(texts[n - 1]!);
    boundaries[n] = goesOn ? Boundary.none : Boundary.sentence;
  }
  return boundaries;
}
