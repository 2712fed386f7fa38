import {
  clientChangeSchema,
  clientLogQuerySchema,
  clientParams,
  clientRemovalSchema,
  newClientSchema,
} from '../requests/clients.ts';
import { clientLogSchema, clientSchema, clientsSchema, removedClientSchema } from '../resources/clients.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const clientRoutes = {
  listClients: {
    method: 'get',
    path: '/v1/clients',
    tag: 'clients',
    summary: 'The clients whose work is kept apart, General first',
    auth: 'translate',
    answers: { 200: { description: 'The clients.', data: clientsSchema } },
  },
  createClient: {
    method: 'post',
    path: '/v1/clients',
    tag: 'clients',
    summary: 'Make a client, with a memory that learns',
    description: 'Nothing of a client is ever used for another one.',
    auth: 'admin',
    request: { type: 'application/json', schema: newClientSchema },
    answers: { 201: { description: 'The client.', data: clientSchema, headers: ['Location'] } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  showClient: {
    method: 'get',
    path: '/v1/clients/{id}',
    tag: 'clients',
    summary: 'One client',
    auth: 'translate',
    params: clientParams,
    answers: { 200: { description: 'The client.', data: clientSchema } },
  },
  changeClient: {
    method: 'patch',
    path: '/v1/clients/{id}',
    tag: 'clients',
    summary: 'Change what a client’s work may use, and its defaults',
    auth: 'admin',
    params: clientParams,
    request: { type: 'application/json', schema: clientChangeSchema },
    answers: { 200: { description: 'The client as it is now.', data: clientSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  removeClient: {
    method: 'delete',
    path: '/v1/clients/{id}',
    tag: 'clients',
    summary: 'Forget a client for good, by its name',
    description:
      'Its jobs, files, memories, glossaries, drafts, keys and log go with it; running jobs are stopped. A stop of the service in between does not keep any: the next start goes on.',
    auth: 'admin',
    params: clientParams,
    request: { type: 'application/json', schema: clientRemovalSchema, mayBeMissing: true },
    answers: { 200: { description: 'What was removed.', data: removedClientSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  clientLog: {
    method: 'get',
    path: '/v1/clients/{id}/log',
    tag: 'clients',
    summary: 'What was done for a client, and where its texts went',
    description: 'Without any text.',
    auth: 'translate',
    params: clientParams,
    query: clientLogQuerySchema,
    answers: {
      200: { description: 'The events, oldest first.', data: clientLogSchema, types: ['text/csv'] },
    },
  },
} as const satisfies Record<string, RouteSpec>;
