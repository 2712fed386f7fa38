import { untouchableSpans } from '../text/patterns.ts';

const ADDRESS = /^(?:[a-z]+:|www\.)|@[\p{L}\p{N}.-]+$/iu;
const TAG = /^<\/?([A-Za-z][\w:.-]*)/;

/**
 * Placeholders and markup that only one of the two has; of addresses, which are sometimes translated, those of the source where the
 * target has fewer. Code between quotes may be put in others, and `<file>` in a manual is a word: they are none.
 */
export function differingPlaceholders(writtenSource: string, writtenTarget: string): string[] {
  const [source, target] = [unordered(writtenSource), unordered(writtenTarget)];
  const [asked, given] = [untouchables(source), untouchables(target)];
  if (asked === NONE && given === NONE) return [];
  // A script without spaces writes on right behind a placeholder, where nothing tells its end.
  const missing = asked.signs.filter((sign) => !target.includes(sign));
  const surplus = given.signs.filter((sign) => !source.includes(sign));
  const lost =
    given.addresses.length < asked.addresses.length
      ? asked.addresses.filter((address) => !target.includes(address))
      : [];
  return [...missing, ...surplus, ...lost];
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
