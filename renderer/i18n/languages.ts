import type { Translation } from './translation.ts';

/** The languages of the window by their own names, and how each is loaded. English is always there, for what is not translated. */
export const LANGUAGES = {
  en: { endonym: 'English', dir: 'ltr', load: undefined },
  es: { endonym: 'Español', dir: 'ltr', load: () => import('./es.ts') },
  de: { endonym: 'Deutsch', dir: 'ltr', load: () => import('./de.ts') },
  fr: { endonym: 'Français', dir: 'ltr', load: () => import('./fr.ts') },
  ar: { endonym: 'العربية', dir: 'rtl', load: () => import('./ar.ts') },
} as const satisfies Record<string, LanguageOfWindow>;
export type LanguageCode = keyof typeof LANGUAGES;

export interface LanguageOfWindow {
  endonym: string;
  dir: 'ltr' | 'rtl';
  load: (() => Promise<{ default: Translation }>) | undefined;
}

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[];

/** The first of the user's languages (BCP 47 tags, the preferred one first) that the window has; else English. */
export function languageOf(own: readonly string[]): LanguageCode {
  const bases = own.map((tag) => tag.split('-')[0]?.toLowerCase());
  const known = bases.find((base) => LANGUAGE_CODES.some((code) => code === base));
  return (known as LanguageCode | undefined) ?? 'en';
}
