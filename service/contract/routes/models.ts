import { noFieldsSchema } from '../fields.ts';
import { modelFileParams, modelParams, modelQuerySchema } from '../requests/models.ts';
import { importReportSchema, modelFilesSchema, modelSchema, modelsSchema } from '../resources/models.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';
import { UNCHANGED_ANSWER } from './job-routes.ts';

/** A ZIP of several models. Far above the largest one (60 MB), yet no burden for a disk. */
const MAX_IMPORT_BYTES = 1_073_741_824;

export const modelRoutes = {
  listModels: {
    method: 'get',
    path: '/v1/models',
    tag: 'models',
    summary: 'Models of offline engines: those installed, and those that can be',
    auth: 'translate',
    query: modelQuerySchema,
    answers: { 200: { description: 'The models.', data: modelsSchema } },
  },
  installModel: {
    method: 'post',
    path: '/v1/models/{id}/install',
    tag: 'models',
    summary: 'Install a model',
    description:
      'Goes on where an earlier download stopped. Asked again while it installs, answers the same; `GET /v1/models/events` tells how it goes.',
    auth: 'admin',
    params: modelParams,
    answers: {
      200: { description: 'It is installed already.', data: modelSchema },
      202: { description: 'It is being installed.', data: modelSchema },
    },
    problems: [REFUSED.engine],
  },
  cancelModel: {
    method: 'post',
    path: '/v1/models/{id}/cancel',
    tag: 'models',
    summary: 'Stop installing a model; what has been downloaded is kept for the next time',
    auth: 'admin',
    params: modelParams,
    answers: { 200: { description: 'The model as it is now.', data: modelSchema } },
  },
  removeModel: {
    method: 'delete',
    path: '/v1/models/{id}',
    tag: 'models',
    summary: 'Remove a model, and what has been downloaded of it',
    auth: 'admin',
    params: modelParams,
    answers: { 204: { description: 'Gone.' } },
  },
  importModels: {
    method: 'post',
    path: '/v1/models/import',
    tag: 'models',
    summary: 'Install models from files that were carried over',
    description: 'A ZIP of files of models, or one file of a model, as they stand at the models’ address.',
    auth: 'admin',
    request: {
      type: 'multipart/form-data',
      schema: noFieldsSchema,
      jsonFields: [],
      file: 'A ZIP, or one file of a model.',
      maxFileBytes: MAX_IMPORT_BYTES,
    },
    answers: { 200: { description: 'What came of it.', data: importReportSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  modelEvents: {
    method: 'get',
    path: '/v1/models/events',
    tag: 'models',
    summary: 'Changes of models as Server-Sent Events',
    description:
      'Events `model`; data is the model as the list shows it. Those that are being installed come first.',
    auth: 'translate',
    answers: { 200: { description: 'The events.', types: ['text/event-stream'] } },
    problems: [REFUSED.quota],
  },
  downloadModelFile: {
    method: 'get',
    path: '/v1/models/{id}/files/{name}',
    tag: 'models',
    summary: 'A file of an installed model',
    description:
      'For other machines, as `interlinear worker --models-from` copies models. `model.json` names the files with their size and SHA-256; they are unpacked.',
    auth: 'translate',
    params: modelFileParams,
    answers: {
      200: {
        description: 'The file.',
        types: ['application/octet-stream'],
        headers: ['Content-Disposition', 'Content-Length', 'ETag'],
      },
      206: {
        description: 'The part that `Range` asked for.',
        types: ['application/octet-stream'],
        headers: ['Content-Disposition', 'Content-Length', 'ETag', 'Content-Range'],
      },
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.range],
  },
  // Must follow `/v1/models/events`, which its path would match too.
  getModel: {
    method: 'get',
    path: '/v1/models/{id}',
    tag: 'models',
    summary: 'One model, with the files that it consists of',
    description:
      'For a machine without a network: fetch the files at their addresses on another machine, and bring them to `POST /v1/models/import`, singly or as one ZIP.',
    auth: 'admin',
    params: modelParams,
    answers: { 200: { description: 'The model and its files.', data: modelFilesSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
