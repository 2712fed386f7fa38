import { ADDRESS_SIGN, ADDRESSES, withoutSentenceEnd } from './addresses.ts';
import { BBCODE_SIGN, bbcodeSpans } from './bbcode.ts';
import { CODE_TOKEN_SIGN, CODE_TOKENS, formulaSpans } from './code-tokens.ts';
import { icuNumbers, icuSkeleton } from './icu.ts';
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

/** Patterns by kind, in their order, each with a sign that occurs in whatever they match. */
const KINDS = [
  { patterns: [INLINE_CODE], sign: /`/u },
  { patterns: ADDRESSES, sign: new RegExp(ADDRESS_SIGN, 'u') },
  { patterns: CODE_TOKENS, sign: new RegExp(CODE_TOKEN_SIGN, 'u') },
  { patterns: TEMPLATES, sign: new RegExp(TEMPLATE_SIGN, 'u') },
];
/** The patterns of all kinds that a text may have, by these kinds: most have none or one. */
const byKinds = new Map<number, RegExp>();
/** One of these occurs in whatever else `untouchableSpans` finds. */
const OTHER_SIGN = new RegExp(['=[A-Z]', BBCODE_SIGN].join('|'), 'u');

function patternsFor(plain: string): RegExp | undefined {
  let kinds = 0;
  for (const [n, { sign }] of KINDS.entries()) if (sign.test(plain)) kinds += 1 << n;
  if (kinds === 0) return undefined;
  let all = byKinds.get(kinds);
  if (!all) {
    const sources = KINDS.flatMap(({ patterns }, n) => (kinds & (1 << n) ? patterns : []));
    byKinds.set(kinds, (all = new RegExp(sources.join('|'), 'gu')));
  }
  return all;
}

/** Whether plain text may have parts that are to come back exactly. */
export function mayHaveUntouchables(plain: string): boolean {
  return OTHER_SIGN.test(plain) || KINDS.some(({ sign }) => sign.test(plain));
}

/** The parts of plain text that are to come back exactly, in order, none overlapping another. */
export function untouchableSpans(plain: string): Span[] {
  const patterns = patternsFor(plain);
  if (!patterns && !OTHER_SIGN.test(plain)) return [];
  const spans: Span[] = [];
  for (const match of patterns ? plain.matchAll(patterns) : []) {
    const kept = withoutSentenceEnd(match[0]);
    spans.push({ start: match.index, end: match.index + kept.length });
  }
  return [icuSkeleton, icuNumbers, formulaSpans, statementSpans, bbcodeSpans].reduceRight(
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
