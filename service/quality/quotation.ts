/** Marks of quotation in any language; not apostrophes, nor single ones, which look like them. */
const DOUBLE = /["“”„‟«»＂〝〞「」『』]/gu;
const SINGLE = /['‘’‚‹›]/u;
/** After a number the straight mark is one of inches or seconds. */
const INCHES = /\p{Nd}\s?["”″]/u;

export type QuotationFault = 'unpaired' | 'missing';

/**
 * How the target's quotation marks fail its source: one is unpaired although the source's are in pairs, or the source
 * quotes and the target does not. Which marks a language writes is its own matter.
 */
export function quotationFault(source: string, target: string): QuotationFault | undefined {
  if (INCHES.test(source) || INCHES.test(target)) return undefined;
  const [asked, given] = [count(source), count(target)];
  if (asked % 2 !== 0) return undefined;
  if (given % 2 !== 0) return 'unpaired';
  return asked > 0 && given === 0 && !SINGLE.test(target) ? 'missing' : undefined;
}

function count(text: string): number {
  return text.match(DOUBLE)?.length ?? 0;
}
