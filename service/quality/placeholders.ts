import { mayHaveUntouchables, untouchableSpans } from '../text/patterns.ts';

const ADDRESS = /^(?:[a-z]+:|www\.)|@[\p{L}\p{N}.-]+$/iu;
const TAG = /^<\/?([A-Za-z][\w:.-]*)/;

/**
 * Placeholders and markup that only one of the two has; of addresses, which are sometimes translated, those
 * of the source where the target has fewer. Code between quotes may be put in others, and `<file>` in a
 * manual is a word: they are none.
 */
export function differingPlaceholders(writtenSource: string, writtenTarget: string): string[] {
  if (!mayHaveUntouchables(writtenSource) && !mayHaveUntouchables(writtenTarget)) return [];
  const [source, target] = [unordered(writtenSource), unordered(writtenTarget)];
  const [asked, given] = [untouchables(source), untouchables(target)];
  // A script without spaces writes on right behind a placeholder, where nothing tells its end.
  const missing = asked.signs.filter((sign) => !target.includes(sign));
  const fewer =
    isOrdered(writtenSource) || isOrdered(writtenTarget) ? [] : fewerArguments(source, target, asked.signs);
  const surplus = given.signs.filter((sign) => !source.includes(sign));
  const lost =
    given.addresses.length < asked.addresses.length
      ? asked.addresses.filter((address) => !target.includes(address))
      : [];
  return [...missing, ...fewer, ...surplus, ...lost];
}

const ARGUMENT = /^%[-+#0]{0,3}\d{0,4}(?:\.\d{1,3})?[A-Za-z@]{1,3}$/;

/** Those that are there, and not as often: a program has one value for each. */
function fewerArguments(source: string, target: string, signs: readonly string[]): string[] {
  return signs.filter((sign) => {
    if (!ARGUMENT.test(sign)) return false;
    const there = target.split(sign).length;
    return there > 1 && there < source.split(sign).length;
  });
}

function isOrdered(written: string): boolean {
  return /%\d{1,2}\$/.test(written);
}

/** The order of arguments may be another in each language: %1$s and %s are one. */
function unordered(text: string): string {
  return text.replace(/%\d{1,2}\$/g, '%');
}

interface Untouchables {
  readonly signs: readonly string[];
  readonly addresses: readonly string[];
}

/** As in most texts. */
const NONE: Untouchables = { signs: [], addresses: [] };

function untouchables(plain: string): Untouchables {
  const all = untouchableSpans(plain).map(({ start, end }) => plain.slice(start, end));
  if (all.length === 0) return NONE;
  const closed = new Set(all.flatMap((text) => (text.startsWith('</') ? [TAG.exec(text)?.[1]] : [])));
  const signs = all.filter((text) => {
    if (ADDRESS.test(text) || text.startsWith('`')) return false;
    return !text.startsWith('<') || /=|\/>$/.test(text) || closed.has(TAG.exec(text)?.[1]);
  });
  return {
    signs: [...new Set(signs)],
    addresses: [...new Set(all.filter((text) => ADDRESS.test(text)))],
  };
}
