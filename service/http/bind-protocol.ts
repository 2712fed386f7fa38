import Router from '@koa/router';
import type Koa from 'koa';
import type { z } from 'zod';
import type { Principal } from '../accounts/accounts-port.ts';
import { ProblemError } from '../contract/index.ts';
import { noteGoodKey } from './known-connections.ts';
import { authenticate } from './middleware/auth.ts';
import { createWrongKeys } from './middleware/wrong-keys.ts';
import { requestId } from './middleware/request-id.ts';
import { noteRequest } from './middleware/request-log.ts';
import { owns } from './protocol.ts';
import type { ProblemAnswer, Protocol, ProtocolServices } from './protocol.ts';
import { clientGone } from './request/client-gone.ts';
import { bodyReader } from './request/read-body.ts';
import type { RequestBody } from './request/read-body.ts';
import { createStrangers } from './request/strangers.ts';
import type { Strangers } from './request/strangers.ts';
import { validate } from './request/validate.ts';
import type { Route, RouteCall } from './route.ts';

const NOBODY: Principal = { accountId: '', scopes: [] };
const NOTHING = Object.freeze({});

/** A protocol bound to the service's parts. */
export interface BoundProtocol {
  owns(path: string): boolean;
  readonly routes: Koa.Middleware;
  problem(problem: ProblemError, ctx: Koa.Context): ProblemAnswer;
}

type RouterMiddleware = (ctx: Koa.Context, next: Koa.Next) => Promise<unknown>;
/** A handler of any route. */
type Handle = (call: RouteCall) => void | Promise<void>;

/**
 * For each route: authenticates, parses by its schemas, then calls the handler. A final slash is optional.
 */
export function bindProtocol<Routes extends Record<string, Route>>(
  services: ProtocolServices,
  protocol: Protocol<Routes>,
): BoundProtocol {
  // Built on the first request: most machines use only one of the served protocols.
  let routes: RouterMiddleware | undefined;
  const makeRoutes = (): RouterMiddleware => {
    const strangers = createStrangers(services.timeouts);
    const wrongKeys = createWrongKeys();
    const handlers = protocol.handlers(services);
    const router = new Router({ sensitive: true });
    for (const [name, route] of Object.entries<Route>(protocol.routes)) {
      // The call fits the handler: both belong to the same row of the table.
      const handle = handlers[name] as unknown as Handle;
      const path = route.path.replace(/\{(\w+)\}/g, ':$1');
      const bound = { services, protocol, route, handle, strangers, wrongKeys };
      router[route.method](path, answerRoute(bound));
    }
    return router.routes() as RouterMiddleware;
  };
  return {
    owns: (path) => owns(protocol.prefixes, path),
    routes: (ctx, next) => {
      if (!owns(protocol.prefixes, ctx.path)) return next() as Promise<unknown>;
      routes ??= makeRoutes();
      return routes(ctx, next);
    },
    problem: (problem, ctx) =>
      protocol.problem(problem, { ctx, requestId: requestId(ctx), body: ctx.state['body'] as unknown }),
  };
}

interface BoundRoute {
  readonly services: ProtocolServices;
  readonly protocol: Pick<
    Protocol<never>,
    'credentials' | 'keyInBody' | 'keyHint' | 'idHeader' | 'challenge' | 'present' | 'namesJob'
  >;
  readonly route: Route;
  readonly handle: Handle;
  readonly strangers: Strangers;
  readonly wrongKeys: ReturnType<typeof createWrongKeys>;
}

function answerRoute({
  services,
  protocol,
  route,
  handle,
  strangers,
  wrongKeys,
}: BoundRoute): Koa.Middleware {
  const isJob = protocol.namesJob?.(route) ?? false;
  const readBody = bodyReader(route.request, services);
  const readStrangers = bodyReader(route.request, { ...services, timeouts: strangers.timeouts });
  const principalOf = (key: string | undefined): Principal =>
    route.auth === 'none' ? NOBODY : authenticate(key, services.accounts, { ...protocol, scope: route.auth });
  const admitted = async (ctx: Koa.Context, key: string | undefined): Promise<Principal> => {
    try {
      const principal = principalOf(key);
      if (route.auth !== 'none') noteGoodKey(ctx.req.socket);
      return principal;
    } catch (error) {
      if (key !== undefined && error instanceof ProblemError && error.code === 'unauthorized') {
        await wrongKeys.note(ctx);
      }
      throw error;
    }
  };
  const isAllowed = (key: string | undefined): boolean => {
    try {
      principalOf(key);
      return true;
    } catch {
      return false;
    }
  };
  return async (ctx) => {
    noteRequest(ctx, { route: route.path });
    ctx.state['present'] = protocol.present;
    if (protocol.idHeader !== undefined) ctx.set(protocol.idHeader, requestId(ctx));
    let key = route.auth === 'none' ? undefined : protocol.credentials(ctx);
    const isStranger = route.auth !== 'none' && key === undefined && protocol.keyInBody === true;
    let principal = isStranger ? NOBODY : await admitted(ctx, key);
    const params = route.params ? readParams(route.params, ctx['params']) : NOTHING;
    if (isJob && 'id' in params) noteRequest(ctx, { jobId: String(params.id) });
    const query = route.query ? validate(route.query, ctx.query) : NOTHING;
    const read: RequestBody = isStranger
      ? await strangers.read(ctx, () => readStrangers(ctx))
      : await readBody(ctx);
    ctx.state['body'] = read.body;
    try {
      if (isStranger) {
        key = protocol.credentials(ctx, read.body);
        principal = await admitted(ctx, key);
      }
      const { body, file, files = [], receive } = read;
      const watch = { gone: () => clientGone(ctx), isAllowed: () => isAllowed(key) };
      await handle({ ctx, params, query, body, file, files, receive, principal, ...watch } as RouteCall);
    } finally {
      await read.release?.();
    }
  };
}

/** An invalid name cannot exist: 404, as for an unknown one. */
function readParams(schema: z.ZodObject, params: unknown): object {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw new ProblemError('not_found', result.error.issues[0]!.message);
}
