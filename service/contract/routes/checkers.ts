import { checkerChangeSchema, checkerParams } from '../requests/checkers.ts';
import { checkerSchema, checkersSchema, checkerTestSchema } from '../resources/checkers.ts';
import { REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';

export const checkerRoutes = {
  listCheckers: {
    method: 'get',
    path: '/v1/checkers',
    tag: 'catalog',
    summary: 'Servers that check the grammar of translations',
    auth: 'translate',
    answers: { 200: { description: 'All of them.', data: checkersSchema } },
  },
  showChecker: {
    method: 'get',
    path: '/v1/checkers/{id}',
    tag: 'catalog',
    summary: 'A checker: whether it is on, and whether it answers',
    auth: 'translate',
    params: checkerParams,
    answers: { 200: { description: 'The checker.', data: checkerSchema } },
  },
  changeChecker: {
    method: 'patch',
    path: '/v1/checkers/{id}',
    tag: 'catalog',
    summary: 'Say where a LanguageTool server is, and turn it on or off',
    description:
      'While it is on, confirmed and edited translations are sent to it, of clients that may use any engine or name `languagetool` among ' +
      'theirs. Its findings are flags `grammar` of segments and of the checks before delivery. A server that does not answer changes ' +
      'nothing. Another address takes the consent away.',
    auth: 'admin',
    params: checkerParams,
    request: { type: 'application/json', schema: checkerChangeSchema, maxBytes: 1_048_576 },
    answers: { 200: { description: 'The checker as it is now.', data: checkerSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  testChecker: {
    method: 'post',
    path: '/v1/checkers/{id}/test',
    tag: 'catalog',
    summary: 'Have a checker check a sentence',
    auth: 'admin',
    params: checkerParams,
    answers: { 200: { description: 'How it went.', data: checkerTestSchema } },
  },
} as const satisfies Record<string, RouteSpec>;
