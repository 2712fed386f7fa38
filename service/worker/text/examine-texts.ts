import type { CodeRules } from '../../text/code-rules.ts';
import { codePoints, escapeText } from '../../text/codes.ts';
import { withSyntaxes } from '../../text/protected/evidence.ts';
import type { Active } from '../../text/protected/scan.ts';
import { isTranslatable } from '../../text/translatable.ts';

/** A plain text as a segment of a job, or one of the texts of a fragment with markup. */
export interface ExaminedText {
  /** Coded text. */
  readonly text: string;
  /** Counted, never translated. */
  readonly copy?: true;
  /** Rules of the codes that replace markup. */
  readonly rules?: CodeRules;
  /** Syntaxes whose marks it has, beside those of any prose. */
  readonly syntaxes?: Active;
}

export interface ExaminedTexts {
  /** In the order of the texts. */
  readonly segments: ExaminedText[];
  /** For each text: its segments, one unless it has markup, and its cost in code points. */
  readonly sizes: { readonly segments: number; readonly chars: number }[];
  /** Unicode code points of all texts. */
  readonly sourceChars: number;
}

/** Marks texts as fragments of HTML or XML (`examine-fragments.ts`), with the client's rules for elements. */
export interface TextMarkup {
  readonly kind: 'html' | 'xml';
  /** Names of elements whose content is kept, that begin a separate text, or that never do. */
  readonly ignored?: readonly string[];
  readonly splitting?: readonly string[];
  readonly nonSplitting?: readonly string[];
}

/** All element names in the client's options: together with the texts they are the size of the work. */
export function tagNames({ ignored = [], splitting = [], nonSplitting = [] }: TextMarkup): string[] {
  return [...ignored, ...splitting, ...nonSplitting];
}

/** Plain texts as segments, and their cost. */
export function examineTexts(texts: readonly string[]): ExaminedTexts {
  return examined(
    texts.map((text) => [{ text: escapeText(text), ...(isTranslatable(text) ? {} : { copy: true }) }]),
    (_, index) => codePoints(texts[index]!),
  );
}

/** `found`: the segments of each text; `charsOf`: its cost. */
export function examined(
  found: readonly (readonly ExaminedText[])[],
  charsOf: (segments: readonly ExaminedText[], index: number) => number,
): ExaminedTexts {
  const sizes = found.map((segments, index) => ({
    segments: segments.length,
    chars: charsOf(segments, index),
  }));
  return {
    segments: withSyntaxes(found.flat()).segments,
    sizes,
    sourceChars: sizes.reduce((sum, { chars }) => sum + chars, 0),
  };
}
