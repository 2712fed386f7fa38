import type { z } from 'zod';
import type { RouteSpec } from './route-spec.ts';
import { accountRoutes } from './routes/accounts.ts';
import { alignmentRoutes } from './routes/alignments.ts';
import { batchRoutes } from './routes/batch.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { checkerRoutes } from './routes/checkers.ts';
import { clientRoutes } from './routes/clients.ts';
import { connectionRoutes } from './routes/connections.ts';
import { documentRoutes } from './routes/documents.ts';
import { draftRoutes } from './routes/drafts.ts';
import { engineRoutes } from './routes/engines.ts';
import { glossaryRoutes } from './routes/glossaries.ts';
import { jobListRoutes } from './routes/jobs.ts';
import { memoryRoutes } from './routes/memory.ts';
import { modelRoutes } from './routes/models.ts';
import { packageRoutes } from './routes/packages.ts';
import { serviceRoutes } from './routes/service.ts';
import { tableRoutes } from './routes/tables.ts';
import { textRoutes } from './routes/text.ts';
import { settingsRoutes } from './routes/settings.ts';
import { workerRoutes } from './routes/workers.ts';

/** Every route of the service. */
export const ROUTES = {
  ...documentRoutes,
  ...batchRoutes,
  ...textRoutes,
  ...jobListRoutes,
  ...catalogRoutes,
  ...engineRoutes,
  ...checkerRoutes,
  ...glossaryRoutes,
  ...tableRoutes,
  ...memoryRoutes,
  ...alignmentRoutes,
  ...modelRoutes,
  ...packageRoutes,
  ...settingsRoutes,
  ...draftRoutes,
  ...clientRoutes,
  ...accountRoutes,
  ...connectionRoutes,
  ...serviceRoutes,
  ...workerRoutes,
} as const satisfies Record<string, RouteSpec>;

/** Routes by resource: each has a file of handlers. */
export interface RouteGroups {
  alignments: typeof alignmentRoutes;
  batch: typeof batchRoutes;
  checkers: typeof checkerRoutes;
  clients: typeof clientRoutes;
  connections: typeof connectionRoutes;
  documents: typeof documentRoutes;
  drafts: typeof draftRoutes;
  engines: typeof engineRoutes;
  glossaries: typeof glossaryRoutes;
  memory: typeof memoryRoutes;
  models: typeof modelRoutes;
  packages: typeof packageRoutes;
  settings: typeof settingsRoutes;
  tables: typeof tableRoutes;
  text: typeof textRoutes;
}

/** The name of a route: its handler's name, and `operationId` in the OpenAPI document. */
export type OperationId = keyof typeof ROUTES;

type PartOf<Route, Name extends string> = Route extends Readonly<Record<Name, infer Part>> ? Part : undefined;
type Output<Part> = Part extends z.ZodType ? z.output<Part> : Readonly<Record<string, never>>;

/** The parsed body of a route; for an upload, its text fields. */
export type BodyOf<Op extends OperationId> = Output<PartOf<PartOf<(typeof ROUTES)[Op], 'request'>, 'schema'>>;
