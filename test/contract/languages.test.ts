import { describe, expect, it } from 'vitest';
import { baseLanguage, isRtl, languageName, LANGUAGES, parseLanguage } from '../../service/contract/index.ts';

describe('the language catalogue', () => {
  it('finds every language by its code, its English name and its endonym', () => {
    for (const { code, name, endonym } of LANGUAGES) {
      expect(parseLanguage(code)).toBe(code);
      expect(parseLanguage(code.toUpperCase().replaceAll('-', '_'))).toBe(code);
      expect(parseLanguage(name)).toBe(code);
      expect(parseLanguage(name.toUpperCase())).toBe(code);
      expect(parseLanguage(endonym)).toBe(code);
    }
  });

  it('lists each code once, over a hundred of them', () => {
    expect(new Set(LANGUAGES.map((language) => language.code)).size).toBe(LANGUAGES.length);
    expect(LANGUAGES.length).toBeGreaterThan(100);
  });

  it('is in the order of English names', () => {
    const names = LANGUAGES.map((language) => language.name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('knows which are written from right to left', () => {
    expect(LANGUAGES.filter((language) => language.rtl).map((language) => language.code)).toEqual(
      expect.arrayContaining(['ar', 'he', 'fa', 'ur', 'ar-EG', 'yi', 'ps', 'ug', 'sd', 'ckb', 'dv']),
    );
    expect(isRtl('en')).toBe(false);
    expect(isRtl('az-Arab')).toBe(true);
    expect(isRtl('ar-Latn')).toBe(false);
  });
});

describe('parseLanguage', () => {
  it.each([
    ['es_mx', 'es-MX'],
    ['ZH-hans', 'zh-Hans'],
    ['pt-br', 'pt-BR'],
    ['EN_xa', 'en-XA'],
    ['German', 'de'],
    ['deutsch', 'de'],
    ['francais', 'fr'],
    [' Español ', 'es'],
    ['english (united states)', 'en-US'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Simplified Chinese', 'zh-Hans'],
    ['Farsi', 'fa'],
    ['eng', 'en'],
    ['iw', 'he'],
    ['fr-LU', 'fr-LU'],
    ['ca-ES-valencia', 'ca-valencia'],
  ])('reads %j as %s', (input, tag) => {
    expect(parseLanguage(input)).toBe(tag);
  });

  it.each([
    'auto',
    '',
    '  ',
    'xx',
    'Klingon',
    'en-XB',
    'en-ZZ',
    'x-private',
    '1',
    'constructor',
    'e',
    'en--US',
    'a'.repeat(9999),
  ])('knows no language %j', (input) => {
    expect(parseLanguage(input)).toBeUndefined();
  });
});

describe('names and bases', () => {
  it('names a language in English, in another language, and one that the catalogue does not list', () => {
    expect(languageName('de')).toBe('German');
    expect(languageName('de', 'de')).toBe('Deutsch');
    expect(languageName('fr-LU')).toBe('French (Luxembourg)');
    expect(languageName('en-XA', 'de')).toBe('English (pseudo-localisation)');
  });

  it('takes the language off a tag', () => {
    expect(baseLanguage('zh-Hans-CN')).toBe('zh');
    expect(baseLanguage('es')).toBe('es');
  });
});

describe('every name that the platform has for our languages', () => {
  it.each([
    ['English (UK)', 'en-GB'],
    ['UK English', 'en-GB'],
    ['português (Brasil)', 'pt-BR'],
    ['Português (Portugal)', 'pt-PT'],
    ['español latinoamericano', 'es-419'],
    ['Österreichisches Deutsch', 'de-AT'],
    ['中文（中國香港特別行政區）', 'zh-HK'],
  ])('is known: %s', (name, code) => expect(parseLanguage(name)).toBe(code));

  it('is known in English and in the language itself, long and short', () => {
    const unknown: string[] = [];
    for (const { code } of LANGUAGES.filter(({ code }) => code !== 'en-XA')) {
      for (const locale of ['en', code]) {
        for (const style of ['long', 'short'] as const) {
          const names = new Intl.DisplayNames([locale], {
            type: 'language',
            languageDisplay: 'standard',
            style,
            fallback: 'none',
          });
          // Without data for the locale the platform answers in its own.
          if (baseLanguage(names.resolvedOptions().locale) !== baseLanguage(locale)) continue;
          const name = names.of(code);
          if (name !== undefined && parseLanguage(name) !== code) unknown.push(`${name}: ${code}`);
        }
      }
    }
    expect(unknown).toEqual([]);
  });
});
