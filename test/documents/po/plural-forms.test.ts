import { describe, expect, it } from 'vitest';
import { pluralRule } from '../../../service/documents/po/plural-expression.ts';
import { formsOfOne, pluralFormsOf, readPluralForms } from '../../../service/documents/po/plural-forms.ts';

const COUNTS = Array.from({ length: 1_000 }, (_, n) => n);

describe('plural forms of a language', () => {
  it.each(
    'ar be bs cs cy da de dsb el en es fi fr ga gd he hr hsb hu is it ja ko lt lv mk mt nl pl pt pt-PT ro ru sk sl sr sv th tr uk vi zh'.split(
      ' ',
    ),
  )('tell apart what CLDR does: %s', (language) => {
    const { rule } = pluralFormsOf(language)!;
    const cldr = new Intl.PluralRules(language);
    const forms = new Map<number, Set<string>>();
    for (const n of COUNTS) forms.set(rule(n), (forms.get(rule(n)) ?? new Set()).add(cldr.select(n)));
    for (const categories of forms.values()) expect([...categories]).toHaveLength(1);
    expect(forms.size).toBe(new Set(COUNTS.map((n) => cldr.select(n))).size);
  });

  it('are undefined if the language is unknown', () => {
    expect(pluralFormsOf('xx')).toBeUndefined();
  });
});

describe('a header of plural forms', () => {
  it('is read as C reads it', () => {
    expect(pluralRule('n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2')!(21)).toBe(0);
    expect(pluralRule('!(n - 1) || n > 5')!(1)).toBe(1);
    for (const bad of ['EXPRESSION', 'n ==', '(n', 'n = 1', 'n; system', '', '('.repeat(500)])
      expect(pluralRule(bad)).toBeUndefined();
  });

  it('is undefined if it is incomplete, or yields a missing form', () => {
    expect(readPluralForms('nplurals=INTEGER; plural=EXPRESSION;')).toBeUndefined();
    expect(readPluralForms('nplurals=2; plural=n;')).toBeUndefined();
    expect(readPluralForms('nplurals=2; plural=n>1')).toMatchObject({ count: 2 });
  });

  it('says which form is for one, and whether for no other count', () => {
    expect(formsOfOne(pluralFormsOf('pl')!)).toEqual({ index: 0, isOnlyOne: true });
    expect(formsOfOne(pluralFormsOf('ru')!)).toEqual({ index: 0, isOnlyOne: false });
    expect(formsOfOne(pluralFormsOf('ja')!)).toBeUndefined();
  });
});
