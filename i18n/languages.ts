/** The languages of the interface, by endonym. */
export const INTERFACE_LANGUAGES = {
  en: { endonym: 'English', dir: 'ltr' },
  es: { endonym: 'Español', dir: 'ltr' },
  de: { endonym: 'Deutsch', dir: 'ltr' },
  fr: { endonym: 'Français', dir: 'ltr' },
  ar: { endonym: 'العربية', dir: 'rtl' },
} as const satisfies Record<string, { endonym: string; dir: 'ltr' | 'rtl' }>;
export type LanguageCode = keyof typeof INTERFACE_LANGUAGES;

export const LANGUAGE_CODES = Object.keys(INTERFACE_LANGUAGES) as LanguageCode[];

/** The first of the user's languages (BCP 47, preferred first) that the interface has; else English. */
export function languageOf(own: readonly string[]): LanguageCode {
  const bases = own.map((tag) => tag.split('-')[0]?.toLowerCase());
  const known = bases.find((base) => LANGUAGE_CODES.some((code) => code === base));
  return (known as LanguageCode | undefined) ?? 'en';
}

/**
 * The interface's language: the chosen one (the setting `language`), else the first supported one of the
 * system's. The window asks `navigator.languages`, the shell Electron; both lists are the same.
 */
export function shownLanguage(chosen: string | null | undefined, ofSystem: readonly string[]): LanguageCode {
  return languageOf(chosen === null || chosen === undefined ? ofSystem : [chosen]);
}
