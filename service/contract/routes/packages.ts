import { LIMITS } from '../api-limits.ts';
import {
  packageFieldsSchema,
  packageParams,
  packagesQuerySchema,
  referenceParams,
  returnQuerySchema,
} from '../requests/packages.ts';
import { createdPackageSchema, packageSchema, packagesSchema } from '../resources/packages.ts';
import { NEW_JOB, REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

const FILE_HEADERS = ['Content-Disposition', 'Content-Length', 'ETag'] as const;

export const packageRoutes = {
  createPackage: {
    method: 'post',
    path: '/v1/packages',
    tag: 'packages',
    summary: 'Translate a package of Trados Studio or memoQ',
    description:
      'Makes a document job for each bilingual file in the target language; all of them or none. They show the translations, states and ' +
      'locks that they have; the engine fills empty targets. Translation memories in the package are read for these jobs. Refused with ' +
      '`choose_target`, `encrypted`, `server_package`, `other_tool`, `no_project`, `no_files`, `unsafe_name`, `damaged`, `too_large`.',
    auth: 'translate',
    headers: ['Idempotency-Key'],
    request: {
      type: 'multipart/form-data',
      schema: packageFieldsSchema,
      jsonFields: [],
      file: `An .sdlppx, .mqxlz or .mqout file of at most ${LIMITS.packageBytes} bytes.`,
      maxFileBytes: LIMITS.packageBytes,
    },
    answers: {
      202: {
        description: 'The package is stored and its jobs run.',
        data: createdPackageSchema,
        headers: ['Location', 'Retry-After'],
      },
    },
    problems: [...WITH_BODY, REFUSED.mismatch, ...NEW_JOB],
  },
  listPackages: {
    method: 'get',
    path: '/v1/packages',
    tag: 'packages',
    summary: 'The packages of a client, newest first',
    auth: 'translate',
    query: packagesQuerySchema,
    answers: { 200: { description: 'All of them.', data: packagesSchema } },
  },
  showPackage: {
    method: 'get',
    path: '/v1/packages/{id}',
    tag: 'packages',
    summary: 'A package: its files, words by match, and what came with it',
    auth: 'translate',
    params: packageParams,
    answers: {
      200: {
        description: 'The package. `Retry-After` while a job of it runs.',
        data: packageSchema,
        sometimes: ['Retry-After'],
      },
    },
  },
  returnPackage: {
    method: 'get',
    path: '/v1/packages/{id}/return',
    tag: 'packages',
    summary: 'The package to send back',
    description:
      '`.sdlrpx` for Trados Studio, `.mqxlz` or `.mqback` for memoQ. Only what a person changed differs from the files as they came; ' +
      'what is not confirmed yet is in `open` of the package. 409 while a job of it runs.',
    auth: 'translate',
    params: packageParams,
    query: returnQuerySchema,
    answers: {
      200: { description: 'The file.', types: ['application/zip'], headers: FILE_HEADERS },
    },
    problems: [REFUSED.conflict, REFUSED.storage],
  },
  packageReference: {
    method: 'get',
    path: '/v1/packages/{id}/references/{n}',
    tag: 'packages',
    summary: 'A file of the package that is not translated, as it is',
    auth: 'translate',
    params: referenceParams,
    answers: {
      200: { description: 'The file.', types: ['application/octet-stream'], headers: FILE_HEADERS },
    },
    problems: [REFUSED.storage],
  },
  deletePackage: {
    method: 'delete',
    path: '/v1/packages/{id}',
    tag: 'packages',
    summary: 'Delete a package with its jobs and memories; running ones are cancelled first',
    auth: 'translate',
    params: packageParams,
    answers: { 204: { description: 'Gone.' } },
  },
} as const satisfies Record<string, RouteSpec>;
