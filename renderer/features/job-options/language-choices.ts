import type { Language } from '../../../service/contract/index.ts';
import type { LanguagePair } from '../../api/wire.ts';
import type { Choice } from '../../ui/combobox.ts';
import type { Pair } from '../../stores/pairs.ts';
import { pairFor } from '../../stores/pairs.ts';

/** What the lists of languages say, from i18n. */
export interface ChoiceWords {
  recent: string;
  all: string;
  notReady: string;
  direction(pair: Pair): string;
}

const PAIR_PREFIX = 'pair:';

export function pairValue(pair: Pair): string {
  return `${PAIR_PREFIX}${pair.from}>${pair.to}`;
}

/** The pair behind a choice, or undefined when the choice is a language. */
export function pairOf(value: string): Pair | undefined {
  if (!value.startsWith(PAIR_PREFIX)) return undefined;
  const [from, to] = value.slice(PAIR_PREFIX.length).split('>');
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/**
 * The list of one side: recent pairs first, which set both sides, then the languages that can stand there, by name. Those whose
 * direction with the other side is not ready say so, and can be chosen all the same: the reason is shown then.
 */
export function languageChoices(
  side: 'from' | 'to',
  languages: readonly Language[],
  pairs: readonly LanguagePair[],
  present: Pair,
  recent: readonly Pair[],
  words: ChoiceWords,
): Choice[] {
  const usable = languages.filter((language) => pairs.some((pair) => covers(pair[side], language.code)));
  const ready = (code: string): boolean => {
    const other = side === 'from' ? present.to : present.from;
    // The other side's own language would swap the two.
    const from = side === 'from' ? code : code === other ? present.to : other;
    const to = side === 'from' ? (code === other ? present.from : other) : code;
    return pairFor(pairs, from, to)?.ready ?? false;
  };
  const recentChoices = recent.map((pair) => ({
    value: pairValue(pair),
    label: words.direction(pair),
    group: words.recent,
  }));
  const all = [...usable]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((language) => ({
      value: language.code,
      label: language.name,
      keywords: [language.endonym, language.code],
      ...(ready(language.code)
        ? language.endonym === language.name
          ? {}
          : { hint: language.endonym }
        : { hint: words.notReady }),
      group: words.all,
    }));
  return [...recentChoices, ...(recentChoices.length > 0 ? all : all.map(withoutGroup))];
}

/** A heading over the only group says nothing. */
function withoutGroup({ value, label, hint, keywords }: Choice): Choice {
  return { value, label, ...(hint === undefined ? {} : { hint }), ...(keywords ? { keywords } : {}) };
}

function covers(listed: string, code: string): boolean {
  return listed === '*' || listed === code || listed === code.split('-')[0];
}
