import { fieldProblem } from '../../contract/index.ts';
import { readFragment } from '../../documents/markup/fragment.ts';
import { readMarkup } from '../../documents/markup/read-markup.ts';
import type { MarkupOptions } from '../../documents/markup/read-markup.ts';
import type { CodeRules } from '../../text/code-rules.ts';
import { codePoints, escapeText, visibleLength } from '../../text/codes.ts';
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

/** Marks texts as fragments of HTML or XML, with the client's rules for elements. */
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

/** Texts as segments, and their cost. */
export function examineTexts(texts: readonly string[], markup?: TextMarkup): ExaminedTexts {
  const options = markup && optionsOf(markup);
  const found = texts.map((text, index) =>
    options ? fragmentTexts(text, index, options) : [plainText(text)],
  );
  const sizes = found.map((segments, index) => ({
    segments: segments.length,
    chars: markup
      ? segments.reduce((sum, { text }) => sum + visibleLength(text), 0)
      : codePoints(texts[index]!),
  }));
  return {
    segments: withSyntaxes(found.flat()).segments,
    sizes,
    sourceChars: sizes.reduce((sum, { chars }) => sum + chars, 0),
  };
}

function plainText(text: string): ExaminedText {
  return { text: escapeText(text), ...(isTranslatable(text) ? {} : { copy: true }) };
}

function fragmentTexts(text: string, index: number, options: MarkupOptions): ExaminedText[] {
  if (options.isXml && !nests(text))
    throw fieldProblem(
      `text[${index}]`,
      'invalid',
      'Tag handling parsing failed: the tags of this text do not nest as XML has them. Close each element.',
    );
  return readFragment(text, options).segments.map(({ text: coded, copy, rules }) => ({
    text: coded,
    ...(copy ? { copy } : {}),
    ...(rules ? { rules } : {}),
  }));
}

/** Whether every start tag has its end tag, and every end tag its start tag. */
function nests(text: string): boolean {
  const { tokens, nesting } = readMarkup(text, { isXml: true, vocabulary: 'none' });
  return tokens.every((token, index) => {
    if (token.kind === 'end') return nesting.starts[index] !== -1;
    if (token.kind !== 'start' || token.isEmpty) return true;
    const end = nesting.ends[index]!;
    return end < tokens.length && nesting.starts[end] === index;
  });
}

/** The texts with their segments translated; a null segment stays. */
export function writeTexts(
  texts: readonly string[],
  markup: TextMarkup,
  targets: readonly (string | null)[],
): string[] {
  const options = optionsOf(markup);
  let next = 0;
  return texts.map((text) => {
    const fragment = readFragment(text, options);
    const own = targets.slice(next, (next += fragment.segments.length));
    return fragment.write(own).text;
  });
}

function optionsOf({ kind, ignored, splitting, nonSplitting }: TextMarkup): MarkupOptions {
  const lower = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));
  return {
    ...(kind === 'xml' ? { isXml: true, vocabulary: 'none' } : {}),
    ...(ignored ? { ignored: lower(ignored) } : {}),
    ...(splitting ? { splitting: lower(splitting) } : {}),
    ...(nonSplitting ? { nonSplitting: lower(nonSplitting) } : {}),
  };
}
