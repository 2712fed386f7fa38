import { engineChangeSchema, engineKeySchema, engineParams } from '../requests/engines.ts';
import { engineSchema, enginesSchema, engineTestSchema, localServersSchema } from '../resources/engines.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const engineRoutes = {
  listEngines: {
    method: 'get',
    path: '/v1/engines',
    tag: 'catalog',
    summary: 'Engines, what they can do, and why one is not ready',
    auth: 'translate',
    answers: { 200: { description: 'The engines in order of preference.', data: enginesSchema } },
  },
  listLocalServers: {
    method: 'get',
    path: '/v1/engines/chat/servers',
    tag: 'catalog',
    summary: 'Servers of language models that answer on this machine, and their models',
    description:
      'Asks Ollama, LM Studio, llama.cpp and vLLM at their usual ports, for three seconds at most. Nothing is asked before this request.',
    auth: 'admin',
    answers: { 200: { description: 'The servers that answered.', data: localServersSchema } },
  },
  changeEngine: {
    method: 'patch',
    path: '/v1/engines/{id}',
    tag: 'catalog',
    summary: 'Turn an engine on or off, move it in the order, say where its server is',
    description:
      'A remote engine that is turned on joins the order last, and leaves it when it is turned off. Another address takes the key away.',
    auth: 'admin',
    params: engineParams,
    request: { type: 'application/json', schema: engineChangeSchema, maxBytes: 65_536 },
    answers: { 200: { description: 'The engine as it is now.', data: engineSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  setEngineKey: {
    method: 'put',
    path: '/v1/engines/{id}/key',
    tag: 'catalog',
    summary: 'Give a remote engine its key',
    description: 'Kept in the keychain of the operating system, and never answered.',
    auth: 'admin',
    params: engineParams,
    request: { type: 'application/json', schema: engineKeySchema, maxBytes: 4_096 },
    answers: { 204: { description: 'Kept.' } },
    problems: [...WITH_BODY, REFUSED.conflict, { status: 409, code: 'no_keychain' }, REFUSED.storage],
  },
  testEngine: {
    method: 'post',
    path: '/v1/engines/{id}/test',
    tag: 'catalog',
    summary: 'Translate one sentence with an engine',
    auth: 'admin',
    params: engineParams,
    answers: { 200: { description: 'How it went.', data: engineTestSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
