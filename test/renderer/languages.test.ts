import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/i18n/en.ts';
import { LANGUAGE_CODES, LANGUAGES, languageOf } from '../../renderer/i18n/languages.ts';
import type { LanguageOfWindow } from '../../renderer/i18n/languages.ts';
import { pluralCategories, pluralForm } from '../../renderer/i18n/plural-form.ts';

function textsOf(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : textsOf(value as object, `${prefix}${name}.`),
  );
}
const formsOf = (text: string): string[] => text.split(' | ');
const namesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!))].sort();
const english = textsOf(en);

describe.each(LANGUAGE_CODES.filter((code) => code !== 'en'))('the window in %s', (code) => {
  const { load }: LanguageOfWindow = LANGUAGES[code];
  const texts = async () => new Map(textsOf((await load()).default));

  it('has every text, and no other', async () => {
    expect([...(await texts()).keys()].sort()).toEqual(english.map(([key]) => key).sort());
  });

  it('fills in the same names in each', async () => {
    const own = await texts();
    const differing = english.filter(
      ([key, text]) => namesIn(own.get(key) ?? '').join() !== namesIn(text).join(),
    );
    expect(differing).toEqual([]);
    // A form for one or two may say its number in words.
    const lacking = english.filter(([key, text]) =>
      formsOf(own.get(key) ?? '').some((form) =>
        namesIn(text).some((name) => name !== 'n' && !namesIn(form).includes(name)),
      ),
    );
    expect(lacking.map(([key]) => key)).toEqual([]);
  });

  it('has a form for each of its plurals', async () => {
    const own = await texts();
    // `many` of Spanish and French is for millions alone, and reads as `other`.
    const wanted = pluralCategories(code).length === 3 ? 2 : pluralCategories(code).length;
    const wrong = english.filter(
      ([key, text]) => formsOf(own.get(key) ?? '').length !== (text.includes(' | ') ? wanted : 1),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('is translated, and does not shout', async () => {
    const own = await texts();
    // Words alone may be the same: Segment, Notes, Documents.
    const left = english.filter(
      ([key, text]) =>
        own.get(key) === text && (text.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 2,
    );
    expect(left).toEqual([]);
    expect([...own.values()].filter((text) => /[!！]/.test(text))).toEqual([]);
  });
});

describe('French', () => {
  it('has no-break spaces where its typography wants them', async () => {
    const { default: fr } = await LANGUAGES.fr.load();
    expect(textsOf(fr).filter(([, text]) => / [;:?!»]|« | '/.test(text))).toEqual([]);
  });
});

describe('the language of the window', () => {
  it("is the first of the system's that there is, else English", () => {
    expect(languageOf(['pt-BR', 'fr-CA', 'de'])).toBe('fr');
    expect(languageOf(['AR-eg'])).toBe('ar');
    expect(languageOf(['pt', 'ja'])).toBe('en');
    expect(languageOf([])).toBe('en');
  });

  it('follows the plural rule of CLDR', () => {
    const arabic = pluralForm('ar');
    expect([0, 1, 2, 3, 10, 11, 99, 100, 103].map((count) => arabic(count, 6))).toEqual([
      0, 1, 2, 3, 3, 4, 4, 5, 3,
    ]);
    expect([0, 1, 2, 1_000_000].map((count) => pluralForm('fr')(count, 2))).toEqual([0, 0, 1, 1]);
    expect([0, 1, 2].map((count) => pluralForm('en')(count, 2))).toEqual([1, 0, 1]);
  });
});
