import Koa from 'koa';
import { bindRoutes } from './bind-routes.ts';
import { errorCode } from '../lib/error-code.ts';
import type { HttpServices, Timeouts } from './handler.ts';
import { answerBeforeBody } from './middleware/answer-before-body.ts';
import { checkHeaderCount } from './middleware/header-count.ts';
import { checkHost } from './middleware/host.ts';
import { checkOrigin } from './middleware/origin.ts';
import { answerProblems } from './middleware/problems.ts';
import { inTurns } from './middleware/in-turns.ts';
import { nameRequest } from './middleware/request-id.ts';
import { logRequests } from './middleware/request-log.ts';
import { setSafeHeaders } from './middleware/safe-headers.ts';
import { refuseUnrouted } from './middleware/unrouted.ts';
import { serveWindow } from './middleware/window.ts';
import { createMetrics } from './metrics.ts';
import { accountHandlers } from './routes/accounts.ts';
import { batchHandlers } from './routes/batch.ts';
import { catalogHandlers } from './routes/catalog.ts';
import { documentHandlers } from './routes/documents.ts';
import { draftHandlers } from './routes/drafts.ts';
import { engineHandlers } from './routes/engines.ts';
import { eventHandlers } from './routes/events.ts';
import { glossaryHandlers } from './routes/glossaries.ts';
import { jobHandlers } from './routes/jobs.ts';
import { keyHandlers } from './routes/keys.ts';
import { memoryHandlers } from './routes/memory.ts';
import { modelHandlers } from './routes/models.ts';
import { serviceHandlers } from './routes/service.ts';
import { sessionHandlers } from './routes/session.ts';
import { textHandlers } from './routes/text.ts';
import { settingsHandlers } from './routes/settings.ts';

export interface HttpOptions extends Omit<HttpServices, 'timeouts'> {
  readonly config: {
    /** What the service binds: requests may name it. */
    readonly host: string;
    /** Host names beside that and loopback, with or without a port. */
    readonly allowedHosts: readonly string[];
    /** Origins beside the window's own. */
    readonly allowedOrigins: readonly string[];
  };
  /** The built window; without it, `/` says that it is not built. */
  readonly rendererDir?: string | undefined;
  readonly timeouts?: Partial<Timeouts>;
}

const TIMEOUTS: Timeouts = { idle: 30_000, total: 300_000, linger: 10_000, heartbeat: 15_000 };

/** The service's HTTP face. Emits `closing` on itself when open streams should end (see listen.ts). */
export function createHttpApp(options: HttpOptions): Koa {
  const { config, rendererDir, log } = options;
  const services: HttpServices = { ...options, timeouts: { ...TIMEOUTS, ...options.timeouts } };
  const app = new Koa();
  const metrics = createMetrics(services);
  for (const host of config.allowedHosts) log.warn({ host }, 'Requests may name this host too.');
  for (const origin of config.allowedOrigins) log.warn({ origin }, 'Pages of this origin may send requests.');
  // One listener a stream of events; a limit would only print warnings.
  app.setMaxListeners(0);
  app.on('error', (error: unknown) => {
    // Its client went away, as each window does that is closed; the request's own line has `cut_off`.
    const level = errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' ? 'debug' : 'warn';
    log[level]({ err: error }, 'An answer could not be sent to its end.');
  });

  app.use(inTurns());
  app.use(nameRequest());
  app.use(logRequests(log, metrics.countRequest));
  app.use(answerBeforeBody(services.timeouts.linger));
  app.use(setSafeHeaders());
  app.use(answerProblems(log));
  app.use(checkHeaderCount());
  app.use(checkHost(config.host, config.allowedHosts));
  app.use(checkOrigin(config.allowedOrigins));
  app.use(refuseUnrouted());
  const routes = bindRoutes(services, {
    ...documentHandlers(services),
    ...batchHandlers(services),
    ...textHandlers(services),
    ...jobHandlers(services),
    ...eventHandlers(services),
    ...catalogHandlers(services),
    ...engineHandlers(services),
    ...glossaryHandlers(services),
    ...memoryHandlers(services),
    ...modelHandlers(services),
    ...settingsHandlers(services),
    ...draftHandlers(services),
    ...accountHandlers(services),
    ...keyHandlers(services),
    ...sessionHandlers(services),
    ...serviceHandlers(services),
    showMetrics: metrics.show,
  });
  for (const middleware of routes) app.use(middleware);
  app.use(serveWindow(rendererDir));
  return app;
}
