import { baseLanguage } from '../../contract/index.ts';
import { pluralRule } from './plural-expression.ts';
import type { PluralRule } from './plural-expression.ts';

export interface PluralForms {
  readonly count: number;
  readonly rule: PluralRule;
  /** As written in the header. */
  readonly written: string;
}

const EAST_SLAVIC =
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);';
const ROMANIAN = 'nplurals=3; plural=(n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2);';
const CZECH = 'nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);';
const SORBIAN = 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);';

/** Languages with rules beyond "one and other", by CLDR and the table of gettext's msginit. */
const RULES: Readonly<Record<string, string>> = {
  ar: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  be: EAST_SLAVIC,
  bs: EAST_SLAVIC,
  cs: CZECH,
  cy: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);',
  dsb: SORBIAN,
  ga: 'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4);',
  gd: 'nplurals=4; plural=(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=10 || n>=13 && n<=19 ? 2 : 3);',
  he: 'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);',
  hr: EAST_SLAVIC,
  hsb: SORBIAN,
  is: 'nplurals=2; plural=(n%10==1 && n%100!=11 ? 0 : 1);',
  lt: 'nplurals=3; plural=(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && n%10<=9 && (n%100<11 || n%100>19) ? 1 : 2);',
  lv: 'nplurals=3; plural=(n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2);',
  mk: 'nplurals=2; plural=(n%10==1 && n%100!=11 ? 0 : 1);',
  mt: 'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n==0 || n%100>=3 && n%100<=10 ? 2 : n%100>=11 && n%100<=19 ? 3 : 4);',
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  ro: ROMANIAN,
  ru: EAST_SLAVIC,
  sk: CZECH,
  sl: 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
  sr: EAST_SLAVIC,
  uk: EAST_SLAVIC,
};

/** Counts that distinguish the forms of every language. */
const SAMPLES = Array.from({ length: 301 }, (_, n) => n);
const MAX_FORMS = 10;

/** Parses a `Plural-Forms` header; undefined if it is open (`nplurals=INTEGER`) or invalid. */
export function readPluralForms(header: string | undefined): PluralForms | undefined {
  const [, digits, expression] =
    /nplurals\s*=\s*(\d{1,3})\s*;\s*plural\s*=\s*([^;]+)/.exec(header ?? '') ?? [];
  const count = Number(digits);
  const rule = expression === undefined ? undefined : pluralRule(expression);
  if (!rule || count < 1 || count > MAX_FORMS) return undefined;
  if (SAMPLES.some((n) => rule(n) < 0 || rule(n) >= count)) return undefined;
  return { count, rule, written: header! };
}

/** The forms of a language; undefined if CLDR lacks it. */
export function pluralFormsOf(language: string): PluralForms | undefined {
  const primary = baseLanguage(language);
  const known = RULES[primary];
  if (known !== undefined) return readPluralForms(known);
  if (Intl.PluralRules.supportedLocalesOf(primary).length === 0) return undefined;
  const rules = new Intl.PluralRules(language);
  // Fractions and millions (Spanish and French "many") have no separate form in gettext.
  const isOne = (n: number) => rules.select(n) === 'one';
  if (SAMPLES.every((n) => !isOne(n))) return readPluralForms('nplurals=1; plural=0;');
  if (SAMPLES.every((n) => isOne(n) === n <= 1)) return readPluralForms('nplurals=2; plural=(n > 1);');
  return readPluralForms('nplurals=2; plural=(n != 1);');
}

/** The forms for a count of one, and whether they serve no other count. */
export function formsOfOne({
  count,
  rule,
}: PluralForms): { readonly index: number; readonly isOnlyOne: boolean } | undefined {
  if (count === 1) return undefined;
  const index = rule(1);
  return { index, isOnlyOne: SAMPLES.every((n) => n === 1 || rule(n) !== index) };
}
