import { useI18n } from 'vue-i18n';
import { SaveFailed, ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { i18n } from './index.ts';
import { formatsFor } from './format.ts';
import type { Formats } from './format.ts';
import type { MessageKey, ValuesArgument } from './messages.ts';

export interface Words extends Formats {
  /** A message by its key. A key that is not there, or a value that is missing, is a type error. */
  t: <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string;
  /** A message with a number in it: `{n}` is the formatted number, the form follows the language's plural rule. */
  counted: <Key extends MessageKey>(key: Key, count: number, ...values: ValuesArgument<Key, 'n'>) => string;
  /** One sentence for people about whatever was thrown. */
  sentence: (error: unknown) => string;
}

/** The words of the window, for components. */
export function useWords(): Words {
  useI18n();
  return words;
}

const composer = i18n.global;
/** The words are English; dates and numbers follow the reader's own English, so 14:03 or 2:03 PM. */
const formats = formatsFor(navigator.languages.find((tag) => /^en\b/.test(tag)) ?? 'en');

/** The same words outside components: stores that announce. */
export const words: Words = {
  ...formats,
  t: (key, ...[values]) => composer.t(key, values ?? {}),
  counted: (key, count, ...[values]) => composer.t(key, { n: formats.number(count), ...values }, count),
  sentence(error) {
    if (error instanceof ServiceProblem || error instanceof SaveFailed) return error.message;
    if (error instanceof ServiceUnreachable) return composer.t('error.unreachable');
    return composer.t('error.unexpected');
  },
};
