import { request } from 'node:http';
import { DeepLClient, GlossaryEntries } from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, SegmentResource } from '../../service/contract/index.ts';
import { deeplReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let remote: RemoteServer;
/** The answer for a text that says so is held until the test lets it go. */
let release: () => void;
const held = new Promise<void>((resolve) => (release = resolve));
let key: string;
let deepl: DeepLClient;
let other: DeepLClient;

beforeAll(async () => {
  remote = await startRemote(async (seen) => {
    if (JSON.stringify(seen.body ?? '').includes('Hold this')) await held;
    return deeplReply(seen);
  });
  service = await startService({ INTERLINEAR_DEEPL_URL: remote.url, INTERLINEAR_DEEPL_KEY: 'k' });
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['deepl'] }),
  });
  const account = async (name: string) => (await service.newAccount({ name, docx_quota: 0 })).key;
  const client = (of: string) =>
    new DeepLClient(of, { serverUrl: service.baseUrl, maxRetries: 0, minTimeout: 120_000 });
  key = await account('Bad input');
  deepl = client(key);
  other = client(await account('Another'));
});
afterAll(async () => {
  release();
  await service.close();
  await remote.close();
});

const TMX =
  '<?xml version="1.0"?><tmx version="1.4"><header srclang="en" segtype="sentence" datatype="plaintext"/><body>' +
  '<tu><tuv xml:lang="en"><seg>The red house.</seg></tuv><tuv xml:lang="de"><seg>Das rote Haus.</seg></tuv></tu>' +
  '<tu><tuv xml:lang="en"><seg>Cats and dogs.</seg></tuv><tuv xml:lang="de"><seg>Katzen und Hunde.</seg></tuv></tu>' +
  '</body></tmx>';

async function imported(): Promise<{ id: string; job: string }> {
  const file = Buffer.from(TMX);
  const job = await deepl.createTranslationMemoryImport('a.tmx', file.length);
  await deepl.uploadTranslationMemoryFile(job, file);
  const { results } = await deepl.getTranslationMemoryJob(job.jobId);
  return { id: results[0]!.translationMemoryId!, job: job.jobId };
}

