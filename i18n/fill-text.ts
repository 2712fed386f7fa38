import { INTERFACE_LANGUAGES } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { pluralForm } from './plural-form.ts';

const PLURAL_FORMS = new Map<LanguageCode, ReturnType<typeof pluralForm>>();

/**
 * A text with its `{names}` filled in; of `one | other` the form for the count. Does what vue-i18n does for
 * the window's texts, for the shell, which has no Vue. In right-to-left languages each value is isolated:
 * file names and numbers would otherwise pull the punctuation beside them to the wrong side.
 */
export function fillText(
  code: LanguageCode,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  count?: number,
): string {
  const forms = text.split(' | ');
  const form = forms[count === undefined ? 0 : formOf(code)(count, forms.length)] ?? text;
  const isolate = INTERFACE_LANGUAGES[code].dir === 'rtl';
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    return isolate ? `\u2068${value}\u2069` : value;
  });
}

function formOf(code: LanguageCode): ReturnType<typeof pluralForm> {
  const known = PLURAL_FORMS.get(code) ?? pluralForm(code);
  PLURAL_FORMS.set(code, known);
  return known;
}
