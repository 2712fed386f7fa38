import { computed } from 'vue';
import { FileChanged, SaveFailed, ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { formatName } from '../../i18n/format-names.ts';
import { problemIn, saidIn } from '../../i18n/service/sentence.ts';
import type { Said, SaidOf, Speech } from '../../i18n/service/sentence.ts';
import type { FileType } from '../../service/contract/formats.ts';
import { i18n, serviceTexts } from './index.ts';
import { formatsFor } from './format.ts';
import type { Formats } from './format.ts';
import type { MessageKey, ValuesArgument } from './messages.ts';

export interface Words extends Formats {
  /** A message by its key. An unknown key or a missing value is a type error. */
  t: <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string;
  /**
   * A message with a number: `{n}` is the formatted number, and the form follows the language's plural rule.
   */
  counted: <Key extends MessageKey>(key: Key, count: number, ...values: ValuesArgument<Key, 'n'>) => string;
  /** "Document (DOCX)". */
  fileType: (type: FileType) => string;
  /** The service's warning, flag or error in the window's language, if it has a text for it. */
  said: (of: SaidOf, said: Said) => string;
  /** A user-facing sentence for anything thrown. */
  sentence: (error: unknown) => string;
}

/**
 * The window's texts, for components. They change with the language, so read them where they are shown.
 */
export function useWords(): Words {
  return words;
}

const composer = i18n.global;
// vue-i18n's type of a key is too complex for the compiler; `Words` is as strict.
const say = composer.t as (key: string, values: Record<string, unknown>, count?: number) => string;

/** Dates and numbers follow the reader's region of the language, so 14:03 or 2:03 PM. */
const formats = computed(() => {
  const code = composer.locale.value;
  return formatsFor(navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code);
});

/** The same outside components, for stores that announce. */
export const words: Words = {
  number: (value) => formats.value.number(value),
  megabytes: (bytes) => formats.value.megabytes(bytes),
  size: (bytes) => formats.value.size(bytes),
  moment: (iso, now) => formats.value.moment(iso, now),
  clock: (iso) => formats.value.clock(iso),
  soon: (iso, now) => formats.value.soon(iso, now),
  dayName: (date, now) => formats.value.dayName(date, now),
  day: (date) => formats.value.day(date),
  list: (items) => formats.value.list(items),
  language: (code) => formats.value.language(code),
  fileType: (type) => formatName(composer.locale.value, type),
  t: (key, ...[values]) => say(key, values ?? {}),
  counted: (key, count, ...[values]) => say(key, { n: words.number(count), ...values }, count),
  said(of, said) {
    const speech = speechNow();
    return (speech && saidIn(speech, of, said)) ?? said.message;
  },
  sentence(error) {
    if (error instanceof ServiceProblem) {
      const speech = speechNow();
      return (speech && problemIn(speech, error.problem)) ?? error.message;
    }
    if (error instanceof SaveFailed) return error.message;
    if (error instanceof ServiceUnreachable) return words.t('error.unreachable');
    if (error instanceof FileChanged) return words.t('error.fileChanged');
    return words.t('error.unexpected');
  },
};

/** Undefined in English, where the service's own sentences are shown. */
function speechNow(): Speech | undefined {
  const texts = serviceTexts.value;
  if (!texts) return undefined;
  const { number, language, soon } = words;
  return { code: composer.locale.value, texts, number, language, moment: (iso) => soon(iso, new Date()) };
}
