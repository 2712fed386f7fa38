import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../i18n/languages.ts';
import { pluralCategories } from '../../i18n/plural-form.ts';
import { problemIn, saidIn } from '../../i18n/service/sentence.ts';
import type { Said, SaidOf, Speech } from '../../i18n/service/sentence.ts';
import { FIELD_NAMES, OPEN_CODES } from '../../i18n/service/texts.ts';
import { SERVICE_TEXTS } from '../../electron/main/language/words.ts';
import { LOADERS } from '../../renderer/i18n/languages.ts';
import type { Loader } from '../../renderer/i18n/languages.ts';
import {
  errorCodeSchema,
  fieldErrorCodeSchema,
  jobErrorCodeSchema,
  modelErrorCodeSchema,
  reasonSchema,
  segmentFlagCodeSchema,
  startErrorCodeSchema,
  warningCodeSchema,
} from '../../service/contract/index.ts';
import type { FieldError, Problem } from '../../service/contract/index.ts';

type Code = 'es' | 'de' | 'fr' | 'ar';
const FOREIGN = LANGUAGE_CODES.filter((code): code is Code => code !== 'en');
const open: readonly string[] = OPEN_CODES;
/** The codes that need a text. */
const CODES = {
  problem: [...new Set([...errorCodeSchema.options, ...fieldErrorCodeSchema.options])].filter(
    (code) => !open.includes(code),
  ),
  reason: reasonSchema.options,
  warning: warningCodeSchema.options,
  flag: segmentFlagCodeSchema.exclude(['grammar']).options,
  job: jobErrorCodeSchema.options,
  model: modelErrorCodeSchema.options,
  start: startErrorCodeSchema.options,
  field: FIELD_NAMES,
} as const;
const ROOMS = Object.keys(CODES) as (keyof typeof CODES)[];

const textsOf = (code: Code) => SERVICE_TEXTS[code]!;
const entries = (code: Code): [string, string][] =>
  ROOMS.flatMap((room) =>
    Object.entries(textsOf(code)[room]).map(([key, text]): [string, string] => [`${room}.${key}`, text]),
  );
const namesIn = (text: string): string =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!))].sort().join();
const wantsPlural = (code: Code): number =>
  pluralCategories(code).length === 3 ? 2 : pluralCategories(code).length;

describe.each(FOREIGN)('the messages of the service, in %s', (code) => {
  it.each(ROOMS)('has a text for each code of the contract (%s), and no other', (room) => {
    expect(Object.keys(textsOf(code)[room]).sort()).toEqual([...CODES[room]].sort());
    expect(Object.values(textsOf(code)[room]).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('is what the window loads', async () => {
    const loader: Loader = LOADERS[code];
    expect((await loader.service()).default).toBe(textsOf(code));
  });

  it('names the same details as the other languages', () => {
    const other = new Map(entries(code === 'es' ? 'de' : 'es'));
    expect(entries(code).filter(([key, text]) => namesIn(text) !== namesIn(other.get(key)!))).toEqual([]);
  });

  it('has a form for each of its plurals, and does not shout', () => {
    const forms = entries(code).filter(
      ([, text]) => ![1, wantsPlural(code)].includes(text.split(' | ').length),
    );
    expect(forms).toEqual([]);
    expect(entries(code).filter(([, text]) => /[!！]/.test(text))).toEqual([]);
  });
});

describe('French', () => {
  it('has no-break spaces where its typography wants them', () => {
    expect(entries('fr').filter(([, text]) => / [;:?!»]|« | '/.test(text))).toEqual([]);
  });
});

const german: Speech = {
  code: 'de',
  texts: textsOf('de'),
  number: (value) => new Intl.NumberFormat('de').format(value),
  language: (tag) => new Intl.DisplayNames('de', { type: 'language' }).of(tag),
  moment: () => '14:05',
};
const said = (of: SaidOf, one: Partial<Said>) =>
  saidIn(german, of, { code: 'invalid', message: 'English.', ...one });

describe('a sentence', () => {
  it('is filled with numbers, names and times as its reader writes them', () => {
    expect(said('problem', { code: 'too_many_segments', details: { limit: 1100 } })).toMatch(
      /^Das sind mehr als 1.100 Segmente/,
    );
    expect(said('problem', { code: 'unsupported_pair', details: { from: 'en', to: 'fr' } })).toContain(
      'von Englisch nach Französisch',
    );
    expect(
      said('problem', { code: 'quota_exceeded', details: { limit: 10, frees_at: '2026-01-01T00:00:00Z' } }),
    ).toContain('ab 14:05');
    expect(said('warning', { code: 'untranslated', count: 1 })).toMatch(/ 1 Segment nicht /);
    expect(said('warning', { code: 'untranslated', count: 2 })).toMatch(/ 2 Segmente nicht /);
  });

  it('is that of the reason where a code has several', () => {
    expect(said('problem', { code: 'unsupported_file_type', reason: 'rtf' })).toContain('RTF');
    expect(said('flag', { code: 'untranslated', reason: 'same_as_source' })).toContain('dieselbe');
  });

  it('is undefined without a text, or if a detail is missing: half a sentence helps nobody', () => {
    expect(said('problem', { code: 'invalid' })).toBeUndefined();
    expect(said('problem', { code: 'of a later release' })).toBeUndefined();
    expect(said('problem', { code: 'not_found', reason: 'of a later release' as 'rtf' })).toBeUndefined();
    expect(said('problem', { code: 'toString' })).toBeUndefined();
    expect(said('problem', { code: 'unsupported_pair', details: { from: 'en' } })).toBeUndefined();
  });

  it('names the field, and the others that are at fault', () => {
    const errors: FieldError[] = [
      { field: 'settings.url', code: 'required', message: 'settings.url is missing. Add it.' },
      { field: 'glossary[3].term', code: 'required', message: 'glossary[3].term is missing. Add it.' },
      { field: 'max_stored_mb', code: 'required', message: 'max_stored_mb is missing. Add it.' },
    ];
    const problem = { code: 'invalid_request', detail: 'English.', errors } as Partial<Problem> as Problem;
    expect(problemIn(german, problem)).toBe(
      '„Adresse“ fehlt. Geben Sie es an. Es fehlt noch an mehr: Begriff, max_stored_mb.',
    );
  });

  it('of a failed job is that of its error', () => {
    const error = { code: 'source_damaged' as const, message: 'English.' };
    const problem = { code: 'job_failed', detail: 'English.', error } as Partial<Problem> as Problem;
    expect(problemIn(german, problem)).toMatch(/^Die hochgeladene Datei/);
  });
});
