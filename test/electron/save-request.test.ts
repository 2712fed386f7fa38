import { describe, expect, it } from 'vitest';
import { plainFileName, checkSaveRequest } from '../../electron/main/files/save-request.ts';

const BASE = 'http://127.0.0.1:4717';
const ask = (path: string, suggestedName = 'a.docx') => checkSaveRequest(BASE, { path, suggestedName });

describe('a request to save', () => {
  it("names one of the service's downloads", () => {
    expect(ask('/v1/translate/documents/1/content?simple=1', 'contract.es.docx')).toEqual({
      url: `${BASE}/v1/translate/documents/1/content?simple=1`,
      suggestedName: 'contract.es.docx',
    });
  });

  it.each([
    'https://evil.example/v1/x',
    '//evil.example/v1/x',
    '\\\\evil.example/v1/x',
    'file:///etc/passwd',
    '/v1/../etc/passwd',
    '/other',
    '',
  ])('to %s is refused: the session key would go along', (path) => {
    expect(ask(path)).toBeUndefined();
  });
});

describe('a suggested name', () => {
  it.each([
    ['contract.es.docx', 'contract.es.docx'],
    ['договор.es.docx', 'договор.es.docx'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['C:\\Windows\\system32\\x.dll', 'x.dll'],
    ['..', 'translation'],
    ['', 'translation'],
    ['a\u0000b?.txt', 'a_b_.txt'],
  ])('%j becomes %j', (name, plain) => {
    expect(plainFileName(name)).toBe(plain);
  });

  it('keeps its beginning, its language and its extension when it is cut', () => {
    const name = plainFileName(`Contract ${'x'.repeat(400)}.pt-BR.docx`);
    expect(name).toMatch(/^Contract x+\.pt-BR\.docx$/);
    expect(name).toHaveLength(200);
  });
});
