import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem, UsageResource } from '../../service/contract/index.ts';
import { eventually, PROBLEM_END, rawRequest } from '../support/http-app.ts';
import { makeCompoundFile, makeDocx, makeXlsx } from '../support/office-files.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

/**
 * Every refusal that the contract names, over HTTP, from the built service: its status, code and field, that
 * it says what to do, and that it leaves nothing behind.
 */
let service: TestService;
let before: { stored: string[]; usage: UsageResource };

beforeAll(async () => {
  service = await startService({ INTERLINEAR_LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  expect(await service.close()).toBe(0);
});
beforeEach(async () => {
  before = { stored: await service.stored(), usage: await service.usage() };
});
afterEach(async () => {
  await eventually(async () => (await service.stored()).length === before.stored.length);
  expect(await service.stored()).toEqual(before.stored);
  expect(await service.usage()).toEqual(before.usage);
});

function expectRefusal(answer: Answer, status: number, field: string, code: string): void {
  const problem = answer.body as Problem;
  expect([answer.status, problem.code, problem.errors?.[0]?.field, problem.errors?.[0]?.code]).toEqual([
    status,
    'invalid_request',
    field,
    code,
  ]);
  expectHelpful(problem);
}

/** A sentence or more, that names no path and no stack, and does not shout. */
function expectHelpful({ detail }: Problem): void {
  expect(detail).toMatch(/^.{25,}\.$/s);
  expect(detail).not.toMatch(/!|\bat \w+ \(|\/home|\/tmp|\.ts:|\.js:/);
}

describe('a file that is refused', () => {
  it.each([
    ['a PDF with the name of a Word document', 'contract.docx', '%PDF-1.7\n1 0 obj', 'wrong_extension'],
    ['plain text with the name of a workbook', 'prices.xlsx', 'just text', 'wrong_extension'],
    ['a PDF that was cut short', 'contract.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'damaged_file'],
    ['text with an extension that is none of ours', 'page.tex', 'hi', 'unsupported_file_type'],
    ['a picture', 'photo.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'unsupported_file_type'],
  ])('%s', async (_what, name, content, code) => {
    expectRefusal(await service.upload({ name, content }), 400, 'file', code);
  });

  it('a Word document with the name of a text file', async () => {
    const content = new Uint8Array(await makeDocx(['Hello']));
    expectRefusal(await service.upload({ name: 'notes.txt', content }), 400, 'file', 'wrong_extension');
  });

  it('a password-protected document', async () => {
    const content = new Uint8Array(makeCompoundFile(['EncryptionInfo', 'EncryptedPackage']));
    const answer = await service.upload({ name: 'secret.docx', content });
    expectRefusal(answer, 400, 'file', 'password_protected');
    expect((answer.body as Problem).detail).toMatch(/password/i);
  });

  it('a document of Word 97', async () => {
    const content = new Uint8Array(makeCompoundFile(['WordDocument', '1Table']));
    expectRefusal(await service.upload({ name: 'old.doc', content }), 400, 'file', 'legacy_office');
  });

  it('a workbook with macros, and a template', async () => {
    const macros = await makeXlsx(['Hello'], 'application/vnd.ms-excel.sheet.macroEnabled.main+xml');
    expectRefusal(
      await service.upload({ name: 'prices.xlsm', content: new Uint8Array(macros) }),
      400,
      'file',
      'macro_enabled',
    );
    const template = await makeDocx(
      ['Hello'],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
    );
    expectRefusal(
      await service.upload({ name: 'letter.dotx', content: new Uint8Array(template) }),
      400,
      'file',
      'template',
    );
  });

  it('a damaged document', async () => {
    const whole = await makeDocx(Array.from({ length: 200 }, (_, i) => `Paragraph ${i}`));
    const content = new Uint8Array(whole.subarray(0, whole.length / 2));
    expectRefusal(await service.upload({ name: 'half.docx', content }), 400, 'file', 'damaged_file');
  });

  it('of 10 MB and a byte', async () => {
    const content = Buffer.alloc(LIMITS.fileBytes + 1, 'a');
    const answer = await service.upload({ name: 'big.txt', content });
    expectRefusal(answer, 413, 'file', 'file_too_large');
  });

  it.each([
    ['TXT', 'lines.txt', Array.from({ length: 1_101 }, (_, i) => `Line ${i}`).join('\n')],
    ['CSV', 'rows.csv', Array.from({ length: 1_101 }, (_, i) => `Row ${i},x`).join('\n')],
  ])('with 1,101 segments (%s)', async (_type, name, content) => {
    const answer = await service.upload({ name, content });
    expectRefusal(answer, 400, 'file', 'too_many_segments');
    expect((answer.body as Problem).detail).toMatch(/1,?100/);
  });

  it('with 1,101 segments (DOCX): costs no quota', async () => {
    const content = new Uint8Array(await makeDocx(Array.from({ length: 1_101 }, (_, i) => `Paragraph ${i}`)));
    expectRefusal(await service.upload({ name: 'long.docx', content }), 400, 'file', 'too_many_segments');
  });
});

describe('an upload that is refused', () => {
  const file = { name: 'a.txt', content: 'Hello' };

  it.each([
    ['no target', { from: 'en' }, 'to', 'required'],
    ['an unknown language', { from: 'en', to: 'elvish' }, 'to', 'unknown_language'],
    ['auto', { from: 'auto', to: 'es' }, 'from', 'auto_not_supported'],
    ['one language twice', { from: 'en', to: 'English' }, 'to', 'same_language'],
    ['a pair that no engine knows', { from: 'zu', to: 'is' }, 'to', 'unsupported_pair'],
    ['an unknown engine', { from: 'en', to: 'en-XA', engine: 'babelfish' }, 'engine', 'unknown_engine'],
    [
      'a bad glossary',
      { from: 'en', to: 'en-XA', glossary: '[{"term":1}]' },
      'glossary[0].term',
      'bad_glossary',
    ],
    ['a long context', { from: 'en', to: 'en-XA', context: 'c'.repeat(2_001) }, 'context', 'too_long'],
  ])('%s', async (_what, fields, field, code) => {
    expectRefusal(await service.upload(file, fields), 400, field, code);
  });

  it('the languages are checked before the file', async () => {
    const answer = await service.upload({ name: 'x.pdf', content: '%PDF-' }, { from: 'en', to: 'elvish' });
    expectRefusal(answer, 400, 'to', 'unknown_language');
  });

  it('no file', async () => {
    const form = new FormData();
    form.append('from', 'en');
    form.append('to', 'es');
    const answer = await service.send('POST', '/v1/translate/documents', { body: form });
    expectRefusal(answer, 400, 'file', 'required');
  });

  it('not multipart', async () => {
    const answer = await service.post('/v1/translate/documents', { from: 'en', to: 'es' });
    expectRefusal(answer, 415, 'body', 'not_multipart');
  });

  const rawHead = (length: number) =>
    `POST /v1/translate/documents HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${API_KEY}\r\n` +
    `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`;
  const rawFile = `--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'Hello\n'.repeat(20_000)}`;

  it('a truncated form', async () => {
    const answer = await rawRequest(service.port, rawHead(rawFile.length) + rawFile, { last: PROBLEM_END });
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"code":"truncated"/);
  });

  it('a client that is gone in the middle', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(rawHead(5_000_000) + rawFile);
    await eventually(async () => (await service.stored()).length > before.stored.length);
    socket.destroy();
  });
});

describe('a batch that is refused', () => {
  const post = (change: object) =>
    service.post('/v1/translate/batch', {
      from: 'en',
      to: 'en-XA',
      segments: [{ text: 'Hello' }],
      ...change,
    });

  it.each([
    ['101 segments', { segments: Array(101).fill({ text: 'a' }) }, 'segments', 'too_many_segments'],
    ['no segments', { segments: [] }, 'segments', 'too_few'],
    ['a segment without text', { segments: [{ text: 'a' }, { id: 'b' }] }, 'segments[1].text', 'required'],
    ['a tone that is no string', { tone: true }, 'tone', 'invalid'],
    ['a missing source language', { from: undefined }, 'from', 'required'],
    ['an unknown engine', { engine: 'babelfish' }, 'engine', 'unknown_engine'],
  ])('%s', async (_what, change, field, code) => {
    expectRefusal(await post(change), 400, field, code);
  });

  it('broken JSON, and JSON of more than 10 MB', async () => {
    const send = (body: string) =>
      service.send('POST', '/v1/translate/batch', { body, headers: { 'Content-Type': 'application/json' } });
    expectRefusal(await send('{"from":'), 400, 'body', 'bad_json');
    expectRefusal(await send(`"${'a'.repeat(LIMITS.fileBytes)}"`), 413, 'body', 'file_too_large');
  });
});

describe('a request that is refused', () => {
  const ID = '00000000-0000-4000-8000-000000000000';

  it.each([
    ['GET', `/v1/translate/documents/${ID}`],
    ['GET', `/v1/translate/documents/${ID}/content`],
    ['GET', `/v1/translate/documents/${ID}/source`],
    ['GET', `/v1/translate/batch/${ID}`],
    ['GET', `/v1/jobs/${ID}/events`],
    ['POST', `/v1/translate/documents/${ID}/cancel`],
    ['POST', `/v1/translate/batch/${ID}/retry`],
    ['DELETE', `/v1/translate/documents/${ID}`],
    ['GET', '/v1/translate/documents/not-an-id'],
    ['GET', '/v1/translate/documents/..%2f..%2faccounts.json/content'],
    ['DELETE', '/v1/keys/no-such-key'],
    ['GET', '/v1/no-such-route'],
  ])('404: %s %s', async (method, path) => {
    const answer = await service.send<Problem>(method, path);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('405 with Allow', async () => {
    const answer = await service.send<Problem>('PUT', '/v1/translate/batch');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['', 'il_wrong'])('401 without a good key (%j)', async (key) => {
    const answer = await service.send<Problem>('GET', '/v1/usage', { key });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('403 for a forged Host and a foreign Origin', async () => {
    const get = (headers: string) =>
      rawRequest(service.port, `GET /v1/health HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
    expect(await get('Host: evil.example')).toMatch(/^HTTP\/1.1 403 [^]*"code":"forbidden"/);
    expect(await get(`Host: localhost:${service.port}\r\nOrigin: https://evil.example`)).toMatch(
      /^HTTP\/1.1 403 [^]*"code":"forbidden"/,
    );
  });
});
