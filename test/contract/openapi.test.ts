import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../service/contract/index.ts';
import { buildOpenApi } from '../../service/contract/openapi.ts';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

const openApi = buildOpenApi('1.2.3') as unknown as OpenApi;

function compile(name: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'contract', components: openApi.components });
  return ajv.compile({ $ref: `contract#/components/schemas/${name}` });
}

describe('the OpenAPI document', () => {
  it('has each route of the table once, and no other', () => {
    const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path));
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(ROUTES).sort());
  });

  it('resolves every reference it makes', () => {
    const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(openApi.components.schemas).toHaveProperty(name!);
  });

  it('names the job once and refers to it from status and list', () => {
    expect(openApi.components.schemas['DocumentStatus200']).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/Job' } },
    });
    expect(JSON.stringify(openApi.components.schemas['ListJobs200'])).toContain('#/components/schemas/Job');
  });

  it('lists all warning and error codes', () => {
    const text = JSON.stringify(openApi);
    for (const code of [
      'codes_fallback',
      'broken_quotes',
      'engine_failed',
      'wrong_extension',
      'too_many_jobs',
    ]) {
      expect(text).toContain(`"${code}"`);
    }
  });

  it('lets a batch request with unknown fields pass and refuses one without segments', () => {
    const validate = compile('CreateBatchRequest');
    expect(validate({ from: 'en', to: 'es', segments: [{ text: 'a', id: 'x', extra: 1 }], more: true })).toBe(
      true,
    );
    expect(validate({ from: 'en', to: 'es', segments: [] })).toBe(false);
    expect(validate({ from: 'en', to: 'es', segments: Array(101).fill({ text: 'a' }) })).toBe(false);
  });

  it('lets a member of a change of settings be null, which is as if left out', () => {
    const validate = compile('ChangeSettingsRequest');
    expect(validate({})).toBe(true);
    expect(validate({ theme: null, docx_quota: null, language: null, memory: null })).toBe(true);
    expect(validate({ memory: { enabled: null }, retention: { days: 1, jobs: null } })).toBe(true);
    expect(validate({ theme: 'loud' })).toBe(false);
    expect(validate({ engine_order: [null] })).toBe(false);
  });

  it('says which statuses a route answers with, those of any request included', () => {
    const statuses = Object.keys(openApi.paths['/v1/translate/documents']!['post']!.responses);
    expect(statuses).toEqual(
      expect.arrayContaining([
        '202',
        '400',
        '401',
        '402',
        '403',
        '408',
        '413',
        '415',
        '429',
        '500',
        '503',
        '507',
      ]),
    );
    expect(openApi.paths['/v1/health']!['get']!.responses).not.toHaveProperty('401');
  });
});
