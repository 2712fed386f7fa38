import { connectionParams, newConnectionSchema } from '../requests/accounts.ts';
import { connectionsSchema, integrationsSchema, newConnectionAnswerSchema } from '../resources/accounts.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const connectionRoutes = {
  listConnections: {
    method: 'get',
    path: '/v1/connections',
    tag: 'accounts',
    summary: 'Addresses for programs that cannot send a key',
    auth: 'admin',
    answers: { 200: { description: 'The connections, without their addresses.', data: connectionsSchema } },
  },
  createConnection: {
    method: 'post',
    path: '/v1/connections',
    tag: 'accounts',
    summary: 'Make such an address; it is shown this once',
    description:
      'It translates texts in the shapes of LibreTranslate, DeepLX and Immersive Translate, for the account of the key that asks, and opens nothing else.',
    auth: 'admin',
    request: { type: 'application/json', schema: newConnectionSchema },
    answers: { 201: { description: 'The connection.', data: newConnectionAnswerSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  removeConnection: {
    method: 'delete',
    path: '/v1/connections/{id}',
    tag: 'accounts',
    summary: 'End a connection',
    auth: 'admin',
    params: connectionParams,
    answers: { 204: { description: 'Its address no longer works.' } },
    problems: [REFUSED.storage],
  },
  listIntegrations: {
    method: 'get',
    path: '/v1/integrations',
    tag: 'service',
    summary: 'Programs that work with this service, and their settings',
    auth: 'translate',
    answers: { 200: { description: 'The programs.', data: integrationsSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
