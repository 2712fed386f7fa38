import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';
import { settingsChangeSchema, settingsSchema } from '../settings.ts';

export const settingsRoutes = {
  showSettings: {
    method: 'get',
    path: '/v1/settings',
    tag: 'settings',
    summary: 'The settings in force',
    auth: 'translate',
    answers: {
      200: { description: 'The settings, and which of them are fixed for this run.', data: settingsSchema },
    },
  },
  changeSettings: {
    method: 'patch',
    path: '/v1/settings',
    tag: 'settings',
    summary: 'Change settings',
    description:
      'All or none; omitted settings stay unchanged. `null` counts as omitted, except where it has a meaning: `models_url`, ' +
      '`downloads_folder` and `language` go back to what they are without a setting. In force at once, but for `port`, which is taken ' +
      'at the next start.',
    auth: 'admin',
    request: { type: 'application/json', schema: settingsChangeSchema, maxBytes: 65_536 },
    answers: { 200: { description: 'The settings as they are now.', data: settingsSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
} as const satisfies Record<string, RouteSpec>;
