import { z } from 'zod';
import { whose } from '../../request/whose.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { ProblemError } from '../../../contract/index.ts';
import type { Principal } from '../../../accounts/accounts-port.ts';
import { ok } from '../../handler.ts';
import type { Protocol, ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import type { HandlersOf, Route, RouteCall } from '../../route.ts';
import { given, listOf } from '../shared/fields.ts';
import { createRepeats } from '../shared/repeats.ts';
import type { Repeats } from '../shared/repeats.ts';
import { translateTexts } from '../shared/translate-texts.ts';
import { language, languageOrAuto } from './languages.ts';
import { libreProblem } from './problems.ts';
import { translate } from './texts.ts';

// The address contains the key.
const ADDRESS = {
  path: '/c/{token}/translate',
  auth: 'none',
  params: z.object({ token: z.string().max(100) }),
} as const;

const ROUTES = {
  connect: {
    method: 'post',
    ...ADDRESS,
    request: {
      type: 'fields',
      accepts: ['json', 'form', 'multipart', 'text'],
      schema: z.looseObject({}),
    },
  },
  // OmegaT's plug-in sends `?q=…&source=…&target=…`.
  connectByGet: { method: 'get', ...ADDRESS, query: z.looseObject({}) },
} as const satisfies Record<string, Route>;

/** Addresses for programs without a key field: the shapes of LibreTranslate, DeepLX, Immersive Translate. */
export const CONNECT: Protocol<typeof ROUTES> = {
  prefixes: ['/c'],
  routes: ROUTES,
  handlers,
  credentials: () => undefined,
  keyHint: 'the address of a connection',
  present: (value) => value,
  problem: libreProblem,
};

function handlers(services: ProtocolServices): HandlersOf<typeof ROUTES> {
  const repeats = createRepeats();
  const principalOf = (token: string): Principal => {
    const principal = services.accounts.authenticate(token);
    // No other key is accepted here, and this address grants nothing else.
    if (principal?.scopes.includes('connect')) return principal;
    throw new ProblemError('not_found', 'There is no such connection. Make one under API.');
  };
  return {
    connect: async ({ ctx, params, body }) => {
      const principal = principalOf(params.token);
      if ('text_list' in body) await translateList(services, repeats, { ctx, body }, principal);
      else await translate(services, repeats, { ctx, body, principal });
    },
    connectByGet: async ({ ctx, params, query }) =>
      translate(services, repeats, { ctx, body: query, principal: principalOf(params.token) }),
  };
}

const MAX_TEXTS = 1_000;
const listFields = z.object({
  text_list: listOf(z.string(), { max: MAX_TEXTS }).pipe(z.array(z.string()).min(1)),
  source_lang: languageOrAuto.optional(),
  target_lang: language,
});

/** Immersive Translate's marks in place of tags. */
const MARK = /<\/?b\d+>/;

async function translateList(
  services: ProtocolServices,
  repeats: Repeats,
  { ctx, body }: Pick<RouteCall<(typeof ROUTES)['connect']>, 'ctx' | 'body'>,
  principal: Principal,
): Promise<void> {
  const fields = validate(listFields, given(body));
  const { text_list: texts, source_lang: from, target_lang: to } = fields;
  const hasMarks = texts.some((text) => MARK.test(text));
  const translated = await repeats(ctx, [ownerOf(principal), 'list', fields], (signal) =>
    translateTexts(services, {
      ...whose(principal),
      texts,
      from,
      to,
      options: {},
      ...(hasMarks ? { markup: { kind: 'html' as const } } : {}),
      signal,
    }),
  );
  ok(ctx, {
    translations: translated.map(({ text, from: source }) => ({ detected_source_lang: source, text })),
  });
}
