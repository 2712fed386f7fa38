import { FORMATS } from '../../../contract/index.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { RouteCall } from '../../route.ts';
import { readyLanguages } from '../shared/ready-languages.ts';
import { listLanguages } from './languages.ts';

export const factRoutes = {
  languages: { method: 'get', path: '/languages', auth: 'none' },
  settings: { method: 'get', path: '/frontend/settings', auth: 'none' },
  health: { method: 'get', path: '/health', auth: 'none' },
  spec: { method: 'get', path: '/spec', auth: 'none' },
} as const;

type Call = Pick<RouteCall, 'ctx'>;

export function factHandlers(services: ProtocolServices) {
  return {
    languages: async ({ ctx }: Call) => ok(ctx, listLanguages(await readyLanguages(services))),
    settings: async ({ ctx }: Call) => {
      const [first] = listLanguages(await readyLanguages(services));
      const target = first?.targets.find((code) => code !== first.code);
      ok(ctx, {
        apiKeys: true,
        keyRequired: true,
        charLimit: -1,
        frontendTimeout: 500,
        suggestions: true,
        filesTranslation: true,
        supportedFilesFormat: Object.values(FORMATS).flatMap(({ extensions }) =>
          extensions.map((extension) => `.${extension}`),
        ),
        language: {
          source: { code: 'auto', name: 'Auto Detect' },
          target: { code: target ?? 'en', name: target ?? 'en' },
        },
      });
    },
    health: ({ ctx }: Call) => ok(ctx, { status: 'ok' }),
    spec: ({ ctx }: Call) => ok(ctx, specOf(services.version)),
  };
}

/** The parameters of each route, in the order and form of LibreTranslate's own description. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/translate': {
    q: 'string',
    source: 'string',
    target: 'string',
    format: 'string',
    alternatives: 'integer',
  },
  '/detect': { q: 'string' },
  '/translate_file': { file: 'file', source: 'string', target: 'string' },
  '/suggest': { q: 'string', s: 'string', source: 'string', target: 'string' },
};
const OPTIONAL = ['format', 'alternatives', 'api_key'];

function specOf(version: string): object {
  const posts = Object.entries(PARAMETERS).map(([path, fields]) => [
    path,
    {
      post: {
        parameters: Object.entries({ ...fields, api_key: 'string' }).map(([name, type]) => ({
          in: 'formData',
          name,
          type,
          required: !OPTIONAL.includes(name),
        })),
        responses: answers(200, 400, 403, 429, 500),
      },
    },
  ]);
  const gets = ['/languages', '/frontend/settings', '/health'].map((path) => [
    path,
    { get: { responses: answers(200) } },
  ]);
  return {
    swagger: '2.0',
    info: { title: 'LibreTranslate', version },
    paths: Object.fromEntries([...posts, ...gets]) as object,
  };
}

function answers(...statuses: number[]): object {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: status === 200 ? 'The answer' : 'error says why' }]),
  );
}