async function ask(path: string, body?: object): Promise<[number, { message: string }]> {
  const answer = await fetch(service.baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `DeepL-Auth-Key ${key}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return [answer.status, (await answer.json()) as { message: string }];
}

it("another account's glossary, memory, import and export are not there", async () => {
  const entries = new GlossaryEntries({ entries: { house: 'Haus' } });
  const glossary = await deepl.createGlossary('Mine', 'en', 'de', entries);
  await expect(other.getGlossary(glossary.glossaryId)).rejects.toThrow(/not found/i);
  await expect(other.deleteGlossary(glossary.glossaryId)).rejects.toThrow(/not found/i);
  await expect(other.translateText('A house', 'en', 'de', { glossary })).rejects.toThrow(/glossary_id/);
  const { id, job } = await imported();
  for (const tryIt of [
    () => other.getTranslationMemory(id),
    () => other.deleteTranslationMemory(id),
    () => other.listTranslationMemorySegments(id),
    () => other.createTranslationMemoryExport(id),
    () => other.getTranslationMemoryJob(job),
    () => other.translateText('A house', 'en', 'de', { translationMemory: id }),
  ])
    await expect(tryIt()).rejects.toThrow(/Not found.*Translation memory (?:job )?not found/);
  const made = await deepl.createTranslationMemoryExport(id);
  await expect(other.getTranslationMemoryJob(made.jobId)).rejects.toThrow(/Not found/);
  const guessed = await fetch(`${service.baseUrl}/v3/translation_memories/downloads/guessed`);
  expect(guessed.status).toBe(404);
});

it('a key that may read memories alone reads them, and nothing else', async () => {
  const { id } = await service.newAccount({ name: 'reader' });
  const made = await service.post<{ data: { key: string } }>('/v1/keys', {
    account_id: id,
    name: 'reader',
    scopes: ['translation_memories:read', 'glossaries:read'],
  });
  const headers = {
    Authorization: `DeepL-Auth-Key ${made.body.data.key}`,
    'Content-Type': 'application/json',
  };
  const of = async (method: string, path: string) => {
    const body = method === 'GET' ? {} : { body: '{}' };
    const answer = await fetch(service.baseUrl + path, { method, headers, ...body });
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  expect(await of('GET', '/v3/translation_memories')).toEqual([200, undefined]);
  expect(await of('GET', '/v2/glossaries')).toEqual([200, undefined]);
  for (const [path, scope] of [
    ['/v3/translation_memories/import', 'translate'],
    ['/v2/glossaries', 'glossaries:write'],
    ['/v2/translate', 'translate:text'],
    ['/v2/usage', 'usage:read'],
  ] as const)
    expect(await of('POST', path), path).toEqual([403, expect.stringContaining(scope) as string]);
});

it.each([
  ['page_size=0', 'page_size'],
  ['page_size=101', 'page_size'],
  ['page_size=x', 'page_size'],
  ['page_cursor=none', 'page_cursor'],
  ['page_cursor=-1', 'page_cursor'],
  ['filter_text=a', 'filter_text'],
])('segments of a memory are refused with %s', async (query, parameter) => {
  const { id } = await imported();
  const [status, { message }] = await ask(`/v3/translation_memories/${id}/segments?${query}`);
  expect([status, message]).toEqual([400, expect.stringContaining(parameter) as string]);
});

it.each([
  [{ file_name: 'a.tmx', content_length: 200 * 1_048_576 }, 'content_length'],
  [{ file_name: 'a.tmx', content_length: 0 }, 'content_length'],
  [{ file_name: 'a.tmx', content_length: 7.5 }, 'content_length'],
  [{ content_length: 9 }, 'file_name'],
  [{ file_name: 'a.tmx', content_length: 9, content_type: 'text/plain' }, 'content_type'],
])('an import of %j is refused before anything is sent', async (source_file, parameter) => {
  const [status, { message }] = await ask('/v3/translation_memories/import', { source_file });
  expect([status, message]).toEqual([400, expect.stringContaining(parameter) as string]);
});

it('an upload that breaks off can be sent again', async () => {
  const file = Buffer.from(TMX);
  const job = await deepl.createTranslationMemoryImport('a.tmx', file.length);
  await new Promise<void>((resolve) => {
    const sent = request(job.uploadUrl, { method: 'PUT', headers: { 'Content-Length': file.length } });
    sent.on('error', () => undefined).once('close', resolve);
    sent.write(file.subarray(0, 100), () => sent.destroy());
  });
  expect(await deepl.getTranslationMemoryJob(job.jobId)).toMatchObject({
    results: [{ status: 'awaiting_input' }],
  });
  // It may take a moment until the service sees that the first one is gone.
  await expect.poll(async () => (await fetch(job.uploadUrl, { method: 'PUT', body: file })).status).toBe(200);
  expect(await deepl.getTranslationMemoryJob(job.jobId)).toMatchObject({
    results: [{ status: 'completed' }],
  });
});

it('a body that is announced as too large is refused before it is sent', async () => {
  const answer = await new Promise<[number, string]>((resolve, reject) => {
    const sent = request(`${service.baseUrl}/v2/translate`, {
      method: 'POST',
      headers: {
        Authorization: `DeepL-Auth-Key ${key}`,
        'Content-Type': 'application/json',
        'Content-Length': 400 * 1_048_576,
      },
    });
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (!text.endsWith('}')) return;
        resolve([response.statusCode ?? 0, text]);
        sent.destroy();
      });
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
  expect(answer[0]).toBe(413);
  expect(JSON.parse(answer[1])).toEqual({ message: expect.stringContaining('MB') as string });
});

it.each(['"a" b\n', '"a" b', '"', '"a","b', ',"'])(
  'megabytes of broken quotes as a glossary are read outside the host, and refused: %j',
  async (piece) => {
    const entries = piece.repeat(Math.ceil(2_000_000 / piece.length));
    const glossary = { name: 'x', source_lang: 'en', target_lang: 'de', entries, entries_format: 'csv' };
    const refused = ask('/v2/glossaries', glossary);
    await expect(other.getUsage()).resolves.toBeDefined();
    expect(await refused).toEqual([400, { message: expect.stringMatching(/entries|dictionar/) as string }]);
  },
);

it('a glossary without the direction of a text is refused in the words of DeepL', async () => {
  const entries = new GlossaryEntries({ entries: { Haus: 'house' } });
  const { glossaryId } = await deepl.createGlossary('Other way', 'de', 'en', entries);
  const asked = { text: ['A house'], source_lang: 'EN', target_lang: 'DE', glossary_id: glossaryId };
  expect(await ask('/v2/translate', asked)).toEqual([
    400,
    { message: `No dictionary found for language pair en-de in glossary ${glossaryId}` },
  ]);
});

it.each([
  ['ignore_tags', Array.from({ length: 100_000 }, (_, n) => `a${n}`)],
  ['splitting_tags', Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(',')],
  ['non_splitting_tags', ['a'.repeat(101)]],
  ['text', Array.from({ length: 100_000 }, () => 'Hello')],
])('more of %s than it may have is refused before any of it is worked on', async (parameter, value) => {
  const asked = { text: ['<p>Hello</p>'], source_lang: 'EN', target_lang: 'DE', tag_handling: 'html' };
  const [status, { message }] = await ask('/v2/translate', { ...asked, [parameter]: value });
  expect([status, message]).toEqual([
    400,
    expect.stringMatching(new RegExp(`'${parameter}[^]*Send fewer|Shorten`)) as string,
  ]);
});

describe('a memory that is deleted while a document uses it', () => {
  it('leaves the document what it had', async () => {
    const { id } = await imported();
    const content = 'The red house.\nHold this sentence, please.\nCats and dogs.\n';
    const made = await service.upload(
      { name: 'held.txt', content },
      { from: 'en', to: 'de', memory_id: id },
      key,
    );
    const job = made.body.data.id;
    // The engine has been asked for what the memory does not know.
    await expect
      .poll(() => remote.seen.some(({ body }) => JSON.stringify(body ?? '').includes('Hold this')))
      .toBe(true);
    await deepl.deleteTranslationMemory(id);
    release();
    const ended: Job = await service.ended(job, 'documents', key);
    expect(ended).toMatchObject({ status: 'done' });
    const { segments } = await service.get<{ segments: SegmentResource[] }>(
      `/v1/translate/documents/${job}/segments`,
      key,
    );
    expect(segments).toMatchObject([
      { translated_text: 'Das rote Haus.', origin: 'memory' },
      { translated_text: 'HOLD THIS SENTENCE, PLEASE.', origin: 'engine' },
      { translated_text: 'Katzen und Hunde.', origin: 'memory' },
    ]);
  });
});
