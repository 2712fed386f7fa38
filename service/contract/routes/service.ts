import { healthSchema } from '../resources/service.ts';
import type { RouteSpec } from '../route-spec.ts';

export const serviceRoutes = {
  health: {
    method: 'get',
    path: '/v1/health',
    tag: 'service',
    summary: 'Whether the service is up',
    auth: 'none',
    answers: { 200: { description: 'It is.', data: healthSchema } },
  },
  showMetrics: {
    method: 'get',
    path: '/v1/metrics',
    tag: 'service',
    summary: 'Requests, jobs, queue, engines, event loop and memory, in OpenMetrics text',
    auth: 'admin',
    answers: { 200: { description: 'The metrics.', types: ['application/openmetrics-text'] } },
  },
  openApi: {
    method: 'get',
    path: '/v1/openapi.json',
    tag: 'service',
    summary: 'This document',
    auth: 'none',
    answers: { 200: { description: 'OpenAPI 3.1.', types: ['application/json'] } },
  },
  docs: {
    method: 'get',
    path: '/v1/docs',
    tag: 'service',
    summary: 'This document, as a page to read',
    auth: 'none',
    answers: { 200: { description: 'A page.', types: ['text/html'] } },
  },
} as const satisfies Record<string, RouteSpec>;
