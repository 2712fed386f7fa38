import type Koa from 'koa';
import { ProblemError } from '../../../contract/index.ts';
import { bearerToken } from '../../middleware/auth.ts';
import type { Protocol, ProtocolServices } from '../../protocol.ts';
import type { HandlersOf, Route } from '../../route.ts';
import { createRepeats } from '../shared/repeats.ts';
import { fileHandlers, fileRoutes } from './files.ts';
import { libreProblem } from './problems.ts';
import { factHandlers, factRoutes } from './service-facts.ts';
import { detect, suggest, textRoutes, translate } from './texts.ts';

const ROUTES = { ...textRoutes, ...fileRoutes, ...factRoutes } as const satisfies Record<string, Route>;

/** LibreTranslate's API, and DeepLX's, which shares its address. */
export const LIBRETRANSLATE: Protocol<typeof ROUTES> = {
  prefixes: [
    '/translate',
    '/detect',
    '/suggest',
    '/translate_file',
    '/download_file',
    '/languages',
    '/frontend/settings',
    '/health',
    '/spec',
  ],
  routes: ROUTES,
  handlers,
  credentials,
  keyInBody: true,
  keyHint: 'api_key=<API_KEY>',
  present: (value) => value,
  problem: libreProblem,
};

function handlers(services: ProtocolServices): HandlersOf<typeof ROUTES> {
  const repeats = createRepeats();
  return {
    translate: (call) => translate(services, repeats, { ...call, body: { ...call.query, ...call.body } }),
    detect: (call) => detect(services, call),
    suggest: (call) => suggest(services, call),
    ...fileHandlers(services, repeats),
    ...factHandlers(services),
  };
}

function credentials(ctx: Koa.Context, body?: unknown): string | undefined {
  if ('api_key' in ctx.query || 'token' in ctx.query)
    throw new ProblemError(
      'forbidden',
      'The address holds a key, and addresses are kept in many places. Send it as api_key in the body.',
    );
  const key = bearerToken(ctx.get('Authorization'));
  if (key !== undefined) return key;
  const { api_key: inBody } = (body ?? {}) as { api_key?: unknown };
  return typeof inBody === 'string' && inBody !== '' ? inBody : undefined;
}
