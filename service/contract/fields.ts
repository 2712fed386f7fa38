import { z } from 'zod';
import type { FieldErrorCode } from './codes.ts';
import type { Specifics } from './specifics.ts';
import { parseLanguage } from './languages.ts';
import { LIMITS } from './api-limits.ts';

/**
 * Fields and ids shared by several requests. The request bodies are in `requests/`, route by route; handlers
 * get the output of those schemas. Unknown fields are ignored, as the contract says. A refinement carries its
 * field error code in `params.code`; the part that JSON Schema can express is repeated in `meta`.
 */

export function fieldCode(
  code: FieldErrorCode,
  specifics: Specifics = {},
): { code: FieldErrorCode } & Specifics {
  return { code, ...specifics };
}

/** An optional field. `null`, which C# and Java clients send for an unset field, counts as left out. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value): NonNullable<z.output<S>> | undefined => value ?? undefined);
}

/** As `optional`; a blank text, which forms send for an empty field, also counts as left out. */
export function optionalText(limit: number, name: string, description: string) {
  return textUpTo(limit, name)
    .nullish()
    .transform((text) => (text?.trim() ? text : undefined))
    .meta({ description });
}

/** As `optional`, for an id that the service gave out. */
export function optionalId(name: string, description: string) {
  return textUpTo(LIMITS.id, name)
    .nullish()
    .transform((id) => (id?.trim() ? id.trim() : undefined))
    .meta({ description });
}

/** The client that a request is for. */
export const clientField = {
  client_id: optionalId(
    'The client id',
    'Whose work it is; without it that of the client of the key, or of General.',
  ),
};

/** Characters are Unicode code points, as JSON Schema counts them; `length` would count an emoji twice. */
function isLongerThan(limit: number, text: string): boolean {
  return text.length > limit && (text.length > limit * 2 || Array.from(text).length > limit);
}

export function textUpTo(limit: number, name: string) {
  return z
    .string()
    .refine((text) => !isLongerThan(limit, text), {
      error: () => `${name} is longer than ${limit.toLocaleString('en')} characters. Shorten it.`,
      params: fieldCode('too_long', { details: { limit } }),
    })
    .meta({ maxLength: limit });
}

/** A language as a tag or a name; the value is its canonical tag (`es-MX`). Routing checks pairs. */
export function languageField(field: string, noun: string) {
  const missing = `The ${noun} language is missing. Name it in ${field}, for example ${field}=en.`;
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .meta({
      description:
        'A BCP 47 tag in any case (`es`, `pt-BR`), an English name ("German") or an endonym ("Deutsch").',
      examples: ['en'],
    })
    .transform((text, context) => {
      const refuse = (code: FieldErrorCode, message: string, specifics: Specifics = {}): never => {
        context.addIssue({ code: 'custom', message, params: fieldCode(code, specifics) });
        return z.NEVER;
      };
      if (text.trim() === '') return refuse('required', missing);
      if (['auto', 'detect'].includes(text.trim().toLowerCase())) {
        return refuse(
          'auto_not_supported',
          `Languages are not detected here. Name the ${noun} language in ${field}.`,
        );
      }
      return (
        parseLanguage(text) ??
        refuse(
          'unknown_language',
          `"${shorten(text)}" is no language known here. GET /v1/languages lists all codes and names.`,
          { details: { value: shorten(text) } },
        )
      );
    });
}

/** For an object with `from` and `to`: they must differ. Checked even if other fields are at fault. */
export const differentLanguages = {
  check: ({ from, to }: { from: string; to: string }) => from !== to,
  options: {
    path: ['to'],
    error: ({ input }: { input?: unknown }) =>
      `from and to are the same language (${(input as { from: string }).from}). Choose another target language.`,
    params: fieldCode('same_language'),
    when: ({ value }: { value: unknown }) => {
      const { from, to } = (value ?? {}) as Record<string, unknown>;
      return typeof from === 'string' && typeof to === 'string';
    },
  },
};

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A direction that the request must name. */
export const directionFields = { from: languageField('from', 'source'), to: languageField('to', 'target') };

/** An upload without text fields. */
export const noFieldsSchema = z.object({});

/** No such id can exist: a malformed id is 404 as an unknown one is. */
export function idParam(schema: z.ZodType<string>) {
  return z.object({ id: schema });
}

/** In any case: RFC 9562 §4 requires readers to accept capitals, and some clients write them. */
export function uuidParam(error: string) {
  return idParam(z.uuid({ error }).toLowerCase());
}

/** The size of a page: up to `most`, by default `usual`. */
export function pageSize(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}
