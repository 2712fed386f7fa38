const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The plural forms of a language, in the order of CLDR's categories. */
export function pluralCategories(locale: string): Intl.LDMLPluralRule[] {
  const own = new Set(new Intl.PluralRules(locale).resolvedOptions().pluralCategories);
  return CATEGORIES.filter((category) => own.has(category));
}

/**
 * Which of a message's `one | other` forms a number takes, by Intl's rule for the language. If a message has
 * fewer forms than the language, the last serves for the rest: `many` of Spanish and French is only for
 * millions.
 */
export function pluralForm(locale: string): (count: number, forms: number) => number {
  const rules = new Intl.PluralRules(locale);
  const order = pluralCategories(locale);
  return (count, forms) => Math.min(order.indexOf(rules.select(count)), forms - 1);
}
