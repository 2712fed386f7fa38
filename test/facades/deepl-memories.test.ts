import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeepLClient } from 'deepl-node';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, SegmentResource } from '../../service/contract/index.ts';
import { deeplReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

let service: TestService;
let remote: RemoteServer;
let folder: string;
let deepl: DeepLClient;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepl-memories-'));
  remote = await startRemote(deeplReply);
  service = await startService({ INTERLINEAR_DEEPL_URL: remote.url, INTERLINEAR_DEEPL_KEY: 'k' });
  await service.send('PATCH', '/v1/settings', {
    key: API_KEY,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['deepl'] }),
  });
});
afterAll(async () => {
  await service.close();
  await remote.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ({ key } = await service.newAccount({ name: 'Memories', docx_quota: 0 }, 'admin'));
  deepl = new DeepLClient(key, { serverUrl: service.baseUrl, maxRetries: 0, minTimeout: 120_000 });
});

type Unit = Record<string, string>;

/** A TMX file of units by language. */
function tmx(units: Unit[], head = '<header srclang="en" segtype="sentence" datatype="plaintext"/>'): string {
  const variants = (unit: Unit) =>
    Object.entries(unit).map(([lang, text]) => `<tuv xml:lang="${lang}"><seg>${text}</seg></tuv>`);
  const body = units.map((unit) => `<tu>${variants(unit).join('')}</tu>`);
  return `<?xml version="1.0"?><tmx version="1.4">${head}<body>${body.join('')}</body></tmx>`;
}

const UNITS = [
  { en: 'The red house has 3 doors.', de: 'Das rote Haus hat 3 Türen.', es: 'La casa roja tiene 3 puertas.' },
  { en: 'Cats &amp; dogs', de: 'Katzen &amp; Hunde' },
  { en: 'Only English.' },
];

async function imported(units: Unit[] = UNITS, name = 'House'): Promise<string> {
  const path = join(folder, `${name}.tmx`);
  await writeFile(path, tmx(units));
  const { results } = await deepl.importTranslationMemoryFromFilepath(path, { displayName: name });
  return results[0]!.translationMemoryId!;
}

