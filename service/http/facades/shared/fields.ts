import { z } from 'zod';
import { parseLanguage } from '../../../contract/index.ts';

/**
 * Accepts a value, a list of them, or several joined by a separator, as a list of at most `max` items. Splits
 * and checks just enough items to detect an excess: a body may contain millions.
 */
export function listOf<S extends z.ZodType>(
  item: S,
  { max, separator }: { readonly max: number; readonly separator?: string },
) {
  return z.preprocess((value) => {
    if (value === undefined) return undefined;
    const list = (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, max + 1);
    if (separator === undefined) return list;
    return list
      .flatMap((one) => (typeof one === 'string' ? one.split(separator, max + 1) : [one]))
      .map((one) => (typeof one === 'string' ? one.trim() : one))
      .filter((one) => one !== '')
      .slice(0, max + 1);
  }, z.array(item).max(max));
}

/** In the notations of JSON and forms. */
export const flag = z.preprocess((value) => {
  const text = typeof value === 'string' ? value.toLowerCase() : String(value);
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : value;
}, z.boolean());

/** One of a few words, in any case; a number is read as text. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.preprocess(
    (value) => (typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : value),
    z.enum(values),
  );
}

/** A whole number in the notations of JSON, forms and queries. */
export function wholeNumber(least: number, most: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z
      .int({ error: `It must be a whole number from ${least} to ${most}.` })
      .min(least)
      .max(most),
  );
}

/** A language by its tag, never by its name. The value is its canonical tag. */
export function languageTag(
  aliases: Readonly<Record<string, string>> = {},
  refusal = (asked: string) => `"${asked}" is no language known here.`,
) {
  return z.string().transform((text, context) => {
    const asked = aliases[text.trim().toLowerCase()] ?? text.trim();
    const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(asked) ? parseLanguage(asked) : undefined;
    if (tag !== undefined) return tag;
    context.addIssue({
      code: 'custom',
      message: refusal(text.slice(0, 60)),
      params: { code: 'unknown_language' },
    });
    return z.NEVER;
  });
}

/** Without members that are null or empty: both count as left out. */
export function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
