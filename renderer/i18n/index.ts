import { createI18n } from 'vue-i18n';
import { en } from './en.ts';

const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * Which of a message's `one | other` forms a number takes, by the language's own rule as Intl knows it. Messages write
 * their forms in the order of CLDR's categories, leaving out those the language has not.
 */
function pluralForm(locale: string): (count: number, forms: number) => number {
  const rules = new Intl.PluralRules(locale);
  const own = new Set(rules.resolvedOptions().pluralCategories);
  const order = CATEGORIES.filter((category) => own.has(category));
  return (count, forms) => Math.min(order.indexOf(rules.select(count)), forms - 1);
}

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en },
  pluralRules: { en: pluralForm('en') },
});
