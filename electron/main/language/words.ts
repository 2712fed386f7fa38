import { fillText } from '../../../i18n/fill-text.ts';
import type { LanguageCode } from '../../../i18n/languages.ts';
import type { NamesIn } from '../../../i18n/names-in.ts';
import serviceAr from '../../../i18n/service/ar.ts';
import serviceDe from '../../../i18n/service/de.ts';
import serviceEs from '../../../i18n/service/es.ts';
import serviceFr from '../../../i18n/service/fr.ts';
import { saidIn } from '../../../i18n/service/sentence.ts';
import type { ServiceTexts } from '../../../i18n/service/texts.ts';
import type { JobError } from '../../../service/contract/index.ts';
import type { StartError } from '../../../service/service.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { ShellTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export const SHELL_TEXTS: Readonly<Record<LanguageCode, ShellTexts>> = { en, es, de, fr, ar };

/** The service itself speaks English. */
export const SERVICE_TEXTS: Readonly<Record<LanguageCode, ServiceTexts | undefined>> = {
  en: undefined,
  es: serviceEs,
  de: serviceDe,
  fr: serviceFr,
  ar: serviceAr,
};

type Key = keyof typeof en;
/**
 * A text without names in braces takes no values; one with names takes all of them. For a union of keys: the
 * values that all of them need.
 */
type Values<K extends Key, Given extends string = never> = [Exclude<NamesIn<(typeof en)[K]>, Given>] extends [
  never,
]
  ? []
  : [values: Record<Exclude<NamesIn<(typeof en)[K]>, Given>, string | number>];

/** The shell's texts in one language. */
export interface ShellWords {
  readonly code: LanguageCode;
  readonly t: <K extends Key>(key: K, ...values: Values<K>) => string;
  /** A text with a number `{n}`, in the form of the language's plural rule. */
  readonly counted: <K extends Key>(key: K, count: number, ...values: Values<K, 'n'>) => string;
  /** Why a job failed. */
  readonly jobError: (error: JobError) => string;
  /** Why the service could not start. */
  readonly startError: (said: StartError['said']) => string;
  /** A day, from any value that Date accepts. */
  readonly date: (moment: string) => string;
  /** The name of a language by its tag. */
  readonly language: (tag: string) => string;
}

export function shellWords(code: LanguageCode): ShellWords {
  const number = new Intl.NumberFormat(code);
  const languages = new Intl.DisplayNames(code, { type: 'language' });
  const moments = new Intl.DateTimeFormat(code, { dateStyle: 'short', timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(code, { dateStyle: 'medium' });
  const texts = SERVICE_TEXTS[code];
  const speech = texts && {
    code,
    texts,
    number: (value: number) => number.format(value),
    language: (tag: string) => languages.of(tag),
    moment: (iso: string) => moments.format(new Date(iso)),
  };
  return {
    code,
    t: (key, ...[values]) => fillText(code, SHELL_TEXTS[code][key], values),
    counted: (key, count, ...[values]) =>
      fillText(code, SHELL_TEXTS[code][key], { n: number.format(count), ...values }, count),
    jobError: (error) => (speech && saidIn(speech, 'job', error)) ?? error.message,
    startError: (said) => (speech && saidIn(speech, 'start', said)) ?? said.message,
    date: (moment) => days.format(new Date(moment)),
    language: (tag) => languages.of(tag) ?? tag,
  };
}
