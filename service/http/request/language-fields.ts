import { parseLanguage } from '../../contract/index.ts';
import type { FieldError } from '../../contract/index.ts';

export interface LanguageFields {
  from: string;
  to: string;
}

/**
 * Reads `from` and `to` as tags or names. The answer's tags are canonical (`es-MX`); `errors` names each field that is
 * missing, unknown or `auto`, and `to` where both are one language. Pairs are checked by routing, later.
 */
export function readLanguages(fields: { from?: unknown; to?: unknown }): {
  value?: LanguageFields;
  errors: FieldError[];
} {
  const from = readLanguage('from', fields.from);
  const to = readLanguage('to', fields.to);
  const errors = [from, to].filter((result) => typeof result !== 'string');
  if (typeof from !== 'string' || typeof to !== 'string') return { errors };
  if (from === to) return { errors: [sameLanguage(from)] };
  return { value: { from, to }, errors };
}

function readLanguage(field: 'from' | 'to', value: unknown): string | FieldError {
  const noun = field === 'from' ? 'source' : 'target';
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
    return {
      field,
      code: 'required',
      message: `The ${noun} language is missing. Name it in ${field}, for example ${field}=en.`,
    };
  }
  if (typeof value !== 'string') {
    return { field, code: 'invalid', message: `${field} must be a string: a language code or name.` };
  }
  if (['auto', 'detect'].includes(value.trim().toLowerCase())) {
    return {
      field,
      code: 'auto_not_supported',
      message: `Languages are not detected here. Name the ${noun} language in ${field}.`,
    };
  }
  return (
    parseLanguage(value) ?? {
      field,
      code: 'unknown_language',
      message: `"${shorten(value)}" is no language known here. GET /v1/languages lists all codes and names.`,
    }
  );
}

function sameLanguage(tag: string): FieldError {
  return {
    field: 'to',
    code: 'same_language',
    message: `from and to are the same language (${tag}). Choose another target language.`,
  };
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value;
}
