import { ROUTES } from '../contract/index.ts';
import { bearerToken } from './middleware/auth.ts';
import type { Protocol } from './protocol.ts';
import { presentProblem, PROBLEM_TYPE } from './response/present-problem.ts';
import { accountHandlers } from './routes/accounts.ts';
import { alignmentHandlers } from './routes/alignments.ts';
import { batchHandlers } from './routes/batch.ts';
import { catalogHandlers } from './routes/catalog.ts';
import { checkerHandlers } from './routes/checkers.ts';
import { clientHandlers } from './routes/clients.ts';
import { connectionHandlers } from './routes/connections.ts';
import { documentHandlers } from './routes/documents.ts';
import { draftHandlers } from './routes/drafts.ts';
import { engineHandlers } from './routes/engines.ts';
import { eventHandlers } from './routes/events.ts';
import { glossaryHandlers } from './routes/glossaries.ts';
import { jobHandlers } from './routes/jobs.ts';
import { keyHandlers } from './routes/keys.ts';
import { memoryHandlers } from './routes/memory.ts';
import { modelHandlers } from './routes/models.ts';
import { packageHandlers } from './routes/packages.ts';
import { serviceHandlers } from './routes/service.ts';
import { sessionHandlers } from './routes/session.ts';
import { settingsHandlers } from './routes/settings.ts';
import { tableHandlers } from './routes/tables.ts';
import { textHandlers } from './routes/text.ts';
import { workerHandlers } from './routes/workers.ts';

/** The service's own API: Bearer keys, the success envelope, problem+json. */
export const V1: Protocol<typeof ROUTES> = {
  prefixes: ['/v1'],
  routes: ROUTES,
  handlers: (services) => ({
    ...documentHandlers(services),
    ...batchHandlers(services),
    ...textHandlers(services),
    ...jobHandlers(services),
    ...eventHandlers(services),
    ...catalogHandlers(services),
    ...engineHandlers(services),
    ...checkerHandlers(services),
    ...glossaryHandlers(services),
    ...tableHandlers(services),
    ...memoryHandlers(services),
    ...alignmentHandlers(services),
    ...modelHandlers(services),
    ...packageHandlers(services),
    ...settingsHandlers(services),
    ...draftHandlers(services),
    ...clientHandlers(services),
    ...accountHandlers(services),
    ...keyHandlers(services),
    ...connectionHandlers(services),
    ...sessionHandlers(services),
    ...serviceHandlers(services),
    ...workerHandlers(services),
    showMetrics: ({ ctx }) => services.showMetrics(ctx),
  }),
  credentials: (ctx) => bearerToken(ctx.get('Authorization')),
  keyHint: 'Authorization: Bearer <API_KEY>',
  challenge: 'Bearer',
  present: (data) => ({ context: 'ok', data }),
  problem: (problem, { ctx, requestId }) => ({
    type: PROBLEM_TYPE,
    body: presentProblem(problem, { instance: ctx.path, requestId }),
  }),
  namesJob: ({ path }) => /^\/v1\/(translate|jobs)\//.test(path),
};
