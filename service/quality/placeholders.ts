import { scan } from '../text/protected/scan.ts';
import type { Active } from '../text/protected/scan.ts';
import { SYNTAXES } from '../text/protected/table.ts';

const TAG = /^<\/?([A-Za-z][\w:.-]*)/;
/** Keys, spreadsheet functions, names of files and arguments: a translation has its own. */
const LOCALISED = new Set(SYNTAXES.flatMap(({ id, isLocalised }) => (isLocalised ? [id] : [])));

/**
 * Placeholders and markup that only one of the two has; of addresses, which are sometimes translated, the
 * source's if the target has fewer. Ignores names that languages write differently, and `<file>` in a manual,
 * which is a word. `syntaxes`: those that count besides the ones of any prose.
 */
export function differingPlaceholders(
  writtenSource: string,
  writtenTarget: string,
  syntaxes?: Active,
): string[] {
  // "%s of %s" may be "%2$s, %1$s"; with numbers on both sides, each must be there.
  const isNumbered = isOrdered(writtenSource) && isOrdered(writtenTarget);
  const [source, target] = [writtenSource, writtenTarget].map((text) =>
    isNumbered ? text : unordered(text),
  ) as [string, string];
  const [asked, given] = [marksIn(source, syntaxes), marksIn(target, syntaxes)];
  // A script without spaces continues directly after a placeholder, whose end is then unclear.
  const missing = asked.signs.filter((sign) => !target.includes(withoutQuotes(sign)));
  const fewer =
    isOrdered(writtenSource) || isOrdered(writtenTarget) ? [] : fewerArguments(source, target, asked.signs);
  const surplus = given.signs.filter((sign) => !source.includes(withoutQuotes(sign)));
  const lost =
    given.addresses.length < asked.addresses.length
      ? asked.addresses.filter((address) => !target.includes(address))
      : [];
  return [...missing, ...fewer, ...surplus, ...lost];
}

/** «FirstName» is a field or a quoted name. */
function withoutQuotes(sign: string): string {
  return sign.replace(/^«|»$/g, '');
}

const ARGUMENT = /^%[-+#0]{0,3}\d{0,4}(?:\.\d{1,3})?[A-Za-z@]{1,3}$/;

/** Arguments that occur less often in the target: a program has one value for each. */
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

/** Languages may order arguments differently: %1$s and %s count as one. */
function unordered(text: string): string {
  return text.replace(/%\d{1,2}\$/g, '%');
}

interface Marks {
  readonly signs: readonly string[];
  readonly addresses: readonly string[];
}

/** As in most texts. */
const NONE: Marks = { signs: [], addresses: [] };

function marksIn(plain: string, syntaxes: Active | undefined): Marks {
  const spans = scan(plain, syntaxes);
  if (spans.length === 0) return NONE;
  const textsOf = (isWanted: (span: (typeof spans)[number]) => boolean): string[] => [
    ...new Set(spans.filter(isWanted).map(({ start, end }) => plain.slice(start, end))),
  ];
  const closed = new Set(
    textsOf(() => true).flatMap((text) => (text.startsWith('</') ? [TAG.exec(text)?.[1]] : [])),
  );
  return {
    addresses: textsOf(({ kind }) => kind === 'address'),
    signs: textsOf(({ kind, syntax }) => kind !== 'address' && !LOCALISED.has(syntax)).filter(
      (text) => !text.startsWith('<') || /=|\/>$/.test(text) || closed.has(TAG.exec(text)?.[1]),
    ),
  };
}
