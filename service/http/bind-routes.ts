import Router from '@koa/router';
import type Koa from 'koa';
import type { Accounts, Principal } from '../accounts/port.ts';
import { ProblemError, ROUTES } from '../contract/index.ts';
import type { OperationId, RouteSpec } from '../contract/index.ts';
import type { Handlers } from './handler.ts';
import { authenticate } from './middleware/auth.ts';
import { noteRequest } from './middleware/request-log.ts';
import { clientGone } from './request/client-gone.ts';

const NOBODY: Principal = { accountId: '', scopes: [] };

/**
 * Binds each route of the contract to its handler: auth as the table says, then the handler. Answers 405 with `Allow`
 * where the path is known and the method is not, 404 for other paths under /v1, and passes on the rest.
 */
export function bindRoutes(accounts: Accounts, handlers: Handlers): Koa.Middleware {
  const router = new Router({ sensitive: true, strict: true });
  const bound = new Map<
    ReturnType<Router['register']>,
    (ctx: Koa.Context, params: Params) => Promise<void>
  >();
  for (const [operation, route] of Object.entries(ROUTES) as [OperationId, RouteSpec][]) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const isJob = /^\/v1\/(translate|jobs)\//.test(route.path);
    const layer = router.register(path, [route.method], notThroughTheRouter);
    bound.set(layer, async (ctx, params) => {
      noteRequest(ctx, { route: route.path, ...(isJob && params['id'] ? { jobId: params['id'] } : {}) });
      const principal = route.auth === 'none' ? NOBODY : authenticate(ctx, accounts, route.auth);
      await handlers[operation]({ ctx, params, principal, gone: () => clientGone(ctx) });
    });
  }
  return async (ctx, next) => {
    const matched = router.match(ctx.path, ctx.method);
    // The router's own dispatch would match again and compose a chain for each request: a twentieth of a status poll.
    for (const layer of matched.pathAndMethod) {
      const run = bound.get(layer);
      if (run) return run(ctx, layer.params(ctx.path, layer.captures(ctx.path)));
    }
    const allowed = [...new Set(matched.path.flatMap((layer) => layer.methods))];
    if (allowed.length > 0) {
      refuseMethod(ctx, allowed);
      return;
    }
    if (ctx.path === '/v1' || ctx.path.startsWith('/v1/')) {
      throw new ProblemError(
        'not_found',
        `There is nothing at ${ctx.path}. GET /v1/openapi.json lists all that is.`,
      );
    }
    await next();
  };
}

type Params = Readonly<Record<string, string>>;

/** What the router is given to know the route by. */
function notThroughTheRouter(): never {
  throw new Error('Routes are run by bindRoutes, not by the router.');
}

function refuseMethod(ctx: Koa.Context, allowed: readonly string[]): void {
  const allow = allowed.join(', ');
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set('Allow', allow);
    return;
  }
  throw new ProblemError('method_not_allowed', `${ctx.method} is not possible here. Use ${allow}.`, {
    headers: { Allow: allow },
  });
}
