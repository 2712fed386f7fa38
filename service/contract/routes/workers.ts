import type { RouteSpec } from '../route-spec.ts';
import { workersSchema } from '../workers.ts';

export const workerRoutes = {
  listWorkers: {
    method: 'get',
    path: '/v1/workers',
    tag: 'service',
    summary: 'The workers of the team',
    description:
      'Without a team, the engines run in the service itself: there is no `queue`, and no worker is listed.',
    auth: 'admin',
    answers: { 200: { description: 'The workers that have announced themselves.', data: workersSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
