import type Koa from 'koa';
import type { Accounts, Principal } from '../accounts/port.ts';
import type { OperationId } from '../contract/index.ts';
import type { Jobs } from '../jobs/port.ts';
import type { Log } from '../log.ts';
import type { TranslationPort } from '../worker/port.ts';
import { answerJson } from './response/answer-json.ts';

/** What the handlers speak to. */
export interface HttpServices {
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly translation: Pick<TranslationPort, 'engines' | 'route'>;
  /** A path for a new temporary file in the data folder. */
  readonly newUploadPath: () => string | Promise<string>;
  readonly version: string;
  readonly log: Log;
  readonly timeouts: BodyTimeouts;
}

/** How long a request body may take, in milliseconds. */
export interface BodyTimeouts {
  /** Without a single byte. */
  readonly idle: number;
  /** From the first byte to the last. */
  readonly total: number;
  /** How long an unwanted body is read and dropped after the answer, so that its sender gets to see the answer. */
  readonly linger: number;
}

/** One request as a handler sees it. */
export interface Call {
  readonly ctx: Koa.Context;
  readonly params: Readonly<Record<string, string>>;
  /** Whom the request speaks for; on routes without auth, nobody. */
  readonly principal: Principal;
  /** Aborts when the client goes away, from this call on, before it has its answer. Asked for first by handlers that take long. */
  readonly gone: () => AbortSignal;
}

export type Handler = (call: Call) => void | Promise<void>;

/** A handler for each route of the contract: a missing or surplus one does not compile. */
export type Handlers = Record<OperationId, Handler>;

/** The success envelope. */
export function ok(ctx: Koa.Context, data: unknown, status = 200): void {
  ctx.status = status;
  answerJson(ctx, { context: 'ok', data });
}
