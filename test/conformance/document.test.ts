import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { openApiCheck } from '../support/openapi-check.ts';
import type { Judged } from '../support/openapi-check.ts';

const ID = '0d4a6a52-91a5-4d1c-a2d3-0e9f5a3c7b11';
const STATUS = `/v1/translate/documents/${ID}`;
const CONTENT = `${STATUS}/content`;

let app: TestApp;
let served: string;
beforeAll(async () => {
  app = await startTestApp();
  served = await (await fetch(`${app.baseUrl}/v1/openapi.json`)).text();
});
afterAll(() => app.close());

describe('the OpenAPI document as served', () => {
  it('passes a linter with all its recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'operation-tag-defined': 'error',
        'no-invalid-schema-examples': 'error',
        'no-duplicated-tag-names': 'error',
      },
    });
    const found = await lintFromString({ source: served, config });
    expect(
      found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([]);
  });

  it('would not pass it with a fault in it', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = served.replace('"operationId":"cancelBatch"', '"operationId":"createBatch"');
    const found = await lintFromString({ source, config });
    expect(found.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});

/** The judge behind every request of the HTTP tests. */
describe('an answer is not let through', () => {
  const requestId = 'c4b0c8de-5a0f-4bb5-8f5e-1a5f5b2c7d3e';
  const problem = (status: number, code: string) => ({
    ...{ context: code, code, type: `/problems/${code}`, title: 'T', status, detail: 'D' },
    ...{ instance: STATUS, request_id: requestId },
  });
  const answer = (
    status: number,
    type: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Judged => ({
    status,
    headers: new Headers({ 'X-Request-Id': requestId, 'Content-Type': type, ...headers }),
    body,
    bytes: 10,
  });
  const PROBLEM = 'application/problem+json';
  const judge = (method: string, path: string, given: Judged) =>
    openApiCheck(served).check(method, path, given);

  it.each<[string, string, string, Judged]>([
    ['a status that is not documented', 'GET', STATUS, answer(418, PROBLEM, problem(418, 'conflict'))],
    ['a success where the method is not documented', 'PUT', STATUS, answer(200, 'application/json', {})],
    ['a code that the status does not have', 'GET', STATUS, answer(404, PROBLEM, problem(404, 'conflict'))],
    ['a body with more than the schema', 'GET', '/v1/health', answer(200, 'application/json', { a: 1 })],
    ['another media type', 'GET', '/v1/health', answer(200, 'text/html', undefined)],
    ['a file without a name', 'GET', CONTENT, answer(200, 'text/csv', undefined, { ETag: '"1"' })],
    ['a 405 without Allow', 'PUT', STATUS, answer(405, PROBLEM, problem(405, 'method_not_allowed'))],
    ['a 401 without its header', 'GET', STATUS, answer(401, PROBLEM, problem(401, 'unauthorized'))],
    ['a body under 204', 'DELETE', STATUS, answer(204, 'text/plain', undefined)],
    ['a body for HEAD', 'HEAD', STATUS, answer(404, PROBLEM, problem(404, 'not_found'))],
    ['a status in the body that is another', 'GET', STATUS, answer(404, PROBLEM, problem(400, 'not_found'))],
    ['no request id', 'GET', '/', { status: 200, headers: new Headers(), body: undefined, bytes: 0 }],
  ])('with %s', (_what, method, path, given) => {
    expect(() => judge(method, path, given)).toThrow(/is not what the OpenAPI document says/);
  });

  it('unless it is as documented', () => {
    judge('GET', STATUS, answer(404, PROBLEM, problem(404, 'not_found')));
    const health = { context: 'ok', data: { status: 'ok', version: '1' } };
    judge('GET', '/v1/health', answer(200, 'application/json', health));
  });
});
