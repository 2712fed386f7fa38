import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/i18n/en.ts';
import { fillText } from '../../i18n/fill-text.ts';
import { LANGUAGE_CODES, languageOf } from '../../i18n/languages.ts';
import { pluralCategories, pluralForm } from '../../i18n/plural-form.ts';
import { SHELL_TEXTS } from '../../electron/main/language/words.ts';
import { LOADERS } from '../../renderer/i18n/languages.ts';
import type { LanguageCode } from '../../i18n/languages.ts';
import type { Loader } from '../../renderer/i18n/languages.ts';

function textsOf(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : textsOf(value as object, `${prefix}${name}.`),
  );
}
const formsOf = (text: string): string[] => text.split(' | ');
const namesIn = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!))].sort();
/** The texts of window and shell, in each language. */
const CATALOGUES: Record<string, (code: LanguageCode) => Promise<object>> = {
  window: async (code) => {
    const load: Loader | undefined = LOADERS[code];
    return load ? (await load.window()).default : en;
  },
  shell: (code) => Promise.resolve(SHELL_TEXTS[code]),
};
const textsIn = async (catalogue: string, code: LanguageCode) => textsOf(await CATALOGUES[catalogue]!(code));

const FOREIGN = LANGUAGE_CODES.filter((code) => code !== 'en');
const cases = Object.keys(CATALOGUES).flatMap((name) => FOREIGN.map((code) => [name, code] as const));

/** Quotation marks of a language around its own words; English quotes are for English examples. */
const QUOTES: Partial<Record<LanguageCode, RegExp>> = {
  de: /^[^“”]*(?:„[^“”„]*“[^“”]*)*$/,
  es: /^[^“”„]*$/,
  fr: /^[^“”„]*$/,
};

describe.each(cases)('the %s in %s', (catalogue, code) => {
  const texts = async () => new Map(await textsIn(catalogue, code));
  const english = () => textsIn(catalogue, 'en');

  it('has every text, and no other', async () => {
    expect([...(await texts()).keys()].sort()).toEqual((await english()).map(([key]) => key).sort());
  });

  it('is quoted as the language quotes', async () => {
    const wanted = QUOTES[code];
    const foreign = [...(await texts())].filter(([, text]) => wanted && !wanted.test(text));
    expect(foreign).toEqual([]);
  });

  it('fills in the same names in each', async () => {
    const own = await texts();
    const differing = (await english()).filter(
      ([key, text]) => namesIn(own.get(key) ?? '').join() !== namesIn(text).join(),
    );
    expect(differing).toEqual([]);
    // A form for one or two may say its number in words.
    const lacking = (await english()).filter(([key, text]) =>
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
    // Where English has one form, another language may not.
    const allowed = (text: string): number[] =>
      text.includes(' | ') ? [wanted] : text.includes('{n}') ? [1, wanted] : [1];
    const wrong = (await english()).filter(
      ([key, text]) => !allowed(text).includes(formsOf(own.get(key) ?? '').length),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('is translated, and does not shout', async () => {
    const own = await texts();
    // Words alone may be the same: Segment, Notes, Documents.
    const left = (await english()).filter(
      ([key, text]) =>
        own.get(key) === text && (text.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 2,
    );
    expect(left).toEqual([]);
    expect([...own.values()].filter((text) => /[!！]/.test(text))).toEqual([]);
  });
});

describe.each(Object.keys(CATALOGUES))('French in the %s', (catalogue) => {
  it('has no-break spaces where its typography wants them', async () => {
    const texts = await textsIn(catalogue, 'fr');
    expect(texts.filter(([, text]) => / [;:?!»]|« | '/.test(text))).toEqual([]);
  });
});

describe('a text', () => {
  it('takes its values, and the form for its count', () => {
    expect(fillText('en', '{n} file of {name} | {n} files of {name}', { n: 2, name: 'A' }, 2)).toBe(
      '2 files of A',
    );
    expect(fillText('de', 'Ein {a} und noch ein {a}', { a: '{a}' })).toBe('Ein {a} und noch ein {a}');
  });

  it('that is read from right to left isolates its values from the text beside them', () => {
    expect(fillText('ar', 'تُرجم {name}.', { name: 'a.docx' })).toBe('تُرجم \u2068a.docx\u2069.');
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
