import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeepLClient,
  DocumentNotReadyError,
  DocumentTranslationError,
  GlossaryEntries,
  GlossaryNotFoundError,
} from 'deepl-node';
import type { DocumentHandle } from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deeplReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

let service: TestService;
let remote: RemoteServer;
let deepl: DeepLClient;
let folder: string;
/** The answer for a text that says so is held until the test lets it go. */
let release: () => void;
const held = new Promise<void>((resolve) => (release = resolve));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepl-files-'));
  remote = await startRemote(async (seen) => {
    if (JSON.stringify(seen.body ?? '').includes('Hold this')) await held;
    return deeplReply(seen);
  });
  service = await startService({ INTERLINEAR_DEEPL_URL: remote.url, INTERLINEAR_DEEPL_KEY: 'k' });
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['deepl'] }),
  });
  deepl = client(API_KEY);
});
afterAll(async () => {
  await service.close();
  await remote.close();
  await rm(folder, { recursive: true });
});

function client(key: string): DeepLClient {
  return new DeepLClient(key, { serverUrl: service.baseUrl, maxRetries: 0, minTimeout: 120_000 });
}

const upload = (text: string, from: 'en' | null = 'en', more: object = {}, by = deepl) =>
  by.uploadDocument(Buffer.from(text), from, 'de', { filename: 'letter.txt', ...more });

/** As a program without DeepL's library asks. */
async function raw(path: string, fields: Record<string, string>, key = API_KEY): Promise<[number, unknown]> {
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { Authorization: `DeepL-Auth-Key ${key}` },
    body: new URLSearchParams(fields),
  });
  return [answer.status, await answer.json()];
}

async function ended({ documentId, documentKey }: DocumentHandle) {
  for (;;) {
    const status = await deepl.getDocumentStatus({ documentId, documentKey });
    if (status.done() || !status.ok()) return status;
  }
}

describe("DeepL's own client translates documents", () => {
  it('from a file to a file', async () => {
    const [source, target] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
    await writeFile(source, 'A house.\n\nTwo houses.\n');
    await writeFile(join(folder, 'there.txt'), 'kept');
    await ended(await upload('A house.\n\nTwo houses.\n'));
    const looks = vi.spyOn(deepl, 'getDocumentStatus');
    const status = await deepl.translateDocument(source, target, 'en', 'de', { formality: 'more' });
    // The client waits 5 s before it looks once more.
    expect(looks).toHaveBeenCalledTimes(1);
    looks.mockRestore();
    expect(status).toMatchObject({ status: 'done', billedCharacters: 19 });
    expect(await readFile(target, 'utf8')).toBe('A HOUSE.\n\nTWO HOUSES.\n');
  });

  it('step by step, in a detected language', async () => {
    const handle = await upload('The museum opens at nine in the morning.', null);
    expect(handle.documentKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await ended(handle)).toMatchObject({ status: 'done', billedCharacters: 40 });
    const target = join(folder, 'told.txt');
    await deepl.downloadDocument(handle, target);
    expect(await readFile(target, 'utf8')).toBe('THE MUSEUM OPENS AT NINE IN THE MORNING.');
  });

  it('and gives the result once, with the number of segments that it keeps', async () => {
    const handle = await upload('Once only.');
    await ended(handle);
    const path = `/v2/document/${handle.documentId}/result`;
    const body = new URLSearchParams({ document_key: handle.documentKey });
    const headers = { Authorization: `DeepL-Auth-Key ${API_KEY}` };
    const first = await fetch(service.baseUrl + path, { method: 'POST', headers, body });
    expect(await first.text()).toBe('ONCE ONLY.');
    const kept = await upload('# T\n\nOne text\n', 'en', { filename: 'a.mdx' });
    await ended(kept);
    // MDX would read it as code.
    await service.send('PATCH', `/v1/jobs/${kept.documentId}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 1, translated_text: "import a from 'b'" }] }),
    });
    const left = await fetch(`${service.baseUrl}/v2/document/${kept.documentId}/result`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ document_key: kept.documentKey }),
    });
    expect([left.headers.get('X-Kept-Segments'), await left.text()]).toEqual(['1', '# T\n\nOne text\n']);
    expect(first.headers.has('X-Kept-Segments')).toBe(false);
    const other = await upload(`Once. `.repeat(2_000));
    await ended(other);
    const eight = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${service.baseUrl}/v2/document/${other.documentId}/result`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ document_key: other.documentKey }),
        }),
      ),
    );
    const statuses = eight.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 404, 503].includes(status))).toBe(true);
    for (const answer of eight) await answer.text();
    await expect.poll(async () => (await raw(path, { document_key: handle.documentKey }))[0]).toBe(404);
    await expect(deepl.getDocumentStatus(handle)).rejects.toThrow(/Not found/);
  });

  it('and gets an answer that one is not ready yet', async () => {
    const handle = await upload('Hold this one, please.');
    expect(await deepl.getDocumentStatus(handle)).toMatchObject({ status: 'queued' });
    await expect(deepl.downloadDocument(handle, join(folder, 'early.txt'))).rejects.toThrow(
      DocumentNotReadyError,
    );
    release();
    expect(await ended(handle)).toMatchObject({ status: 'done' });
  });

  it('and gets the reason why one failed', async () => {
    const same = await deepl.uploadDocument(Buffer.from('Hello there.'), 'en', 'en-GB', {
      filename: 'a.txt',
    });
    expect(await deepl.getDocumentStatus(same)).toMatchObject({
      status: 'error',
      errorMessage: 'Source and target language are equal.',
    });
    const source = join(folder, 'same.txt');
    await writeFile(source, 'Hello there.');
    await expect(deepl.translateDocument(source, join(folder, 'x.txt'), 'en', 'en-US')).rejects.toThrow(
      DocumentTranslationError,
    );
    await expect(upload('a', 'en', { filename: 'a.exe' })).rejects.toThrow(/Bad request.*Invalid file/);
    await expect(upload('a', 'en', { extraRequestParameters: { output_format: 'pdf' } })).rejects.toThrow(
      /output_format/,
    );
    // The client would save a Word document as a PDF.
    await expect(upload('a', 'en', { filename: 'a.pdf' })).rejects.toThrow(/output_format to docx/);
    await expect(upload('a', 'en', { glossaryIds: ['a'] })).rejects.toThrow(/glossary_ids/);
    await expect(upload('a', 'en', { styleRule: 'a' })).rejects.toThrow(/style_id/);
  });

  it('and nobody else sees them', async () => {
    const handle = await upload('Mine alone.');
    await ended(handle);
    const { key } = await service.newAccount({ name: 'other' });
    await expect(client(key).getDocumentStatus(handle)).rejects.toThrow(/Not found/);
    const guessed = { ...handle, documentKey: '0'.repeat(64) };
    await expect(deepl.getDocumentStatus(guessed)).rejects.toThrow(/Not found/);
    const path = `/v2/document/${handle.documentId}`;
    expect(await raw(path, {})).toMatchObject([
      400,
      { message: expect.stringContaining('document_key') as string },
    ]);
    expect(await raw('/v2/document/none', { document_key: 'a' })).toMatchObject([404, {}]);
    expect(service.stderr()).not.toContain(handle.documentKey);
  });
});

