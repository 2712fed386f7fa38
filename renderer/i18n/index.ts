import { shallowRef } from 'vue';
import { createI18n } from 'vue-i18n';
import { INTERFACE_LANGUAGES, LANGUAGE_CODES } from '../../i18n/languages.ts';
import type { LanguageCode } from '../../i18n/languages.ts';
import { pluralForm } from '../../i18n/plural-form.ts';
import type { ServiceTexts } from '../../i18n/service/texts.ts';
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

/** The service's texts in the current language; undefined in English, its own language. */
export const serviceTexts = shallowRef<ServiceTexts>();

let wanted: LanguageCode = 'en';

/** Switches the window to a language once its texts are loaded. If that fails, the language stays. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  wanted = code;
  const load: Loader | undefined = LOADERS[code];
  let service: ServiceTexts | undefined;
  try {
    if (load) {
      const [own, said] = await Promise.all([load.window(), load.service()]);
      i18n.global.setLocaleMessage(code, own.default);
      service = said.default;
    }
  } catch {
    return;
  }
  // Another one may have been chosen meanwhile.
  if (wanted !== code) return;
  i18n.global.locale.value = code;
  serviceTexts.value = service;
  Object.assign(document.documentElement, { lang: code, dir: INTERFACE_LANGUAGES[code].dir });
}
