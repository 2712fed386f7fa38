import { plainText } from '../../text/codes.ts';
import { icuSkeleton } from '../../text/icu.ts';
import type { ExtractedSegment } from '../format.ts';
import { placeOf } from '../markup/elements.ts';
import { readFragment } from '../markup/fragment.ts';
import type { MarkupFragment } from '../markup/fragment.ts';
import { readMarkup } from '../markup/read-markup.ts';

/** An end tag of a block, or a text that begins with a start tag: most cells have neither. */
const ANY_BLOCK = /<\/[a-z][a-z\d]{0,20}\s{0,9}>|^\s{0,99}<[a-z]/i;

/**
 * The texts of a cell or line that contains HTML: one for each `<li>`, `<td>`, `<option>`, `<h1>`, `<p>`,
 * with inline elements as codes. `joinBlocks` restores the cell. A cell without a block stays as it is: its
 * tags are masked.
 */
export function splitBlocks(cell: ExtractedSegment, from: string | undefined): readonly ExtractedSegment[] {
  const { text, copy, rules, target, maxChars, group, key, note } = cell;
  // With codes already: a cell whose parts differ in format.
  if (copy || rules || target !== undefined || maxChars !== undefined || group !== undefined) return [cell];
  if (!text.includes('&lt;') || text.includes('<')) return [cell];
  const source = plainText(text);
  if (!ANY_BLOCK.test(source) || !holdsBlock(source) || icuSkeleton(source).length > 0) return [cell];
  const { segments } = fragmentOf(source, from);
  if (segments.length === 0) return [cell];
  return segments.map((segment, n) => ({
    ...segment,
    ...(key === undefined ? {} : { key }),
    ...(note === undefined ? {} : { note }),
    block: n === 0 ? { n, source } : { n },
  }));
}

export function fragmentOf(source: string, from: string | undefined): MarkupFragment {
  return readFragment(source, { from, keepsAttributes: true });
}

/** An element with both tags, or one that begins the text; not a tag mentioned in prose (`Use <p> here`). */
function holdsBlock(source: string): boolean {
  const { tokens, nesting } = readMarkup(source);
  return tokens.some(
    (token, index) =>
      token.kind === 'start' &&
      placeOf(token.name) === 'block' &&
      (source.slice(0, token.start).trim() === '' || nesting.starts[nesting.ends[index]!] === index),
  );
}
