/** Typical counts in texts. Millions (`many` in Spanish and French) hardly occur. */
const SAMPLE = [...Array.from({ length: 201 }, (_, n) => n), 0.5, 1.5, 2.5];

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof ORDER)[number];

/** The plural categories (CLDR) of a language, in the usual order. */
export function pluralCategories(
  language: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): PluralCategory[] {
  const { pluralCategories: used } = new Intl.PluralRules(language, { type }).resolvedOptions();
  return ORDER.filter((category) => used.includes(category));
}

/** Categories that small numbers need: for the others an app falls back to `other`. */
export function commonCategories(
  language: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): PluralCategory[] {
  const rules = new Intl.PluralRules(language, { type });
  const used = new Set(SAMPLE.map((n) => rules.select(n)));
  return ORDER.filter((category) => category === 'other' || used.has(category));
}

/** Whether forms for single numbers (`=1`) cover all whole numbers of a category. */
export function isCovered(
  category: string,
  numbers: ReadonlySet<number>,
  language: string,
  type: 'cardinal' | 'ordinal',
): boolean {
  if (category === 'other' || numbers.size === 0) return false;
  const rules = new Intl.PluralRules(language, { type });
  const own = SAMPLE.filter((n) => Number.isInteger(n) && rules.select(n) === category);
  return own.length > 0 && own.every((n) => numbers.has(n));
}

export function isPluralCategory(name: string): name is PluralCategory {
  return (ORDER as readonly string[]).includes(name);
}
