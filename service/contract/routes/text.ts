import { detectRequestSchema, textsRequestSchema } from '../requests/jobs.ts';
import { detectedSchema } from '../resources/languages.ts';
import { translatedTextsSchema } from '../resources/segments.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

/** Routes that answer a text at once. */
export const textRoutes = {
  translateTexts: {
    method: 'post',
    path: '/v1/translate/segments',
    tag: 'text',
    summary: 'Translate up to ten texts and wait for the answer',
    description:
      'The body of a batch. Goes before all jobs, and is charged as they are; nothing is stored. 503 where the engine fails or takes more than a minute. A client that hangs up stops the work.',
    auth: 'translate',
    request: { type: 'application/json', schema: textsRequestSchema },
    answers: { 200: { description: 'The translations.', data: translatedTextsSchema } },
    problems: [...WITH_BODY, REFUSED.credit, REFUSED.running, REFUSED.engine],
  },
  detectLanguage: {
    method: 'post',
    path: '/v1/detect',
    tag: 'text',
    summary: 'Tell the language of a text, offline',
    description:
      'Nothing for a text without letters. A word or two may belong to several languages: the confidences say so.',
    auth: 'translate',
    // Twelve bytes a character: JSON may escape one as two \uXXXX.
    request: { type: 'application/json', schema: detectRequestSchema, maxBytes: 2_097_152 },
    answers: { 200: { description: 'The languages it may be in.', data: detectedSchema } },
    problems: [...WITH_BODY],
  },
} as const satisfies Record<string, RouteSpec>;
