import type Koa from 'koa';
import type { Accounts, Principal } from '../accounts/port.ts';
import type { BodyOf, OperationId, ParamsOf, QueryOf, ROUTES } from '../contract/index.ts';
import type { Detector } from '../detect/detector.ts';
import type { Jobs } from '../jobs/port.ts';
import type { Glossaries, Memory } from '../memory/port.ts';
import type { Log } from '../log.ts';
import type { Models } from '../models/port.ts';
import type { Drafts } from '../store/port.ts';
import type { EngineAdmin, Settings } from '../settings/port.ts';
import type { TranslationPort } from '../worker/port.ts';
import type { UploadedFile } from './request/upload-file.ts';
import { answerJson } from './response/answer-json.ts';

/** What the handlers speak to. */
export interface HttpServices {
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly models: Models;
  readonly glossaries: Glossaries;
  readonly memory: Memory;
  readonly detector: Pick<Detector, 'detect'>;
  readonly settings: Settings;
  readonly engines: EngineAdmin;
  readonly drafts: Drafts;
  readonly translation: Pick<TranslationPort, 'engines' | 'route'>;
  /** A path for a new temporary file in the data folder. */
  readonly newUploadPath: () => string | Promise<string>;
  /** The data folder's whole path. */
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
  readonly timeouts: Timeouts;
}

/** Milliseconds. */
export interface Timeouts extends BodyTimeouts {
  /** Between two signs of life on a quiet stream of events. */
  readonly heartbeat: number;
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

/** What a route's handler gets as its file. */
type FileOf<Op extends OperationId> = (typeof ROUTES)[Op] extends {
  readonly request: { readonly type: 'multipart/form-data' };
}
  ? UploadedFile
  : undefined;

/** One request as a handler sees it: all that the client sent is parsed by the route's schemas. */
export interface Call<Op extends OperationId> {
  readonly ctx: Koa.Context;
  readonly params: ParamsOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
  readonly file: FileOf<Op>;
  /** Whom the request speaks for; on routes without auth, nobody. */
  readonly principal: Principal;
  /** Aborts when the client goes away before it has its answer. Asked for first by handlers that take long. */
  readonly gone: () => AbortSignal;
  /** Whether the request's key is still good for this route: asked by answers that last. */
  readonly isAllowed: () => boolean;
}

/** A call of whichever route. */
export type AnyCall = Pick<Call<OperationId>, 'ctx' | 'principal' | 'gone' | 'isAllowed'> & {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
};

export type Handler<Op extends OperationId> = (call: Call<Op>) => void | Promise<void>;

/** A handler for each route of the contract: a missing or surplus one does not compile. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> };

/** The success envelope. */
export function ok(ctx: Koa.Context, data: unknown, status = 200): void {
  ctx.status = status;
  answerJson(ctx, { context: 'ok', data });
}
