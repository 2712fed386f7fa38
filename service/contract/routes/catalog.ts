import { enginesSchema, languagesSchema } from '../resources.ts';
import type { RouteSpec } from '../route-spec.ts';

export const catalogRoutes = {
  listLanguages: {
    method: 'get',
    path: '/v1/languages',
    tag: 'catalog',
    summary: 'Languages, and the pairs that can be translated',
    auth: 'translate',
    answers: { 200: { description: 'The catalog.', data: languagesSchema } },
  },
  listEngines: {
    method: 'get',
    path: '/v1/engines',
    tag: 'catalog',
    summary: 'Engines, what they can do, and why one is not ready',
    auth: 'translate',
    answers: { 200: { description: 'The engines in order of preference.', data: enginesSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
