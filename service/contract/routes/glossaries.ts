import {
  glossaryExportQuerySchema,
  glossaryImportSchema,
  glossaryListQuerySchema,
  glossaryParams,
  glossaryRequestSchema,
  newGlossarySchema,
} from '../requests/glossaries.ts';
import { glossariesSchema, glossaryResourceSchema, importedGlossarySchema } from '../resources/glossaries.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const glossaryRoutes = {
  listGlossaries: {
    method: 'get',
    path: '/v1/glossaries',
    tag: 'glossaries',
    summary: "The account's named glossaries, without their entries",
    auth: 'translate',
    query: glossaryListQuerySchema,
    answers: { 200: { description: 'A page of glossaries.', data: glossariesSchema } },
  },
  createGlossary: {
    method: 'post',
    path: '/v1/glossaries',
    tag: 'glossaries',
    summary: 'Create a glossary',
    description:
      'A job uses the dictionary of its direction, by `glossary_id`, as it is when the job is created.',
    auth: 'translate',
    request: { type: 'application/json', schema: newGlossarySchema },
    answers: { 201: { description: 'The glossary.', data: glossaryResourceSchema, headers: ['Location'] } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  showGlossary: {
    method: 'get',
    path: '/v1/glossaries/{id}',
    tag: 'glossaries',
    summary: 'A glossary with its entries',
    auth: 'translate',
    params: glossaryParams,
    answers: { 200: { description: 'The glossary.', data: glossaryResourceSchema } },
  },
  replaceGlossary: {
    method: 'put',
    path: '/v1/glossaries/{id}',
    tag: 'glossaries',
    summary: 'Replace the name and all dictionaries of a glossary',
    auth: 'translate',
    params: glossaryParams,
    request: { type: 'application/json', schema: glossaryRequestSchema },
    answers: { 200: { description: 'The glossary as it is now.', data: glossaryResourceSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  removeGlossary: {
    method: 'delete',
    path: '/v1/glossaries/{id}',
    tag: 'glossaries',
    summary: 'Delete a glossary; jobs that were created with it keep its entries',
    auth: 'translate',
    params: glossaryParams,
    answers: { 204: { description: 'Gone.' } },
    problems: [REFUSED.storage],
  },
  importGlossary: {
    method: 'post',
    path: '/v1/glossaries/import',
    tag: 'glossaries',
    summary: 'Make a glossary of a file, or add its entries to one',
    auth: 'translate',
    request: {
      type: 'multipart/form-data',
      schema: glossaryImportSchema,
      jsonFields: [],
      file: 'A CSV (a first row `term,translation` is a header; `status`, `note` and `do_not_translate` may follow), a TMX, or a TBX of version 2 or 3.',
    },
    answers: {
      201: {
        description: 'The glossary, and what came of each row or unit.',
        data: importedGlossarySchema,
        headers: ['Location'],
      },
    },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  exportGlossary: {
    method: 'get',
    path: '/v1/glossaries/{id}/export',
    tag: 'glossaries',
    summary: 'A dictionary of a glossary as a file',
    description: '`from` and `to` may be left out where the glossary has only one dictionary.',
    auth: 'translate',
    params: glossaryParams,
    query: glossaryExportQuerySchema,
    answers: {
      200: {
        description: 'The file.',
        types: ['text/csv', 'application/x-tmx+xml', 'application/x-tbx+xml'],
        headers: ['Content-Disposition'],
      },
    },
  },
} as const satisfies Record<string, RouteSpec>;
