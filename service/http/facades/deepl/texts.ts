import { z } from 'zod';
import { whose } from '../../request/whose.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { fieldProblem, LIMITS } from '../../../contract/index.ts';
import type { Detector } from '../../../detect/detector.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { RouteCall } from '../../route.ts';
import { ok } from '../../handler.ts';
import { validate } from '../../request/validate.ts';
import { flag, given, listOf, oneOf } from '../shared/fields.ts';
import type { Repeats } from '../shared/repeats.ts';
import { translateTexts } from '../shared/translate-texts.ts';
import { detectedCode } from './language-codes.ts';
import { commonFields, jobOptions, routeCheck } from './options.ts';

const MAX_TEXTS = 50;

/** Maximum names in a list of tags, and characters of a name. */
const MAX_TAGS = 100;
const MAX_TAG = 100;

const tagNames = listOf(z.string().max(MAX_TAG), { max: MAX_TAGS, separator: ',' }).optional();
const texts = listOf(z.string(), { max: MAX_TEXTS }).pipe(z.array(z.string()).min(1));

const textFields = z.object({
  ...commonFields,
  text: texts,
  context: z.string().max(LIMITS.context).optional(),
  // Engines split the sentences of a line themselves: only `nonewlines` changes anything.
  split_sentences: oneOf(['0', '1', 'nonewlines']).optional(),
  preserve_formatting: flag.optional(),
  outline_detection: flag.optional(),
  tag_handling: oneOf(['xml', 'html']).optional(),
  tag_handling_version: oneOf(['v1', 'v2']).optional(),
  ignore_tags: tagNames,
  splitting_tags: tagNames,
  non_splitting_tags: tagNames,
  show_billed_characters: flag.optional(),
  model_type: oneOf(['quality_optimized', 'prefer_quality_optimized', 'latency_optimized']).optional(),
});

export const translateTextRoute = {
  method: 'post',
  path: '/v2/translate',
  auth: 'translate:text',
  // LibreOffice sends options in the query; the body overrides them.
  query: z.looseObject({}),
  request: { type: 'fields', accepts: ['json', 'form', 'multipart'], schema: z.looseObject({}) },
} as const;

export async function translateText(
  services: ProtocolServices,
  repeats: Repeats,
  { ctx, query, body, principal }: RouteCall<typeof translateTextRoute>,
): Promise<void> {
  const fields = validate(textFields, given({ ...query, ...body }));
  const { text, source_lang: from, target_lang: to } = fields;
  const markup = fields.tag_handling && {
    kind: fields.tag_handling,
    ...(fields.ignore_tags ? { ignored: fields.ignore_tags } : {}),
    ...(fields.splitting_tags ? { splitting: fields.splitting_tags } : {}),
    ...(fields.non_splitting_tags ? { nonSplitting: fields.non_splitting_tags } : {}),
  };
  const owner = ownerOf(principal);
  const translated = await repeats(ctx, [owner, 'text', fields], async (signal) =>
    translateTexts(services, {
      ...whose(principal),
      texts: fields.split_sentences === 'nonewlines' && !markup ? text.map(withSentencesWhole) : text,
      from,
      to,
      options: await jobOptions(services, owner, fields),
      ...(markup ? { markup } : {}),
      check: routeCheck(fields),
      signal,
    }),
  );
  const model = fields.model_type && (fields.model_type === 'latency_optimized' ? 'latency' : 'quality');
  ok(ctx, {
    translations: translated.map(({ text: target, from: source, chars }) => ({
      detected_source_language: detectedCode(source),
      text: target,
      ...(fields.show_billed_characters ? { billed_characters: chars } : {}),
      ...(model ? { model_type_used: `${model}_optimized` } : {}),
      ...(markup ? { tag_handling_version: fields.tag_handling_version ?? 'v2' } : {}),
    })),
  });
}

export const detectRoute = {
  method: 'post',
  path: '/v3/detect/language',
  auth: 'translate:text',
  request: { type: 'fields', accepts: ['json', 'form'], schema: z.looseObject({}) },
} as const;

const detectFields = z.object({
  text: texts,
});

export async function detectLanguage(
  { detector }: ProtocolServices,
  { ctx, body, principal, gone }: RouteCall<typeof detectRoute>,
): Promise<void> {
  const { text } = validate(detectFields, given(body));
  const signal = gone();
  const results: object[] = [];
  for (const one of text) {
    if (one.length > LIMITS.detectText)
      throw fieldProblem('text', 'too_long', `It is longer than ${LIMITS.detectText} characters.`);
    results.push(detectionOf(one, await detector.detect(one, principal.accountId, signal)));
  }
  ok(ctx, { results });
}

/** Below it the first of two languages is a guess: `no` is as likely Spanish as Portuguese. */
const MIN_LEAD = 0.01;

/** A language is named only where it is sure; its statuses are those of DeepL's reference. */
function detectionOf(text: string, [best, next]: Awaited<ReturnType<Detector['detect']>>): object {
  if (!/\p{L}/u.test(text)) return { detection_status: 'no_language_detected' };
  if (!best || best.confidence - (next?.confidence ?? 0) < MIN_LEAD)
    return { detection_status: 'insufficient_confidence' };
  return { detected_language: best.code, detection_status: 'success' };
}

/**
 * A text whose sentences go on in the next line, as `nonewlines` says: breaks within a sentence become spaces.
 * Those behind a sentence's end, beside a blank line and before a list's mark stay.
 */
function withSentencesWhole(text: string): string {
  const [first = '', ...rest] = text.split(/(\r\n|\r|\n)/);
  let joined = first;
  let before = first.trim();
  for (let at = 0; at < rest.length; at += 2) {
    const line = rest[at + 1]!;
    const isEnd = before === '' || SENTENCE_END.test(before) || line.trim() === '' || LIST_MARK.test(line);
    joined += isEnd ? rest[at]! + line : ` ${line.trimStart()}`;
    before = line.trim();
  }
  return joined;
}

const SENTENCE_END = /[.!?…:;。！？]["'”’»)\]]*$/u;
const LIST_MARK = /^\s*(?:[-*•–—]|\d{1,3}[.)])\s/;
