import { LIMITS } from '../api-limits.ts';
import {
  alignedPairsQuerySchema,
  alignmentFieldsSchema,
  alignmentListQuerySchema,
  alignmentParams,
  changedPairsRequestSchema,
  learnPairsRequestSchema,
} from '../requests/alignments.ts';
import {
  alignedPairsSchema,
  alignmentListSchema,
  alignmentSchema,
  changedPairsSchema,
  createdAlignmentSchema,
  createdAlignmentsSchema,
  learnedPairsSchema,
} from '../resources/alignments.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

const TAG = 'alignments';

export const alignmentRoutes = {
  createAlignment: {
    method: 'post',
    path: '/v1/alignments',
    tag: TAG,
    summary: 'Align a document with its translation',
    description:
      'Files of any two formats. Several of each side are matched by name (`contract_EN.docx`, `contract_ES.docx`). ' +
      'Pairs above a confidence are accepted by themselves; nothing enters a memory before `learn`. Costs nothing; no text leaves the machine.',
    auth: 'translate',
    headers: ['Idempotency-Key'],
    request: {
      type: 'multipart/form-data',
      schema: alignmentFieldsSchema,
      jsonFields: [],
      file: `A document; at most ${LIMITS.alignedTexts} sentences.`,
      files: { names: ['source', 'target'], most: LIMITS.alignedFiles },
    },
    answers: {
      202: {
        description: 'The alignment runs; of several pairs of files each has an alignment.',
        data: createdAlignmentSchema.or(createdAlignmentsSchema),
        sometimes: ['Location', 'Retry-After'],
      },
    },
    problems: [...WITH_BODY, REFUSED.mismatch, REFUSED.running, REFUSED.storage],
  },
  listAlignments: {
    method: 'get',
    path: '/v1/alignments',
    tag: TAG,
    summary: 'Alignments, newest first',
    auth: 'translate',
    query: alignmentListQuerySchema,
    answers: { 200: { description: 'A page of alignments.', data: alignmentListSchema } },
  },
  alignmentStatus: {
    method: 'get',
    path: '/v1/alignments/{id}',
    tag: TAG,
    summary: 'State of an alignment',
    auth: 'translate',
    params: alignmentParams,
    answers: {
      200: { description: 'The alignment.', data: alignmentSchema, sometimes: ['Retry-After', 'ETag'] },
    },
  },
  alignmentEvents: {
    method: 'get',
    path: '/v1/alignments/{id}/events',
    tag: TAG,
    summary: 'Progress of an alignment as Server-Sent Events',
    description:
      'Events `progress`, then one of `done`, `failed`, `cancelled`; data is the alignment as status shows it. The present state comes first.',
    auth: 'translate',
    params: alignmentParams,
    answers: { 200: { description: 'The events.', types: ['text/event-stream'] } },
    problems: [REFUSED.quota],
  },
  cancelAlignment: {
    method: 'post',
    path: '/v1/alignments/{id}/cancel',
    tag: TAG,
    summary: 'Stop a running alignment',
    auth: 'translate',
    params: alignmentParams,
    answers: { 200: { description: 'The alignment, cancelled.', data: alignmentSchema } },
    problems: [REFUSED.conflict],
  },
  alignedPairs: {
    method: 'get',
    path: '/v1/alignments/{id}/pairs',
    tag: TAG,
    summary: 'Pairs of a done alignment',
    auth: 'translate',
    params: alignmentParams,
    query: alignedPairsQuerySchema,
    answers: { 200: { description: 'A page of pairs.', data: alignedPairsSchema, headers: ['ETag'] } },
    problems: [REFUSED.conflict],
  },
  changePairs: {
    method: 'patch',
    path: '/v1/alignments/{id}/pairs',
    tag: TAG,
    summary: 'Join, split, shift, accept or reject pairs',
    description:
      'The pairs sent replace those that have any of their texts, and must hold exactly their texts: else 400, and nothing changes.',
    auth: 'translate',
    params: alignmentParams,
    headers: ['If-Match'],
    request: { type: 'application/json', schema: changedPairsRequestSchema },
    answers: { 200: { description: 'The new pairs, once they are durable.', data: changedPairsSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  learnPairs: {
    method: 'post',
    path: '/v1/alignments/{id}/learn',
    tag: TAG,
    summary: 'Put the accepted pairs into a memory',
    description: 'All of them or none. The units say that they were aligned.',
    auth: 'translate',
    params: alignmentParams,
    request: { type: 'application/json', schema: learnPairsRequestSchema, mayBeMissing: true },
    answers: { 200: { description: 'What became of them.', data: learnedPairsSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  deleteAlignment: {
    method: 'delete',
    path: '/v1/alignments/{id}',
    tag: TAG,
    summary: 'Delete an alignment and its files',
    auth: 'translate',
    params: alignmentParams,
    answers: { 204: { description: 'It is gone; a running one was cancelled.' } },
  },
} as const satisfies Record<string, RouteSpec>;