const terms = (entries: Record<string, string>) => new GlossaryEntries({ entries });

describe("DeepL's own client keeps glossaries", () => {
  it('of one direction', async () => {
    const made = await deepl.createGlossary(
      'Two',
      'en',
      'de',
      terms({ house: 'Haus', 'red car': 'rotes Auto' }),
    );
    expect(made).toMatchObject({
      name: 'Two',
      ready: true,
      sourceLang: 'en',
      targetLang: 'de',
      entryCount: 2,
    });
    expect(await deepl.getGlossary(made.glossaryId)).toEqual(made);
    expect(await deepl.listGlossaries()).toContainEqual(made);
    expect((await deepl.getGlossaryEntries(made)).entries()).toEqual({
      house: 'Haus',
      'red car': 'rotes Auto',
    });
    const csv = await deepl.createGlossaryWithCsv('Csv', 'en', 'de', Buffer.from('"a, b",c\nd,e,en,de\n'));
    expect((await deepl.getGlossaryEntries(csv)).entries()).toEqual({ 'a, b': 'c', d: 'e' });
    const pairs = await deepl.getGlossaryLanguagePairs();
    expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'de' });
    await deepl.deleteGlossary(csv);
    await expect(deepl.getGlossary(csv.glossaryId)).rejects.toThrow(GlossaryNotFoundError);
    await expect(deepl.getGlossary('none')).rejects.toThrow(GlossaryNotFoundError);
  });

  it('of no direction yet', async () => {
    const made = await deepl.createMultilingualGlossary('None yet', []);
    expect(made.dictionaries).toEqual([]);
    expect(await deepl.getMultilingualGlossary(made.glossaryId)).toEqual(made);
    expect((await deepl.listGlossaries()).map(({ glossaryId }) => glossaryId)).not.toContain(made.glossaryId);
    await expect(deepl.translateText('A', 'en', 'de', { glossary: made })).rejects.toThrow(
      /No dictionary found/,
    );
    const odd = terms({ 'A%=&': 'B&=%', Δぁ: '深', '🪨': '🪵' });
    await deepl.replaceMultilingualGlossaryDictionary(made.glossaryId, {
      sourceLangCode: 'en',
      targetLangCode: 'de',
      entries: odd,
    });
    const { entries } = await deepl.getMultilingualGlossaryDictionaryEntries(made.glossaryId, 'en', 'de');
    expect(entries).toEqual(odd);
  });

  it('of several directions', async () => {
    const made = await deepl.createMultilingualGlossary('Many', [
      { sourceLangCode: 'en', targetLangCode: 'de', entries: terms({ house: 'Haus' }) },
      { sourceLangCode: 'de', targetLangCode: 'en', entries: terms({ Haus: 'house' }) },
    ]);
    const id = made.glossaryId;
    expect(made.dictionaries).toEqual([
      { sourceLangCode: 'en', targetLangCode: 'de', entryCount: 1 },
      { sourceLangCode: 'de', targetLangCode: 'en', entryCount: 1 },
    ]);
    expect(await deepl.getMultilingualGlossary(id)).toEqual(made);
    expect((await deepl.listMultilingualGlossaries()).map(({ glossaryId }) => glossaryId)).toContain(id);
    expect((await deepl.listGlossaries()).map(({ glossaryId }) => glossaryId)).not.toContain(id);
    await deepl.updateMultilingualGlossaryName(id, 'Renamed');
    await deepl.updateMultilingualGlossaryDictionary(id, {
      sourceLangCode: 'en',
      targetLangCode: 'de',
      entries: terms({ car: 'Auto' }),
    });
    await deepl.updateMultilingualGlossaryDictionaryWithCsv(id, 'en', 'de', 'house,Heim');
    const read = async (from: 'en' | 'de', to: 'en' | 'de') =>
      (await deepl.getMultilingualGlossaryDictionaryEntries(id, from, to)).entries.entries();
    expect(await read('en', 'de')).toEqual({ house: 'Heim', car: 'Auto' });
    const put = await deepl.replaceMultilingualGlossaryDictionary(id, {
      sourceLangCode: 'en',
      targetLangCode: 'de',
      entries: terms({ dog: 'Hund' }),
    });
    expect(put).toEqual({ sourceLangCode: 'en', targetLangCode: 'de', entryCount: 1 });
    await deepl.replaceMultilingualGlossaryDictionaryWithCsv(id, 'en', 'es', 'dog,perro');
    expect(await read('en', 'de')).toEqual({ dog: 'Hund' });
    await deepl.deleteMultilingualGlossaryDictionary(id, 'de', 'en');
    await expect(read('de', 'en')).rejects.toThrow(/No dictionary found for language pair/);
    expect(await deepl.getMultilingualGlossary(id)).toMatchObject({
      name: 'Renamed',
      dictionaries: [{ entryCount: 1 }, { targetLangCode: 'es' }],
    });
    await deepl.createMultilingualGlossaryWithCsv('Csv 3', 'en', 'de', 'a,b');
    await deepl.deleteMultilingualGlossary(id);
    await expect(deepl.getMultilingualGlossary(id)).rejects.toThrow(GlossaryNotFoundError);
  });

  it('and uses them: the first that has a term wins', async () => {
    const [one, two] = await Promise.all([
      deepl.createGlossary('1', 'en', 'de', terms({ house: 'Haus' })),
      deepl.createGlossary('2', 'en', 'de', terms({ house: 'Heim', garden: 'Garten' })),
    ]);
    const sent = () =>
      remote.seen
        .filter(({ path, method }) => path === '/v3/glossaries' && method === 'POST')
        .map(({ body }) => JSON.stringify(body));
    await deepl.translateText('A house with a garden.', 'en', 'de', { glossaryIds: [one, two, one] });
    expect(sent().at(-1)).toContain('house\\tHaus');
    expect(sent().at(-1)).toContain('garden\\tGarten');
    await deepl.translateText('A house with a garden.', 'en', 'de', { glossary: two });
    expect(sent().at(-1)).toContain('house\\tHeim');
    const handle = await upload('The house.', 'en', { glossaryIds: [one, two] });
    expect(await ended(handle)).toMatchObject({ status: 'done' });
    await expect(deepl.translateText('A house.', 'en', 'es', { glossaryIds: [one] })).rejects.toThrow(
      /Bad request.*No dictionary found for language pair en-es in glossary/,
    );
    await expect(deepl.translateText('A house.', 'en', 'es', { glossary: one })).rejects.toThrow(
      /Bad request.*No dictionary found/,
    );
    await deepl.translateText('Anything.', 'en', 'de', { glossaryIds: [] });
  });

  it.each([
    [
      '/v2/glossaries',
      { name: 'a', source_lang: 'en', target_lang: 'de', entries: 'no tab', entries_format: 'tsv' },
      'entries',
    ],
    [
      '/v2/glossaries',
      { name: 'a', source_lang: 'en', target_lang: 'de', entries: '', entries_format: 'tsv' },
      'entries',
    ],
    ['/v2/glossaries', { name: 'a', source_lang: 'en', target_lang: 'en', entries: 'a\tb' }, 'target_lang'],
    ['/v2/glossaries', { name: 'a', source_lang: 'en', target_lang: 'de', entries: 'a\tb\na\tc' }, 'entries'],
    ['/v2/glossaries', { source_lang: 'en', target_lang: 'de', entries: 'a\tb' }, 'name'],
    ['/v3/glossaries', { 'dictionaries[0].source_lang': 'en' }, 'name'],
    [
      '/v3/glossaries',
      {
        name: 'a',
        'dictionaries[0].source_lang': 'en',
        'dictionaries[0].target_lang': 'zz',
        'dictionaries[0].entries': 'a\tb',
      },
      'target_lang',
    ],
  ])('%s refuses %j and names the parameter', async (path, fields, parameter) => {
    const [status, body] = await raw(path, fields);
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain(parameter);
  });
});
