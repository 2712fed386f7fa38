import { z } from 'zod';
import { LIMITS } from '../api-limits.ts';
import { draftParams, draftQuerySchema, draftsQuerySchema } from '../requests/drafts.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const draftRoutes = {
  showDrafts: {
    method: 'get',
    path: '/v1/drafts',
    tag: 'settings',
    summary: 'Several drafts at once, by their names; those that are not there are left out',
    description: 'One whose file is damaged is null, once: the file is set aside.',
    auth: 'translate',
    query: draftsQuerySchema,
    answers: { 200: { description: 'The drafts.', data: z.record(z.string(), z.unknown()) } },
  },
  showDraft: {
    method: 'get',
    path: '/v1/drafts/{name}',
    tag: 'settings',
    summary: 'A draft, as it was put there',
    auth: 'translate',
    params: draftParams,
    query: draftQuerySchema,
    answers: { 200: { description: 'The draft.', data: z.unknown() } },
  },
  putDraft: {
    method: 'put',
    path: '/v1/drafts/{name}',
    tag: 'settings',
    summary: 'Keep a draft',
    description: `Any JSON of up to 2 MB, at most ${LIMITS.drafts} for a client. Each account and client has its own.`,
    auth: 'translate',
    params: draftParams,
    query: draftQuerySchema,
    request: { type: 'application/json', schema: z.unknown(), maxBytes: LIMITS.draftBytes },
    answers: { 204: { description: 'Kept.' } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  removeDraft: {
    method: 'delete',
    path: '/v1/drafts/{name}',
    tag: 'settings',
    summary: 'Remove a draft; one that is not there is no error',
    auth: 'translate',
    params: draftParams,
    query: draftQuerySchema,
    answers: { 204: { description: 'Gone.' } },
  },
} as const satisfies Record<string, RouteSpec>;
