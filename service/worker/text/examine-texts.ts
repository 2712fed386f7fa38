import { codePoints, escapeText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';

/** A plain text as a segment of a job. */
export interface ExaminedText {
  /** Coded text. */
  readonly text: string;
  /** Counted, never translated. */
  readonly copy?: true;
}

export interface ExaminedTexts {
  readonly segments: ExaminedText[];
  /** Unicode code points of all texts. */
  readonly sourceChars: number;
}

/** What a batch's texts are as segments, and what they cost. */
export function examineTexts(texts: readonly string[]): ExaminedTexts {
  return {
    segments: texts.map((text) => ({
      text: escapeText(text),
      ...(isTranslatable(text) ? {} : { copy: true }),
    })),
    sourceChars: texts.reduce((sum, text) => sum + codePoints(text), 0),
  };
}
