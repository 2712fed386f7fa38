import { randomInt } from 'node:crypto';
import { whose } from '../../request/whose.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { z } from 'zod';
import { baseLanguage, fieldProblem, LIMITS } from '../../../contract/index.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import type { RouteCall } from '../../route.ts';
import { given, listOf, oneOf } from '../shared/fields.ts';
import { readyLanguages } from '../shared/ready-languages.ts';
import type { Repeats } from '../shared/repeats.ts';
import { translateTexts } from '../shared/translate-texts.ts';
import { language, languageOrAuto, listLanguages } from './languages.ts';
import { isDeeplx, MAX_TEXTS } from './problems.ts';

const ANYTHING = z.looseObject({});
const FIELDS = {
  type: 'fields',
  accepts: ['json', 'form', 'multipart', 'text'],
  schema: ANYTHING,
  repaired: withComma,
} as const;

/** As in LibreTranslate: fields missing from the body may be in the query. */
const BOTH = { query: ANYTHING, request: FIELDS } as const;

export const textRoutes = {
  translate: { method: 'post', path: '/translate', auth: 'translate', ...BOTH },
  detect: { method: 'post', path: '/detect', auth: 'translate', ...BOTH },
  suggest: { method: 'post', path: '/suggest', auth: 'translate', ...BOTH },
} as const;

type Routes = typeof textRoutes;

/** Subtitle Edit omits the comma before its key: `"target": "es" "api_key": "…" }` (LibreTranslate.cs). */
function withComma(text: string): string | undefined {
  const at = text.lastIndexOf('"api_key"');
  const before = text.slice(0, Math.max(0, at)).trimEnd();
  return before.endsWith('"') ? `${before},${text.slice(at)}` : undefined;
}

const translateFields = z.object({
  q: listOf(z.string(), { max: MAX_TEXTS }),
  source: languageOrAuto,
  target: language,
  format: z
    .string()
    .transform((text) => text.toLowerCase())
    .refine((text) => text === 'text' || text === 'html', {
      error: ({ input }) => `${String(input).slice(0, 60)} format is not supported`,
    })
    .default('text'),
  alternatives: z.coerce
    .number({ error: 'Invalid request: alternatives parameter is not a number' })
    .int()
    .min(0)
    .default(0),
});

const deeplxFields = z.object({
  text: z.string(),
  source_lang: languageOrAuto.optional(),
  target_lang: language,
  tag_handling: oneOf(['html', 'xml']).optional(),
});

export async function translate(
  services: ProtocolServices,
  repeats: Repeats,
  { ctx, body, principal }: Pick<RouteCall<Routes['translate']>, 'ctx' | 'body' | 'principal'>,
): Promise<void> {
  if (isDeeplx(body)) return translateDeeplx(services, repeats, { ctx, body, principal });
  const { q: texts, ...rest } = given(body);
  const isEmpty = Array.isArray(texts) && texts.length === 0;
  const fields = validate(translateFields, isEmpty ? rest : { ...rest, q: texts });
  const { q, source: from, target: to, format, alternatives } = fields;
  const translated = await repeats(ctx, [ownerOf(principal), 'libre', fields], (signal) =>
    translateTexts(services, {
      ...whose(principal),
      texts: q,
      from,
      to,
      options: {},
      ...(format === 'html' ? { markup: { kind: 'html' as const } } : {}),
      signal,
    }),
  );
  const isList = Array.isArray((body as { q?: unknown }).q);
  const each = <T>(values: readonly T[]): T | readonly T[] => (isList ? values : values[0]!);
  ok(ctx, {
    translatedText: each(translated.map(({ text }) => text)),
    ...(from === undefined
      ? {
          detectedLanguage: each(
            translated.map((one) => ({
              confidence: Math.round(one.confidence * 100),
              language: one.from,
            })),
          ),
        }
      : {}),
    ...(alternatives > 0 ? { alternatives: each(translated.map(() => [])) } : {}),
  });
}

async function translateDeeplx(
  services: ProtocolServices,
  repeats: Repeats,
  { ctx, body, principal }: Pick<RouteCall<Routes['translate']>, 'ctx' | 'body' | 'principal'>,
): Promise<void> {
  const fields = validate(deeplxFields, given(body));
  const { text, source_lang: from, target_lang: to, tag_handling: kind } = fields;
  const [translated] = await repeats(ctx, [ownerOf(principal), 'deeplx', fields], (signal) =>
    translateTexts(services, {
      ...whose(principal),
      texts: [text],
      from,
      to,
      options: {},
      ...(kind ? { markup: { kind } } : {}),
      signal,
    }),
  );
  ok(ctx, {
    code: 200,
    id: randomInt(1_000_000_000, 10_000_000_000),
    data: translated!.text,
    alternatives: [],
    source_lang: baseLanguage(translated!.from).toUpperCase(),
    target_lang: to.toUpperCase(),
    method: 'Free',
  });
}

const detectFields = z.object({ q: listOf(z.string(), { max: MAX_TEXTS }) });

export async function detect(
  services: ProtocolServices,
  { ctx, query, body, principal, gone }: RouteCall<Routes['detect']>,
): Promise<void> {
  // All texts together get one language.
  const q = validate(detectFields, given({ ...query, ...body })).q.join('\n');
  if (q.length > LIMITS.detectText)
    throw fieldProblem('q', 'too_long', `q is longer than ${LIMITS.detectText} characters.`);
  const known = listLanguages(await readyLanguages(services)).map(({ code }) => code);
  const found = await services.detector.detect(q, principal.accountId, gone(), known);
  ok(
    ctx,
    found.map(({ code, confidence }) => ({ confidence: Math.round(confidence * 100), language: code })),
  );
}

const suggestFields = z.object({ q: z.string(), s: z.string(), source: language, target: language });

/** Stores a user's suggested translation in the memory. */
export async function suggest(
  { memory, clients }: ProtocolServices,
  { ctx, query, body, principal }: RouteCall<Routes['suggest']>,
): Promise<void> {
  const { q, s, source: from, target: to } = validate(suggestFields, given({ ...query, ...body }));
  if (from === to) throw fieldProblem('target', 'same_language', 'source and target are the same language.');
  const learner = clients.learnerOf(ownerOf(principal));
  const isStored =
    learner !== undefined && (await memory.add(learner, { from, to }, { source: q, target: s }));
  ok(ctx, { success: isStored });
}
