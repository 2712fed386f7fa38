import { createI18n } from 'vue-i18n';
import { INTERFACE_LANGUAGES, LANGUAGE_CODES } from '../../i18n/languages.ts';
import type { LanguageCode } from '../../i18n/languages.ts';
import { pluralForm } from '../../i18n/plural-form.ts';
import { en } from './en.ts';
import { LOADERS } from './languages.ts';
import type { Loader } from './languages.ts';
import type { Translation } from './translation.ts';

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en } as Record<LanguageCode, Translation>,
  pluralRules: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, pluralForm(code)])),
});

let wanted: LanguageCode = 'en';

/** Shows the window in a language, from now on, once its texts are here. Where they cannot be had it stays as it is. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  wanted = code;
  const load: Loader | undefined = LOADERS[code];
  try {
    if (load) i18n.global.setLocaleMessage(code, (await load()).default);
  } catch {
    return;
  }
  // Another one may have been chosen meanwhile.
  if (wanted !== code) return;
  i18n.global.locale.value = code;
  Object.assign(document.documentElement, { lang: code, dir: INTERFACE_LANGUAGES[code].dir });
}