describe("DeepL's own client keeps translation memories", () => {
  it('imports, lists, searches, exports and deletes them', async () => {
    const path = join(folder, 'own name.tmx');
    await writeFile(path, tmx(UNITS));
    const job = await deepl.importTranslationMemoryFromFilepath(path);
    expect(job).toMatchObject({
      operation: 'import',
      displayName: 'own name.tmx',
      results: [{ status: 'completed', skippedSegmentCount: 1 }],
    });
    const id = job.results[0]!.translationMemoryId!;
    const info = await deepl.getTranslationMemory(id);
    expect(info).toMatchObject({
      name: 'own name.tmx',
      sourceLanguage: 'en',
      targetLanguages: ['de', 'es'],
      segmentCount: 2,
    });
    expect(await deepl.listTranslationMemories(0, 10)).toEqual([info]);
    expect(await deepl.listTranslationMemories(1, 10)).toEqual([]);
    const first = await deepl.listTranslationMemorySegments(id, { pageSize: 1 });
    expect(first).toMatchObject({
      segmentCount: 2,
      segments: [
        {
          sourceText: 'The red house has 3 doors.',
          targets: [{ targetLanguage: 'de' }, { targetLanguage: 'es' }],
        },
      ],
    });
    const rest = await deepl.listTranslationMemorySegments(id, {
      pageSize: 1,
      pageCursor: first.nextPageCursor!,
    });
    expect(rest.segments).toMatchObject([
      { sourceText: 'Cats & dogs', targets: [{ targetText: 'Katzen & Hunde' }] },
    ]);
    expect(rest.nextPageCursor).toBeUndefined();
    const search = async (filterText: string, filterCaseSensitive: boolean) =>
      (await deepl.listTranslationMemorySegments(id, { filterText, filterCaseSensitive })).segments.length;
    expect([await search('KATZEN &', false), await search('KATZEN &', true)]).toEqual([1, 0]);
    const exported = join(folder, 'exported.tmx');
    await deepl.exportTranslationMemoryToFilepath(id, exported);
    const text = await readFile(exported, 'utf8');
    // Exported again and again, it is one file.
    const jobs = await Promise.all(Array.from({ length: 5 }, () => deepl.createTranslationMemoryExport(id)));
    expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(5);
    expect((await service.stored()).filter((path) => !path.includes('job.json'))).toHaveLength(1);
    expect(text).toContain('La casa roja tiene 3 puertas.');
    expect(text.match(/<tu[ >]/g)).toHaveLength(3);
    await deepl.deleteTranslationMemory(id);
    await expect(deepl.getTranslationMemory(id)).rejects.toThrow(/Not found/);
    expect(await deepl.listTranslationMemories()).toEqual([]);
  });

  it('uses one where it is named, and only where numbers agree', async () => {
    const translationMemory = await imported();
    const translate = async (text: string, more: object = { translationMemory }) =>
      (await deepl.translateText(text, 'en', 'de', more)).text;
    expect(await translate('The red house has 3 doors.')).toBe('Das rote Haus hat 3 Türen.');
    expect(await translate('The red house has 3 doors.', {})).toBe('THE RED HOUSE HAS 3 DOORS.');
    expect(await translate('The red houses has 3 doors.')).toBe('Das rote Haus hat 3 Türen.');
    expect(await translate('The red house has 4 doors.')).toBe('THE RED HOUSE HAS 4 DOORS.');
    const strict = { translationMemory, translationMemoryThreshold: 100 };
    expect(await translate('The red houses has 3 doors.', strict)).toBe('THE RED HOUSES HAS 3 DOORS.');
    await expect(deepl.translateText('A house.', 'en', 'pt-BR', { translationMemory })).rejects.toThrow(
      /Bad request.*translation_memory_id/,
    );
    await expect(translate('a', { translationMemory: crypto.randomUUID() })).rejects.toThrow(/Not found/);
  });

  it("shows the account's own, which it does not delete", async () => {
    const form = new FormData();
    form.append('file', new Blob([tmx([{ en: 'Own words.', es: 'Palabras propias.' }])]), 'a.tmx');
    form.append('from', 'en');
    form.append('to', 'es');
    expect((await service.send('POST', '/v1/memory/import', { key, body: form })).status).toBe(200);
    const [own] = await deepl.listTranslationMemories();
    expect(own).toMatchObject({ name: 'Interlinear (English)', targetLanguages: ['es'], segmentCount: 1 });
    await expect(deepl.deleteTranslationMemory(own!)).rejects.toThrow(/Authorization failure/);
    expect(await deepl.getTranslationMemory(own!)).toEqual(own);
    const { text } = await deepl.translateText('Own word.', 'en', 'es', { translationMemory: own! });
    expect(text).toBe('Palabras propias.');
    const other = await service.newAccount({ name: 'other' });
    const theirs = new DeepLClient(other.key, { serverUrl: service.baseUrl, maxRetries: 0 });
    await expect(theirs.getTranslationMemory(own!)).rejects.toThrow(/Not found/);
  });

  it.each([
    ['no XML', 'just text'],
    ['no units', tmx([])],
    ['one language', tmx([{ en: 'a' }])],
    ['no language known here', tmx([{ 'x-klingon': 'a', 'x-elvish': 'b' }], '<header srclang="x-klingon"/>')],
    ['entities', `<!DOCTYPE tmx [<!ENTITY a "b">]>${tmx([{ en: 'a', de: 'b' }]).slice(21)}`],
  ])('says why a file with %s fails', async (_what, text) => {
    const file = Buffer.from(text);
    const job = await deepl.createTranslationMemoryImport('a.tmx', file.length);
    expect((await deepl.getTranslationMemoryJob(job.jobId)).results[0]).toMatchObject({
      status: 'awaiting_input',
      requiredAction: 'upload_file',
    });
    await deepl.uploadTranslationMemoryFile(job, file);
    await expect(deepl.isTranslationMemoryJobComplete(job.jobId)).rejects.toThrow(/\w/);
    expect(await deepl.listTranslationMemories()).toEqual([]);
  });

  it('takes exactly the file that was announced, once', async () => {
    const file = Buffer.from(tmx(UNITS));
    const job = await deepl.createTranslationMemoryImport('a.tmx', file.length);
    await expect(deepl.uploadTranslationMemoryFile(job, Buffer.concat([file, file]))).rejects.toThrow(
      /400|413/,
    );
    await expect(deepl.uploadTranslationMemoryFile(job, file.subarray(1))).rejects.toThrow(/400/);
    await deepl.uploadTranslationMemoryFile(job, file);
    await expect(deepl.uploadTranslationMemoryFile(job, file)).rejects.toThrow(/404/);
    const guessed = job.uploadUrl.replace(/[^/]+$/, 'guessed');
    await expect(deepl.uploadTranslationMemoryFile(guessed, file)).rejects.toThrow(/404/);
    expect(service.stderr()).not.toContain(job.uploadUrl.split('/').at(-1));
  });

  it('waits with a client that has dropped its answer and sends the file again', async () => {
    const file = Buffer.from(tmx(UNITS));
    const job = await deepl.createTranslationMemoryImport('a.tmx', file.length);
    // The whole file, and gone: it does not matter how much of it the service has by then.
    await new Promise<void>((resolve) => {
      const sent = request(job.uploadUrl, { method: 'PUT', headers: { 'Content-Length': file.length } });
      sent.on('error', () => undefined).once('close', resolve);
      sent.end(file, () => sent.destroy());
    });
    const other = Buffer.from(file.toString().replace('Katzen', 'Kotzen'));
    await expect
      .poll(async () => (await fetch(job.uploadUrl, { method: 'PUT', body: file })).status)
      .toBe(200);
    expect(await deepl.getTranslationMemoryJob(job.jobId)).toMatchObject({
      results: [{ status: 'completed' }],
    });
    await expect(deepl.uploadTranslationMemoryFile(job, other)).rejects.toThrow(/404/);
    expect(await deepl.listTranslationMemories()).toHaveLength(1);
  });

  it('imports 10,000 units before the client looks first, and searches them in parts', async () => {
    const units = Array.from({ length: 10_000 }, (_, n) => ({
      en: `The red house has ${n} doors.`,
      de: n === 9_876 ? `Gefunden in Straße ${n}.` : `Das rote Haus hat ${n} Türen.`,
      ...(n % 5_000 === 1 ? { es: `La casa roja tiene ${n} puertas en la calle.` } : {}),
    }));
    const looks = vi.spyOn(deepl, 'getTranslationMemoryJob');
    const id = await imported(units, 'Many');
    // It would wait 5 s before the second.
    expect(looks).toHaveBeenCalledTimes(1);
    const found = async (filterText: string) =>
      (await deepl.listTranslationMemorySegments(id, { filterText, pageSize: 2 })).segments;
    expect(await found('GEFUNDEN in stra')).toMatchObject([{ sourceText: 'The red house has 9876 doors.' }]);
    expect(await found('en la calle')).toMatchObject([
      { targets: [{ targetLanguage: 'de' }, { targetLanguage: 'es' }] },
      { sourceText: 'The red house has 5001 doors.' },
    ]);
    expect(await found('nowhere at all')).toEqual([]);
  });

  it.each([
    ['?page=-1', 'page'],
    ['?page_size=26', 'page_size'],
    ['?page=x', 'page'],
  ])('refuses the list %s', async (query, parameter) => {
    const answer = await fetch(`${service.baseUrl}/v3/translation_memories${query}`, {
      headers: { Authorization: `DeepL-Auth-Key ${key}` },
    });
    const { message } = (await answer.json()) as { message: string };
    expect([answer.status, message]).toEqual([400, expect.stringContaining(parameter) as string]);
  });

  it.each([
    [{ translation_memory_threshold: 80 }],
    [{ translation_memory_threshold: 101, translation_memory_id: 'a' }],
    [{ translation_memory_threshold: 7.5, translation_memory_id: 'a' }],
    [{ translation_memory_threshold: 'x', translation_memory_id: 'a' }],
  ])('refuses %j', async (fields) => {
    const answer = await fetch(`${service.baseUrl}/v2/translate`, {
      method: 'POST',
      headers: { Authorization: `DeepL-Auth-Key ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: ['a'], source_lang: 'EN', target_lang: 'DE', ...fields }),
    });
    const { message } = (await answer.json()) as { message: string };
    expect([answer.status, message]).toEqual([
      400,
      expect.stringContaining('translation_memory_threshold') as string,
    ]);
  });
});

describe('named memories in /v1', () => {
  const importNamed = async (name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([tmx(UNITS)]), 'a.tmx');
    for (const [field, value] of Object.entries({ from: 'en', to: 'de', name })) form.append(field, value);
    const { body } = await service.send<{ data: { memory_id: string; added: number } }>(
      'POST',
      '/v1/memory/import',
      { key, body: form },
    );
    expect(body.data.added).toBe(2);
    return body.data.memory_id;
  };

  it('are used by documents, flagged where they are not quite the same, and learned by no other', async () => {
    const id = await importNamed('Houses');
    const { memories } = await service.get<{ memories: object[] }>('/v1/memories', key);
    expect(memories).toMatchObject([
      { id, name: 'Houses', from: 'en', targets: ['de'], units: 2, own: false },
    ]);
    const content = 'The red house has 3 doors.\nThe red houses has 3 doors.\nAnother thing.\n';
    const created = await service.upload(
      { name: 'a.txt', content },
      { from: 'en', to: 'de', memory_id: id, min_match: '80' },
      key,
    );
    const job: Job = await service.ended(created.body.data.id, 'documents', key);
    expect(job).toMatchObject({
      status: 'done',
      options: { memory_id: id, min_match: 80 },
      flagged_segments: 1,
    });
    const { segments } = await service.get<{ segments: SegmentResource[] }>(
      `/v1/translate/documents/${job.id}/segments`,
      key,
    );
    expect(segments).toMatchObject([
      { translated_text: 'Das rote Haus hat 3 Türen.', origin: 'memory', flags: [] },
      { translated_text: 'Das rote Haus hat 3 Türen.', origin: 'memory', flags: [{ code: 'fuzzy_match' }] },
      { translated_text: 'ANOTHER THING.', origin: 'engine' },
    ]);
    expect(await service.get('/v1/memory', key)).toMatchObject({ units: 0 });
    expect((await service.send('DELETE', `/v1/memories/${id}`, { key })).status).toBe(204);
    expect((await service.send('DELETE', `/v1/memories/${id}`, { key })).status).toBe(404);
    expect(await service.get('/v1/memories', key)).toEqual({ memories: [] });
  });

  it('are refused where there is none, or nothing for the direction', async () => {
    const id = await importNamed('Few');
    const texts = { from: 'en', to: 'de', segments: [{ text: 'a b' }] };
    const send = async (more: object) => {
      const { status, body } = await service.post<{ errors?: { field: string }[] }>(
        '/v1/translate/segments',
        { ...texts, ...more },
        key,
      );
      return [status, body.errors?.[0]?.field];
    };
    expect(await send({ memory_id: crypto.randomUUID() })).toEqual([400, 'memory_id']);
    expect(await send({ memory_id: id, to: 'es' })).toEqual([400, 'memory_id']);
    expect(await send({ min_match: 80 })).toEqual([400, 'min_match']);
    expect(await send({ memory_id: id, min_match: 101 })).toEqual([400, 'min_match']);
    expect(await send({ memory_id: id })).toEqual([200, undefined]);
  });
});
