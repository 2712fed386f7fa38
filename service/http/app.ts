import Router from '@koa/router';
import Koa from 'koa';
import { errorCode } from '../lib/error-code.ts';
import type { HttpServices, Timeouts } from './handler.ts';
import { answerBeforeBody } from './middleware/answer-before-body.ts';
import { checkHeaderCount } from './middleware/header-count.ts';
import { checkHost } from './middleware/host.ts';
import { checkOrigin } from './middleware/origin.ts';
import { servePreviewFrame } from './middleware/preview-frame.ts';
import { answerProblems } from './middleware/problems.ts';
import { nameRequest } from './middleware/request-id.ts';
import { logRequests } from './middleware/request-log.ts';
import { setSafeHeaders } from './middleware/safe-headers.ts';
import { refuseUnrouted } from './middleware/unrouted.ts';
import { serveWindow } from './middleware/window.ts';
import { createMetrics } from './metrics.ts';
import { bindProtocols } from './protocols.ts';

export interface HttpOptions extends Omit<HttpServices, 'timeouts'> {
  readonly config: {
    /** The bound address: requests may name it. */
    readonly host: string;
    /** Host names besides that and loopback, with or without a port. */
    readonly allowedHosts: readonly string[];
    /** Origins besides the window's own. */
    readonly allowedOrigins: readonly string[];
  };
  /** The built window; without it, `/` says that it is not built. */
  readonly rendererDir?: string | undefined;
  readonly timeouts?: Partial<Timeouts>;
  /** The APIs to serve; default: all. */
  readonly protocols?: typeof bindProtocols;
}

const TIMEOUTS: Timeouts = { idle: 30_000, total: 300_000, linger: 10_000, heartbeat: 15_000 };

/** The service's HTTP interface. Emits `closing` on itself when open streams should end (see listen.ts). */
export function createHttpApp(options: HttpOptions): Koa {
  const { config, rendererDir, log } = options;
  const services: HttpServices = { ...options, timeouts: { ...TIMEOUTS, ...options.timeouts } };
  const app = new Koa();
  const metrics = createMetrics(services);
  const bind = options.protocols ?? bindProtocols;
  const protocols = bind({ ...services, showMetrics: (ctx) => metrics.show(ctx) });
  const [v1] = protocols;
  const protocolAt = (path: string) => protocols.findLast((protocol) => protocol.owns(path));
  for (const host of config.allowedHosts) log.warn({ host }, 'Requests may name this host too.');
  for (const origin of config.allowedOrigins) log.warn({ origin }, 'Pages of this origin may send requests.');
  // One listener per event stream; a limit would only print warnings.
  app.setMaxListeners(0);
  app.on('error', (error: unknown) => {
    // The client went away, as every closed window does; the request's log line has `cut_off`.
    const level = errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' ? 'debug' : 'warn';
    log[level]({ err: error }, 'An answer could not be sent to its end.');
  });

  app.use(nameRequest());
  app.use(logRequests(log, metrics.countRequest));
  app.use(answerBeforeBody(services.timeouts.linger));
  app.use(setSafeHeaders());
  app.use(answerProblems(log, (path) => protocolAt(path) ?? v1));
  app.use(checkHeaderCount());
  app.use(checkHost(config.host, config.allowedHosts));
  app.use(servePreviewFrame(rendererDir));
  app.use(checkOrigin(config.allowedOrigins));
  app.use(refuseUnrouted());
  for (const { routes } of protocols) app.use(routes);
  // Handles other methods of known paths.
  app.use(new Router().allowedMethods() as Koa.Middleware);
  app.use(serveWindow(rendererDir, (path) => protocolAt(path) !== undefined));
  return app;
}
