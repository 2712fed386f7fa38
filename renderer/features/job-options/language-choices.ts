import type { Choice } from '../../ui/combobox.ts';
import type { Pair } from '../../lib/pairs.ts';

/** The texts of the lists of languages, from i18n. */
export interface ChoiceWords {
  recent: string;
  ready: string;
  notReady: string;
  direction(pair: Pair): string;
}

/** The known directions. */
export interface Directions {
  /** All directions of the engines, ready or not. */
  pairs: readonly Pair[];
  isReady(pair: Pair): boolean;
  /** A hint on a direction that is not ready: how to get it. */
  offer(pair: Pair): string | undefined;
}

const PAIR_PREFIX = 'pair:';

function pairValue(pair: Pair): string {
  return `${PAIR_PREFIX}${pair.from}>${pair.to}`;
}

/** The pair behind a choice, or undefined when the choice is a language. */
export function pairOf(value: string): Pair | undefined {
  if (!value.startsWith(PAIR_PREFIX)) return undefined;
  const [from, to] = value.slice(PAIR_PREFIX.length).split('>');
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/**
 * The list of one side: recent pairs first, which set both sides, then the languages whose direction with the
 * other side is ready, then the rest. The rest can be chosen too: the window then shows why they are not
 * ready.
 */
export function languageChoices(
  side: 'from' | 'to',
  languages: readonly Choice[],
  directions: Directions,
  present: Pair,
  recent: readonly Pair[],
  words: ChoiceWords,
): Choice[] {
  const listed = new Set(directions.pairs.map((pair) => pair[side]));
  const isReady = (code: string): boolean => directions.isReady(directionWith(side, code, present));
  const known = languages.filter(({ value }) => covers(listed, value));
  const ready = known.filter(({ value }) => isReady(value));
  const isListed = new Set(ready);
  const others = known.filter(
    (language) => !isListed.has(language) && !isVariantOfOther(side, language.value, present),
  );
  const groups = [
    recent.map((pair) => ({
      value: pairValue(pair),
      label: words.direction(pair),
      group: words.recent,
    })),
    ready.map((language) => ({ ...language, group: words.ready })),
    others.map((language) => ({
      ...language,
      group: words.notReady,
      ...hintOf(directions.offer(directionWith(side, language.value, present))),
    })),
  ].filter((group) => group.length > 0);
  // A heading over the only group would be useless.
  return groups.length > 1 ? groups.flat() : (groups[0] ?? []).map(withoutGroup);
}

function hintOf(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

function withoutGroup({ value, label, hint, keywords }: Choice): Choice {
  return { value, label, ...(hint === undefined ? {} : { hint }), ...(keywords ? { keywords } : {}) };
}

/** The direction that choosing a language leads to; choosing the other side's language swaps the two. */
function directionWith(side: 'from' | 'to', code: string, present: Pair): Pair {
  const other = side === 'from' ? present.to : present.from;
  if (code === other) return { from: present.to, to: present.from };
  return side === 'from' ? { from: code, to: other } : { from: other, to: code };
}

/** `en-AU` beside `en`: nobody wants that direction, unless an engine has it. */
function isVariantOfOther(side: 'from' | 'to', code: string, present: Pair): boolean {
  const other = side === 'from' ? present.to : present.from;
  return code !== other && code.split('-')[0] === other.split('-')[0];
}

function covers(listed: ReadonlySet<string>, code: string): boolean {
  return listed.has('*') || listed.has(code) || listed.has(code.split('-')[0]!);
}
