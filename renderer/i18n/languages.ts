import type { LanguageCode } from '../../i18n/languages.ts';
import type { Translation } from './translation.ts';

/** How each language of the window is loaded. English is always there, for what is not translated. */
export const LOADERS = {
  en: undefined,
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
} as const satisfies Record<LanguageCode, Loader | undefined>;

export type Loader = () => Promise<{ default: Translation }>;
