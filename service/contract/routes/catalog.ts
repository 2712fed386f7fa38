import { languagesSchema } from '../resources/languages.ts';
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
} as const satisfies Record<string, RouteSpec>;
