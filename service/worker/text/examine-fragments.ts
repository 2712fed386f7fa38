import { fieldProblem } from '../../contract/index.ts';
import { readFragment } from '../../documents/markup/fragment.ts';
import { readMarkup } from '../../documents/markup/read-markup.ts';
import type { MarkupOptions } from '../../documents/markup/read-markup.ts';
import { visibleLength } from '../../text/codes.ts';
import { examined } from './examine-texts.ts';
import type { ExaminedText, ExaminedTexts, TextMarkup } from './examine-texts.ts';

/** Texts with markup as segments, and their cost. */
export function examineFragments(texts: readonly string[], markup: TextMarkup): ExaminedTexts {
  const options = optionsOf(markup);
  return examined(
    texts.map((text, index) => fragmentTexts(text, index, options)),
    (segments) => segments.reduce((sum, { text }) => sum + visibleLength(text), 0),
  );
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
