import { LANGUAGE_CODES, languageOf, shownLanguage } from '../../i18n/languages.ts';
import type { LanguageCode } from '../../i18n/languages.ts';
import { defineStore } from 'pinia';
import { computed, ref, watch, watchEffect } from 'vue';
import { checkSpelling, shellPlatform, tellTheme } from '../api/connect.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { showLanguage } from '../i18n/index.ts';
import { words } from '../i18n/words.ts';
import { copyTheme, paintTheme, readTheme } from '../lib/first-theme.ts';
import type { Theme } from '../lib/first-theme.ts';
import { remembered } from '../lib/remembered.ts';
import { useServiceSettings } from './service-settings.ts';

export const ROWS = ['regular', 'compact'] as const;
type Rows = (typeof ROWS)[number];

/**
 * The appearance of the window: theme and language are settings of the service, shared by all windows and the
 * shell.
 */
export const useSettings = defineStore('settings', () => {
  const service = useServiceSettings();
  const copy = ref(readTheme());
  /** Why the theme is only this window's, in one sentence. */
  const themeProblem = ref('');
  /** Chosen here and not stored by the service, as with a key that may only translate; empty if unset. */
  const ownLanguage = remembered<LanguageCode | ''>(
    'language',
    '',
    (value): value is LanguageCode | '' => value === '' || LANGUAGE_CODES.some((code) => code === value),
  );
  /** Why the language is only this window's, in one sentence. */
  const languageProblem = ref('');
  const rows = remembered<Rows>('rows', 'regular', (value): value is Rows =>
    ROWS.some((one) => one === value),
  );

  /**
   * Whether the spelling of translations is checked, with a downloaded dictionary. Only in the desktop app.
   */
  const spelling = remembered<boolean>(
    'spelling',
    false,
    (value): value is boolean => typeof value === 'boolean',
  );

  const theme = computed({
    get: () => copy.value.theme,
    set: (chosen: Theme) => {
      copy.value = { theme: chosen, isStored: false };
      void store();
    },
  });

  async function store(): Promise<void> {
    const { theme: chosen } = copy.value;
    themeProblem.value = '';
    try {
      await service.change({ theme: chosen });
    } catch (error) {
      // Repeated once the service answers.
      if (error instanceof ServiceUnreachable) return;
      themeProblem.value = words.t('settings.themeOnlyHere', { why: words.sentence(error) });
    }
    if (copy.value.theme === chosen) copy.value = { theme: chosen, isStored: true };
  }

  watch(
    () => service.values,
    (values) => {
      if (!values || values.theme === copy.value.theme) return;
      if (copy.value.isStored && themeProblem.value === '')
        copy.value = { theme: values.theme, isStored: true };
      else if (!copy.value.isStored) void store();
    },
    { immediate: true },
  );
  watchEffect(() => {
    paintTheme(theme.value);
    tellTheme(theme.value);
    copyTheme(copy.value);
    document.documentElement.dataset['rows'] = rows.value;
  });

  /** Empty for the system's. */
  const language = computed({
    get: () => ownLanguage.value || languageSet(service.values?.language),
    set: (code: LanguageCode | '') => {
      ownLanguage.value = code;
      void storeLanguage(code);
    },
  });

  async function storeLanguage(code: LanguageCode | ''): Promise<void> {
    languageProblem.value = '';
    try {
      await service.change({ language: code === '' ? null : code });
    } catch (error) {
      // Repeated once the service answers.
      if (!(error instanceof ServiceUnreachable))
        languageProblem.value = words.t('settings.languageOnlyHere', { why: words.sentence(error) });
      return;
    }
    if (ownLanguage.value === code) ownLanguage.value = '';
  }

  watch(
    () => service.values,
    (values) => {
      if (values && ownLanguage.value !== '' && languageProblem.value === '')
        void storeLanguage(ownLanguage.value);
    },
    { immediate: true },
  );

  const shown = computed(() => shownLanguage(language.value || null, navigator.languages));
  /** Resolves once the first is shown. */
  const languageShown = showLanguage(shown.value);
  watch(shown, showLanguage);

  return {
    /** Of the desktop app; undefined in a browser, which has its own spell checker. */
    platform: shellPlatform(),
    checkSpelling,
    theme,
    themeProblem,
    rows,
    spelling,
    language,
    languageProblem,
    languageShown,
  };
});

function languageSet(tag: string | null | undefined): LanguageCode | '' {
  return tag === null || tag === undefined ? '' : languageOf([tag]);
}
