import type Koa from 'koa';
import type { ProblemError } from '../contract/index.ts';
import type { HttpServices } from './handler.ts';
import type { HandlersOf, Route } from './route.ts';

/**
 * An HTTP API of the service: its addresses, how it carries a key, and how it writes answers and errors.
 * `/v1` is one. Another is a folder with such a value and a line in protocols.ts; what it asks of the service
 * it asks through the same ports as `/v1`.
 */
export interface Protocol<Routes extends Record<string, Route>> {
  /**
   * Paths that belong to it, each with all that is below: `/v1`. Of a path below another protocol's, the later
   * one of protocols.ts writes the errors.
   */
  readonly prefixes: readonly string[];
  readonly routes: Routes;
  handlers(services: ProtocolServices): HandlersOf<Routes>;
  /**
   * The key a request carries, if any. Asked before the body is read, and with `keyInBody` once more with the
   * body where that found none. A key in a place where this API has none, such as an address, is refused by
   * throwing.
   */
  credentials(ctx: Koa.Context, body?: unknown): string | undefined;
  /** Whether the key may be in the body. Requests without a header key are read by a stranger's limits. */
  readonly keyInBody?: boolean;
  /** How to send a key, as the refusal of a request without one says. */
  readonly keyHint: string;
  /** A header that its clients report a request's id by, beside our own `X-Request-Id`. */
  readonly idHeader?: string;
  /** The scheme in `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
  /** The JSON body of a successful answer. */
  present(value: unknown): unknown;
  /** An error answer. The status and headers are the problem's where it names none. */
  problem(problem: ProblemError, request: ProblemRequest): ProblemAnswer;
  /** Whether the route's `id` is a job's: the log names it. */
  namesJob?(route: Route): boolean;
}

/** Facts about a request that failed. */
export interface ProblemRequest {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  /** The body where it was read before the error; of a form, its fields. */
  readonly body: unknown;
}

export interface ProblemAnswer {
  readonly body: unknown;
  readonly status?: number;
  /** `application/json` unless given. */
  readonly type?: string;
}

/** The services a protocol's handlers use. */
export interface ProtocolServices extends HttpServices {
  /** The service's numbers, as the answer. */
  readonly showMetrics: (ctx: Koa.Context) => Promise<void>;
}

/** Whether a path is a protocol's. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
