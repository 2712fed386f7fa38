import type Koa from 'koa';
import { ProblemError } from '../../../contract/index.ts';
import type { Protocol, ProtocolServices } from '../../protocol.ts';
import type { HandlersOf, Route } from '../../route.ts';
import { createRepeats } from '../shared/repeats.ts';
import { catalogRoutes, listLanguages, listLanguages3, listResources, showUsage } from './catalog.ts';
import { documentHandlers, documentRoutes } from './documents.ts';
import { glossaryHandlers, glossaryRoutes } from './glossaries.ts';
import { memoryHandlers, memoryRoutes } from './memories.ts';
import { transferHandlers, transferRoutes } from './memory-transfers.ts';
import { deeplProblem } from './problems.ts';
import { detectLanguage, detectRoute, translateText, translateTextRoute } from './texts.ts';

const ROUTES = {
  translate: translateTextRoute,
  detect: detectRoute,
  ...documentRoutes,
  ...glossaryRoutes,
  ...memoryRoutes,
  ...transferRoutes,
  ...catalogRoutes,
} as const satisfies Record<string, Route>;

/** DeepL's API, for programs made for it. */
export const DEEPL: Protocol<typeof ROUTES> = {
  // DeepL's /v1 routes do not exist here; answer 404 in DeepL's format.
  prefixes: ['/v2', '/v3', '/v1/quality-evaluation', '/v1/jobs/voice'],
  routes: ROUTES,
  handlers,
  credentials,
  // LibreOffice cannot send it elsewhere.
  keyInBody: true,
  idHeader: 'X-Trace-ID',
  keyHint: 'Authorization: DeepL-Auth-Key <API_KEY>',
  present: (value) => value,
  problem: deeplProblem,
};

function handlers(services: ProtocolServices): HandlersOf<typeof ROUTES> {
  const repeats = createRepeats();
  return {
    translate: (call) => translateText(services, repeats, call),
    detect: (call) => detectLanguage(services, call),
    ...documentHandlers(services, repeats),
    ...glossaryHandlers(services),
    ...memoryHandlers(services),
    ...transferHandlers(services),
    languages: (call) => listLanguages(services, { ...call, body: {} }),
    languagesByPost: (call) => listLanguages(services, call),
    languages3: (call) => listLanguages3(services, call),
    resources: listResources,
    usage: (call) => showUsage(services, call),
    usageByPost: (call) => showUsage(services, call),
  };
}

function credentials(ctx: Koa.Context, body?: unknown): string | undefined {
  if ('auth_key' in ctx.query)
    throw new ProblemError(
      'forbidden',
      'The address holds a key, and addresses are kept in many places. Send it as: Authorization: DeepL-Auth-Key <API_KEY>.',
    );
  const key = /^DeepL-Auth-Key +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1];
  if (key !== undefined) return key;
  const { auth_key: inBody } = (body ?? {}) as { auth_key?: unknown };
  return typeof inBody === 'string' ? inBody : undefined;
}
