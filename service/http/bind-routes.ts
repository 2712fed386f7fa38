import Router from '@koa/router';
import type Koa from 'koa';
import type { z } from 'zod';
import type { Principal } from '../accounts/port.ts';
import { ProblemError, ROUTES } from '../contract/index.ts';
import type { OperationId, RouteSpec } from '../contract/index.ts';
import type { AnyCall, Handlers, HttpServices } from './handler.ts';
import { authenticate } from './middleware/auth.ts';
import { noteRequest } from './middleware/request-log.ts';
import { clientGone } from './request/client-gone.ts';
import { bodyReader } from './request/read-body.ts';
import { validate } from './request/validate.ts';

const NOBODY: Principal = { accountId: '', scopes: [] };
const NOTHING = Object.freeze({});

/**
 * Each route of the contract: auth as the table says, then what the client sent, parsed by the route's schemas, then the handler. Takes a
 * path with or without a slash at its end. Behind the routes what answers other methods of their paths.
 */
export function bindRoutes(services: HttpServices, handlers: Handlers): readonly Koa.Middleware[] {
  // A router tries all of its paths at each request: these are few, seventy are a twentieth of what a status takes.
  const areas = new Map<string, Router>();
  for (const [operation, route] of Object.entries(ROUTES) as [OperationId, RouteSpec][]) {
    // One handler's call is not another's: that each gets its own, the parsing by the same row of the table makes sure.
    const handle = handlers[operation] as (call: AnyCall) => void | Promise<void>;
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const router = areas.get(areaOf(path)) ?? new Router({ sensitive: true });
    areas.set(areaOf(path), router);
    router[route.method](path, answerRoute(services, route, handle));
  }
  const routes = new Map(Array.from(areas, ([area, router]) => [area, router.routes() as Koa.Middleware]));
  return [
    (ctx, next): Promise<unknown> => {
      const route = routes.get(areaOf(ctx.path));
      return route ? Promise.resolve(route(ctx, next)) : next();
    },
    new Router().allowedMethods() as Koa.Middleware,
  ];
}

/** `/v1/jobs` of `/v1/jobs/{id}/events`. */
function areaOf(path: string): string {
  const end = path.indexOf('/', path.indexOf('/', 1) + 1);
  return end === -1 ? path : path.slice(0, end);
}

function answerRoute(
  services: HttpServices,
  route: RouteSpec,
  handle: (call: AnyCall) => void | Promise<void>,
): Koa.Middleware {
  const isJob = /^\/v1\/(translate|jobs)\//.test(route.path);
  const readBody = bodyReader(route.request, services);
  return async (ctx) => {
    noteRequest(ctx, { route: route.path });
    const principal = route.auth === 'none' ? NOBODY : authenticate(ctx, services.accounts, route.auth);
    const params = route.params ? readParams(route.params, ctx['params']) : NOTHING;
    if (isJob && 'id' in params) noteRequest(ctx, { jobId: String(params.id) });
    const query = route.query ? validate(route.query, ctx.query) : NOTHING;
    const { body, file, release } = await readBody(ctx, principal.accountId);
    const watch = { gone: () => clientGone(ctx), isAllowed: () => isAllowed(ctx, services, route) };
    try {
      await handle({ ctx, params, query, body, file, principal, ...watch });
    } finally {
      await release?.();
    }
  };
}

function isAllowed(ctx: Koa.Context, { accounts }: HttpServices, { auth }: RouteSpec): boolean {
  try {
    if (auth !== 'none') authenticate(ctx, accounts, auth);
    return true;
  } catch {
    return false;
  }
}

/** Nothing is called by a name that cannot be one: 404, as for a name that could. */
function readParams(schema: z.ZodObject, params: unknown): object {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw new ProblemError('not_found', result.error.issues[0]!.message);
}
