import { healthSchema } from '../resources.ts';
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
