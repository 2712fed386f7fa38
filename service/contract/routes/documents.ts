import { FILE_TYPES, formatFacts, formatList } from '../formats.ts';
import { createdDocumentSchema, jobSchema } from '../job.ts';
import { LIMITS } from '../api-limits.ts';
import {
  contentQuerySchema,
  documentFieldsSchema,
  examineFieldsSchema,
  jobParams,
  pagePictureQuerySchema,
  previewQuerySchema,
  termsFieldsSchema,
} from '../requests/jobs.ts';
import { documentTermsSchema, examinedSchema } from '../resources/documents.ts';
import { NEW_JOB, REFUSED, WITH_BODY } from '../route-spec.ts';
import type { Answer, RouteSpec } from '../route-spec.ts';
import { createdAnswer, jobRoutes, UNCHANGED_ANSWER } from './job-routes.ts';

const MEDIA_TYPES = FILE_TYPES.map((type) => formatFacts(type).mediaTypes[0]);
const FILE_HEADERS = ['Content-Disposition', 'Content-Length', 'ETag'] as const;
const FILE_ANSWER: Answer = { description: 'The file.', types: MEDIA_TYPES, headers: FILE_HEADERS };
const PART_ANSWER: Answer = {
  description: 'The part that `Range` asked for.',
  types: MEDIA_TYPES,
  headers: [...FILE_HEADERS, 'Content-Range'],
};

const document = jobRoutes('documents', 'a document job');

export const documentRoutes = {
  createDocument: {
    method: 'post',
    path: '/v1/translate/documents',
    tag: 'documents',
    summary: 'Translate a document',
    auth: 'translate',
    headers: ['Idempotency-Key'],
    request: {
      type: 'multipart/form-data',
      schema: documentFieldsSchema,
      jsonFields: ['glossary', 'terms', 'format_options', 'checks'],
      file: `A ${formatList('en', () => true)} file of at most ${LIMITS.fileBytes} bytes.`,
    },
    answers: { 202: createdAnswer(createdDocumentSchema) },
    problems: [...WITH_BODY, REFUSED.mismatch, ...NEW_JOB],
  },
  examineDocument: {
    method: 'post',
    path: '/v1/documents/examine',
    tag: 'documents',
    summary: 'Say what is in a document before it is sent',
    description:
      'The fields of a new document, all but the file optional. Stores nothing, costs nothing, uses no quota; refuses what is in the file or in its fields as a new document is refused.',
    auth: 'translate',
    request: {
      type: 'multipart/form-data',
      schema: examineFieldsSchema,
      jsonFields: ['glossary', 'terms', 'format_options'],
      file: 'As for a new document.',
    },
    answers: { 200: { description: 'What is in it.', data: examinedSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  listDocumentTerms: {
    method: 'post',
    path: '/v1/documents/terms',
    tag: 'documents',
    summary: 'List the names and terms of a document before it is translated',
    description:
      'A first pass by a language model, over at most 30,000 characters taken evenly from the document: names and terms with a proposed translation. ' +
      'Send those that are settled as `terms` with the document. Stores nothing, costs nothing. A model on another machine is asked only if it may be ' +
      'sent earlier translations (`earlier_translations`); else 409, `terms_not_allowed`.',
    auth: 'translate',
    request: {
      type: 'multipart/form-data',
      schema: termsFieldsSchema,
      jsonFields: ['glossary', 'terms', 'format_options'],
      file: 'As for a new document.',
    },
    answers: { 200: { description: 'Its names and terms.', data: documentTermsSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.engine, REFUSED.storage],
  },
  documentStatus: document.status,
  documentContent: {
    method: 'get',
    path: '/v1/translate/documents/{id}/content',
    tag: 'documents',
    summary: 'The translated file',
    auth: 'translate',
    params: jobParams,
    query: contentQuerySchema,
    headers: ['Range', 'If-None-Match', 'If-Range'],
    answers: {
      200: {
        ...FILE_ANSWER,
        description:
          'The file. The header `X-Kept-Segments` counts segments whose source it keeps (the flag `kept_source`); absent if there are none.',
      },
      202: { description: 'The job still runs.', data: jobSchema, headers: ['Retry-After'] },
      206: PART_ANSWER,
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.jobFailed, REFUSED.jobCancelled, REFUSED.layout, REFUSED.range],
  },
  documentSource: {
    method: 'get',
    path: '/v1/translate/documents/{id}/source',
    tag: 'documents',
    summary: 'The upload as it came',
    auth: 'translate',
    params: jobParams,
    headers: ['Range', 'If-None-Match', 'If-Range'],
    answers: {
      200: FILE_ANSWER,
      206: PART_ANSWER,
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.range],
  },
  documentPreview: {
    method: 'get',
    path: '/v1/translate/documents/{id}/preview',
    tag: 'documents',
    summary: 'A copy of the document for showing it beside its segments',
    description:
      'Each text between two codes of a segment stands between two private-use characters: U+F0000 + its index before (from index 65,534 on ' +
      'U+100000 + index − 65,534), U+10FFFD behind; with U+10FFFC behind, the text begins one character before the first and ends one ' +
      'behind the last. Also while the job runs: what has no translation yet stands in the source. Texts are in UTF-8. The entity tag ' +
      'is the revision. Stores nothing, costs nothing; one at a time for an account. `preview_unavailable`, `preview_too_large`.',
    auth: 'translate',
    params: jobParams,
    query: previewQuerySchema,
    headers: ['If-None-Match'],
    answers: {
      200: {
        description: 'The copy.',
        types: MEDIA_TYPES,
        headers: [...FILE_HEADERS, 'Preview-Kind'],
      },
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.conflict, REFUSED.jobFailed, REFUSED.storage],
  },
  documentPage: {
    method: 'get',
    path: '/v1/translate/documents/{id}/preview/page',
    tag: 'documents',
    summary: 'A picture of the page of a PDF that a segment comes from',
    description:
      '`Page-Number` counts from 1; `Page-Box` is the place of the paragraph on the picture: left, top, right, bottom, as shares of its ' +
      'width and height. The entity tag is that of the page: with it another segment of the same page answers 304 with these headers. ' +
      '`no_page` for other formats, and for texts that are on no page.',
    auth: 'translate',
    params: jobParams,
    query: pagePictureQuerySchema,
    headers: ['If-None-Match'],
    answers: {
      200: {
        description: 'The picture.',
        types: ['image/png'],
        headers: [...FILE_HEADERS, 'Page-Number', 'Page-Box'],
      },
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.conflict, REFUSED.storage],
  },
  cancelDocument: document.cancel,
  documentSegments: document.segments,
  editDocument: document.edit,
  exportDocument: document.export,
  importDocument: document.import,
  retryDocument: document.retry,
  deleteDocument: document.remove,
} as const satisfies Record<string, RouteSpec>;
