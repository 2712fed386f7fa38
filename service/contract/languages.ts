import { LANGUAGE_ROWS, NAME_ALIASES } from './language-table.ts';

export interface Language {
  /** Canonical BCP 47 tag. */
  readonly code: string;
  /** English name. */
  readonly name: string;
  /** The language's name for itself. */
  readonly endonym: string;
  readonly rtl: boolean;
}

/** The tag of pseudo-localisation: English with accents, to find layout that cannot hold a translation. */
export const PSEUDO_LANGUAGE = 'en-XA';

const RTL_SCRIPTS = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand']);
/** Languages written from right to left unless the tag names another script. */
const RTL_LANGUAGES = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** `ca-ES-valencia` → `ca`. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

/** The script subtag where the tag has one: `zh-Hans-CN` → `Hans`. */
function scriptOf(tag: string): string | undefined {
  const second = tag.split('-', 2)[1];
  return second !== undefined && /^[A-Za-z]{4}$/.test(second) ? second : undefined;
}

export function isRtl(tag: string): boolean {
  const script = scriptOf(tag);
  return script === undefined ? RTL_LANGUAGES.has(baseLanguage(tag)) : RTL_SCRIPTS.has(script);
}

/** The catalogue of both interfaces, in the order of English names. */
export const LANGUAGES: readonly Language[] = LANGUAGE_ROWS.map(([code, name, endonym]) => ({
  code,
  name,
  endonym,
  rtl: isRtl(code),
}));

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

/** Normalises a name: no case, no Latin accents, so that "francais" finds "Français". */
function normaliseName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([()]) ?/g, ' $1')
    .replace(/\( /g, '(')
    .trim();
}

// Built on first use: each process and thread loads this file, and few look up a name.
let codesByName: ReadonlyMap<string, string> | undefined;

function codeOfName(name: string): string | undefined {
  // Later entries win: plain languages come last, so that they keep a shared endonym ("English").
  codesByName ??= new Map<string, string>([
    ...Object.entries(NAME_ALIASES).map(([alias, code]) => [normaliseName(alias), code] as const),
    ...LANGUAGES.flatMap((language) => [
      [normaliseName(language.endonym), language.code] as const,
      [normaliseName(language.name), language.code] as const,
    ]),
  ]);
  return codesByName.get(normaliseName(name));
}

const subtagNames: { region?: Intl.DisplayNames; script?: Intl.DisplayNames } = {};

/** Whether the subtag is registered. ICU throws on some well-formed but impossible ones; they are not. */
function isKnown(type: 'region' | 'script', subtag: string | undefined): boolean {
  if (subtag === undefined) return true;
  try {
    subtagNames[type] ??= new Intl.DisplayNames(['en'], { type, fallback: 'none' });
    return subtagNames[type].of(subtag) !== undefined;
  } catch {
    return false;
  }
}

function parseTag(input: string): string | undefined {
  const tag = input.replaceAll('_', '-');
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
  let locale: Intl.Locale;
  try {
    // Also maps legacy and three-letter forms: `iw` → `he`, `eng` → `en`, `cmn-Hans` → `zh-Hans`.
    locale = new Intl.Locale(tag);
  } catch {
    return undefined;
  }
  const canonical = locale.baseName;
  if (byCode.has(canonical)) return canonical;
  // Extensions (`-u-ca-…`) say nothing about the language and no engine reads them.
  if (canonical !== locale.toString() || !byCode.has(locale.language)) return undefined;
  // XA, XB and the like are pseudo regions; only the catalogue's own one is meaningful here.
  if (/^X[A-Z]$/.test(locale.region ?? '') || locale.region === 'ZZ') return undefined;
  const subtags = [locale.language, locale.script, locale.region].filter((part) => part !== undefined);
  const known = isKnown('region', locale.region) && isKnown('script', locale.script);
  return known && canonical === subtags.join('-') ? canonical : undefined;
}

/**
 * The canonical BCP 47 tag of a user's or program's input: a tag in any case with `-` or `_`, an English
 * name, or an endonym. A region or script that the catalogue does not list is accepted with a language that
 * it does (`fr-LU`). Undefined for any other input, `auto` included.
 */
export function parseLanguage(input: string): string | undefined {
  const trimmed = input.trim();
  if (trimmed === '' || trimmed.length > 100) return undefined;
  return parseTag(trimmed) ?? codeOfName(trimmed);
}

/** The language's display name in `inLocale`, else in English, else the tag. */
export function languageName(tag: string, inLocale?: string): string {
  if (inLocale !== undefined && tag !== PSEUDO_LANGUAGE) {
    const name = platformName(tag, inLocale);
    if (name !== undefined) return name;
  }
  return byCode.get(tag)?.name ?? platformName(tag, 'en') ?? tag;
}

function platformName(tag: string, inLocale: string): string | undefined {
  try {
    return new Intl.DisplayNames([inLocale], {
      type: 'language',
      languageDisplay: 'standard',
      fallback: 'none',
    }).of(tag);
  } catch {
    return undefined;
  }
}
