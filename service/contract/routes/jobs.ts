import { jobListQuerySchema, jobParams } from '../requests/jobs.ts';
import { jobListSchema } from '../resources/jobs.ts';
import { REFUSED } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';
import {
  checksRoute,
  editRoute,
  exportRoute,
  effortRoute,
  historyRoute,
  ignoreRoute,
  importRoute,
  joinRoute,
  secondRoute,
  segmentsRoute,
  splitRoute,
} from './job-routes.ts';

export const jobListRoutes = {
  listJobs: {
    method: 'get',
    path: '/v1/jobs',
    tag: 'jobs',
    summary: 'Jobs of the account, newest first',
    auth: 'translate',
    query: jobListQuerySchema,
    answers: { 200: { description: 'A page of jobs.', data: jobListSchema } },
  },
  accountEvents: {
    method: 'get',
    path: '/v1/events',
    tag: 'jobs',
    summary: "Changes of all the account's jobs and alignments, as Server-Sent Events",
    description:
      'Events `job` and `alignment`; data is the one as status shows it, a finished batch without `segments`. First those that run now; then each ' +
      'that changes, at most four times a second, its end always, and each done one that is edited. After a reconnect, /v1/jobs has the jobs that ended meanwhile. ' +
      'Ends when the key is revoked.',
    auth: 'translate',
    answers: { 200: { description: 'The events.', types: ['text/event-stream'] } },
    problems: [REFUSED.quota],
  },
  jobSegments: segmentsRoute('/v1/jobs', 'jobs'),
  segmentHistory: historyRoute,
  jobEffort: effortRoute,
  editJob: editRoute('/v1/jobs', 'jobs'),
  secondOpinion: secondRoute,
  splitSegment: splitRoute,
  joinSegment: joinRoute,
  exportJob: exportRoute('/v1/jobs', 'jobs'),
  importJob: importRoute('/v1/jobs', 'jobs'),
  jobChecks: checksRoute,
  ignoreFindings: ignoreRoute,
  jobEvents: {
    method: 'get',
    path: '/v1/jobs/{id}/events',
    tag: 'jobs',
    summary: 'Progress of a job as Server-Sent Events',
    description:
      'Events `progress`, then one of `done`, `failed`, `cancelled`; data is the job as status shows it. The present state comes first.',
    auth: 'translate',
    params: jobParams,
    answers: { 200: { description: 'The events.', types: ['text/event-stream'] } },
    problems: [REFUSED.quota],
  },
} as const satisfies Record<string, RouteSpec>;
