import type { FieldError, Problem, Specifics } from '../../service/contract/index.ts';
import { formatList } from '../../service/contract/formats.ts';
import { fillText } from '../fill-text.ts';
import type { LanguageCode } from '../languages.ts';
import { FIELD_NAMES } from './texts.ts';
import type { ServiceTexts } from './texts.ts';

/** A message of the service: its English sentence, and the parts it is made of. */
export interface Said extends Specifics {
  readonly code: string;
  readonly message: string;
  readonly count?: number | undefined;
}

/** Where a code appears: a problem and a warning may share one. */
export type SaidOf = 'problem' | 'warning' | 'flag' | 'job' | 'model' | 'start';

export interface Speech {
  readonly code: LanguageCode;
  readonly texts: ServiceTexts;
  number(value: number): string;
  /** The name of a language by its tag. */
  language(tag: string): string | undefined;
  moment(iso: string): string;
}

/** Details that are language tags. */
const LANGUAGES = new Set(['from', 'to', 'language']);
const MOMENTS = new Set(['frees_at']);
/** Details that are pairs of terms, `“tenant” → “inquilino”`, with the marks around a term and between two. */
const TERMS = new Set(['terms']);
const TERM_MARKS: Readonly<Record<LanguageCode, readonly [open: string, close: string, arrow: string]>> = {
  en: ['“', '”', '→'],
  de: ['„', '“', '→'],
  es: ['«', '»', '→'],
  fr: ['«\u00A0', '\u00A0»', '→'],
  ar: ['“', '”', '←'],
};
/** Maximum of further fields named in one sentence. */
const MAX_FIELDS = 5;

/**
 * A message of the service in another language. Undefined without a text for it, or if the text needs details
 * that the service, of another release, did not send: then show the service's own sentence.
 */
export function saidIn(
  speech: Speech,
  of: SaidOf,
  { code, reason, details, count }: Said,
): string | undefined {
  const { texts } = speech;
  const room: Readonly<Record<string, string>> = reason === undefined ? texts[of] : texts.reason;
  const key = reason ?? code;
  const text = Object.hasOwn(room, key) ? room[key] : undefined;
  const given = {
    formats: formatList(speech.code),
    ...details,
    ...(count === undefined ? {} : { count }),
  };
  if (text === undefined || namesIn(text).some((name) => !Object.hasOwn(given, name))) return undefined;
  const values = Object.entries(given).map(([name, value]) => [name, valueIn(speech, name, value)]);
  return fillText(speech.code, text, Object.fromEntries(values) as Record<string, string>, count);
}

/** The reason for a refusal, by its first bad field, and the names of the others. */
export function problemIn(speech: Speech, problem: Problem): string | undefined {
  const { code, detail, reason, details, error, errors = [] } = problem;
  if (error) return saidIn(speech, 'job', error);
  const [first, ...rest] = errors;
  if (!first) return saidIn(speech, 'problem', { code, message: detail, reason, details });
  const sentence = fieldErrorIn(speech, first);
  const fields = [...new Set(rest.map(({ field }) => fieldName(speech, field)))].slice(0, MAX_FIELDS);
  if (sentence === undefined || fields.length === 0) return sentence;
  return `${sentence} ${fillText(speech.code, speech.texts.more, { fields: fields.join(', ') })}`;
}

function fieldErrorIn(speech: Speech, error: FieldError): string | undefined {
  const field = fieldName(speech, error.field);
  return saidIn(speech, 'problem', { ...error, details: { ...error.details, field } });
}

/** `settings.url` and `glossary[3].term` are known by their last part. */
function fieldName({ texts }: Speech, field: string): string {
  const last = /\w+$/.exec(field)?.[0] ?? field;
  const known = FIELD_NAMES.find((name) => name === last);
  return known === undefined ? field : texts.field[known];
}

function valueIn(speech: Speech, name: string, value: string | number): string {
  if (typeof value === 'number') return speech.number(value);
  if (LANGUAGES.has(name)) return speech.language(value) ?? value;
  if (TERMS.has(name)) return termsIn(speech.code, value);
  return MOMENTS.has(name) ? speech.moment(value) : value;
}

function termsIn(code: LanguageCode, value: string): string {
  const [open, close, arrow] = TERM_MARKS[code];
  return value.replace(/“([^”]*)”/g, `${open}$1${close}`).replaceAll(' → ', ` ${arrow} `);
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}
