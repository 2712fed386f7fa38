import { ADDRESS_SIGN, ADDRESSES, withoutSentenceEnd } from './addresses.ts';
import { BBCODE_SIGN, bbcodeSpans } from './bbcode.ts';
import { icuSkeleton } from './icu.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';
import { isBetweenTexts, statementSpans, TEMPLATE_SIGN, TEMPLATES } from './templates.ts';

/**
 * Parts of running text that no engine may touch: they must come back letter for letter. Every quantifier is
 * bounded or runs over a class that cannot match what follows it, so no text makes matching slower than
 * linear.
 */

/** Code between back quotes, as in Markdown. */
const INLINE_CODE = '``[^`\\n]{1,200}``|`[^`\\n]{1,200}`';

const ALL = new RegExp([INLINE_CODE, ...ADDRESSES, ...TEMPLATES].join('|'), 'gu');
/** Signs of anything that `untouchableSpans` finds: most segments have none. */
const ANY_SIGN = new RegExp(['`', ADDRESS_SIGN, TEMPLATE_SIGN, BBCODE_SIGN].join('|'), 'u');

/** Whether plain text may have parts that are to come back exactly. */
export function mayHaveUntouchables(plain: string): boolean {
  return ANY_SIGN.test(plain);
}

/** The parts of plain text that are to come back exactly, in order, none overlapping another. */
export function untouchableSpans(plain: string): Span[] {
  if (!mayHaveUntouchables(plain)) return [];
  const spans: Span[] = [];
  for (const match of plain.matchAll(ALL)) {
    const kept = withoutSentenceEnd(match[0]);
    spans.push({ start: match.index, end: match.index + kept.length });
  }
  return [icuSkeleton, statementSpans, bbcodeSpans].reduceRight(
    (others, spansOf) => merged(spansOf(plain), others),
    spans,
  );
}

/** Parts that no word crosses: choices among texts, template statements, block tags. */
export function betweenTexts(plain: string): Span[] {
  if (!mayHaveUntouchables(plain)) return [];
  const skeleton = icuSkeleton(plain);
  const others = untouchableSpans(plain).filter(({ start, end }) => isBetweenTexts(plain.slice(start, end)));
  return merged(skeleton, others);
}
