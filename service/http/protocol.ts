import type Koa from 'koa';
import type { ProblemError } from '../contract/index.ts';
import type { HttpServices } from './handler.ts';
import type { HandlersOf, Route } from './route.ts';

/**
 * An HTTP API of the service: its paths, where it carries a key, and the form of its answers and errors.
 * `/v1` is one. Another one is a folder with such a value and a line in protocols.ts; it uses the service
 * through the same ports as `/v1`.
 */
export interface Protocol<Routes extends Record<string, Route>> {
  /**
   * Path prefixes of this API, such as `/v1`. If prefixes of two protocols overlap, the later one in
   * protocols.ts writes the errors.
   */
  readonly prefixes: readonly string[];
  readonly routes: Routes;
  handlers(services: ProtocolServices): HandlersOf<Routes>;
  /**
   * The key of a request, if any. Called before the body is read and, with `keyInBody`, again with the body
   * if there was none. Throws if a key is in a place where this API has none, such as the URL.
   */
  credentials(ctx: Koa.Context, body?: unknown): string | undefined;
  /** Whether the key may be in the body. Requests without a header key are read under a stranger's limits. */
  readonly keyInBody?: boolean;
  /** How to send a key, for the refusal of a request without one. */
  readonly keyHint: string;
  /** The header in which its clients expect a request's id, besides our own `X-Request-Id`. */
  readonly idHeader?: string;
  /** The scheme in `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
  /** The JSON body of a successful answer. */
  present(value: unknown): unknown;
  /** An error answer. Status and headers default to the problem's. */
  problem(problem: ProblemError, request: ProblemRequest): ProblemAnswer;
  /** Whether the route's `id` is a job's, so that the log names it. */
  namesJob?(route: Route): boolean;
}

/** Facts about a failed request. */
export interface ProblemRequest {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  /** The body, if it was read before the error; of a form, its fields. */
  readonly body: unknown;
}

export interface ProblemAnswer {
  readonly body: unknown;
  readonly status?: number;
  /** Default `application/json`. */
  readonly type?: string;
}

/** The services a protocol's handlers use. */
export interface ProtocolServices extends HttpServices {
  /** Answers with the service's metrics. */
  readonly showMetrics: (ctx: Koa.Context) => Promise<void>;
}

/** Whether a path belongs to a protocol. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
