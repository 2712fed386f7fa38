import { LIMITS } from '../api-limits.ts';
import {
  memoryImportSchema,
  memoryListSchema,
  memoryQuerySchema,
  memorySearchSchema,
  memoryUnitParams,
} from '../requests/memory.ts';
import { memoryImportedSchema, memoryMatchesSchema, memorySchema, memoryUnitsSchema } from '../resources.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const memoryRoutes = {
  showMemory: {
    method: 'get',
    path: '/v1/memory',
    tag: 'memory',
    summary: 'How many translations are remembered, by direction',
    auth: 'translate',
    answers: { 200: { description: 'The numbers.', data: memorySchema } },
  },
  searchMemory: {
    method: 'get',
    path: '/v1/memory/search',
    tag: 'memory',
    summary: 'Remembered translations of this text and similar ones',
    description: 'Of at least the setting `memory.min_match` per cent. Inline codes are not compared.',
    auth: 'translate',
    query: memorySearchSchema,
    answers: { 200: { description: 'The matches.', data: memoryMatchesSchema } },
  },
  listMemory: {
    method: 'get',
    path: '/v1/memory/units',
    tag: 'memory',
    summary: 'The translations that are remembered, newest first',
    auth: 'translate',
    query: memoryListSchema,
    answers: { 200: { description: 'A page of units.', data: memoryUnitsSchema } },
  },
  removeMemoryUnit: {
    method: 'delete',
    path: '/v1/memory/units/{id}',
    tag: 'memory',
    summary: 'Forget one translation',
    auth: 'translate',
    params: memoryUnitParams,
    answers: { 204: { description: 'Gone.' } },
    problems: [REFUSED.storage],
  },
  exportMemory: {
    method: 'get',
    path: '/v1/memory/export',
    tag: 'memory',
    summary: 'The memory of a direction as TMX 1.4b',
    auth: 'translate',
    query: memoryQuerySchema,
    answers: {
      200: { description: 'The file.', types: ['application/x-tmx+xml'], headers: ['Content-Disposition'] },
    },
    problems: [REFUSED.storage],
  },
  importMemory: {
    method: 'post',
    path: '/v1/memory/import',
    tag: 'memory',
    summary: 'Add the units of a TMX file',
    description:
      'All of the file or, where it is damaged, nothing. Of two targets of one source the last wins.',
    auth: 'translate',
    request: {
      type: 'multipart/form-data',
      schema: memoryImportSchema,
      jsonFields: [],
      file: 'A TMX file of any program.',
      maxFileBytes: LIMITS.tmxBytes,
    },
    answers: { 200: { description: 'What came of it.', data: memoryImportedSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  clearMemory: {
    method: 'delete',
    path: '/v1/memory',
    tag: 'memory',
    summary: 'Forget all translations of a direction',
    auth: 'translate',
    query: memoryQuerySchema,
    answers: { 204: { description: 'Gone.' } },
    problems: [REFUSED.storage],
  },
} as const satisfies Record<string, RouteSpec>;
