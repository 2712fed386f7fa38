import type Koa from 'koa';
import type { Accounts } from '../accounts/accounts-port.ts';
import type { Clients } from '../clients/clients-port.ts';
import type { OperationId, RouteGroups, ROUTES, TeamReport } from '../contract/index.ts';
import type { Detector } from '../detect/detector.ts';
import type { Alignments } from '../jobs/align/alignments-port.ts';
import type { Jobs } from '../jobs/jobs-port.ts';
import type { Glossaries, Memory, Tables } from '../memory/memory-port.ts';
import type { Log } from '../log.ts';
import type { Assistants } from '../mcp/assistants.ts';
import type { Models } from '../models/models-port.ts';
import type { Packages } from '../packages/packages-port.ts';
import type { Drafts } from '../store/store-port.ts';
import type { CheckerAdmin, EngineAdmin, Settings } from '../settings/settings-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import { answerJson } from './response/answer-json.ts';
import type { HandlersOf, RouteCall } from './route.ts';

/** The parts of the service that handlers call. */
export interface HttpServices {
  readonly jobs: Jobs;
  readonly alignments: Alignments;
  readonly accounts: Accounts;
  readonly clients: Clients;
  readonly models: Models;
  readonly glossaries: Glossaries;
  readonly memory: Memory;
  readonly tables: Tables;
  readonly detector: Pick<Detector, 'detect'>;
  readonly settings: Settings;
  readonly engines: EngineAdmin;
  readonly checkers: CheckerAdmin;
  readonly drafts: Drafts;
  readonly packages: Packages;
  readonly assistants: Assistants;
  readonly translation: Pick<TranslationPort, 'engines' | 'route'>;
  /** Absent if the engines run in the service itself. */
  readonly team?: { status(): TeamReport | undefined };
  /** A path for a new temporary file in the data folder. */
  readonly newUploadPath: () => string | Promise<string>;
  /** The data folder's whole path. */
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
  readonly timeouts: Timeouts;
}

/** The services needed to read bodies. */
export type BodyServices = Pick<HttpServices, 'newUploadPath' | 'timeouts' | 'settings'>;

/** Milliseconds. */
export interface Timeouts extends BodyTimeouts {
  /** Interval of comment lines on a quiet event stream. */
  readonly heartbeat: number;
}

/** How long a request body may take, in milliseconds. */
export interface BodyTimeouts {
  /** Without a single byte. */
  readonly idle: number;
  /** From the first byte to the last. */
  readonly total: number;
  /** How long an unwanted body is drained after the answer, so that its sender can read the answer. */
  readonly linger: number;
}

/** A call of a route of `/v1`. */
export type Call<Op extends OperationId> = RouteCall<(typeof ROUTES)[Op]>;

export type Handler<Op extends OperationId> = (call: Call<Op>) => void | Promise<void>;

export type Handlers = HandlersOf<typeof ROUTES>;

/** The handlers of a resource's routes. */
export type HandlersFor<Group extends keyof RouteGroups> = HandlersOf<RouteGroups[Group]>;

/** Sends a successful answer in the form of the route's protocol. */
export function ok(ctx: Koa.Context, data: unknown, status = 200): void {
  ctx.status = status;
  answerJson(ctx, (ctx.state['present'] as (value: unknown) => unknown)(data));
}
