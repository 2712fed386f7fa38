import type { LanguageCode } from '../../i18n/languages.ts';
import type { ServiceTexts } from '../../i18n/service/texts.ts';
import type { Translation } from './translation.ts';

/**
 * How each language of the window is loaded. English is always loaded, as a fallback; it is also the
 * service's language.
 */
export const LOADERS = {
  en: undefined,
  es: { window: () => import('./es.ts'), service: () => import('../../i18n/service/es.ts') },
  de: { window: () => import('./de.ts'), service: () => import('../../i18n/service/de.ts') },
  fr: { window: () => import('./fr.ts'), service: () => import('../../i18n/service/fr.ts') },
  ar: { window: () => import('./ar.ts'), service: () => import('../../i18n/service/ar.ts') },
} as const satisfies Record<LanguageCode, Loader | undefined>;

export interface Loader {
  /** The window's texts. */
  window: () => Promise<{ default: Translation }>;
  /** The service's texts. */
  service: () => Promise<{ default: ServiceTexts }>;
}
