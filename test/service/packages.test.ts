import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Package, Problem, SegmentResource } from '../../service/contract/index.ts';
import { mqxliff, sdlppx, sdlproj, sdltm, sdlxliff, UNITS } from '../support/agency-packages.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { ENCRYPTED, readEntries, unzip, writeEntries, zip } from '../support/zip.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.useNewAccount());

type Created = Problem & { data: { id: string; tool: string; status: string } };

function send(
  name: string,
  content: Buffer,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return service.send<Created>('POST', '/v1/packages', { body: form, headers });
}

async function ended(id: string): Promise<Package> {
  for (;;) {
    const found = await service.get<Package>(`/v1/packages/${id}`);
    if (found.status !== 'running') return found;
    await sleep(25);
  }
}

async function made(name: string, content: Buffer, fields: Record<string, string> = {}): Promise<Package> {
  const { status, body } = await send(name, content, fields);
  expect([status, body.errors]).toEqual([202, undefined]);
  return ended(body.data.id);
}

async function refusedAs(name: string, content: Buffer, fields: Record<string, string> = {}) {
  const { status, body } = await send(name, content, fields);
  expect(status).toBe(400);
  return body.errors![0]!.code;
}

const segmentsOf = async (id: string) =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments;

function patch(id: string, ...segments: object[]) {
  return service.send<Problem>('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments }),
  });
}

async function returned(id: string, query = '') {
  const { status, headers, bytes } = await service.send('GET', `/v1/packages/${id}/return${query}`);
  expect(status).toBe(200);
  return { name: /filename="([^"]*)"/.exec(headers.get('Content-Disposition')!)![1], files: unzip(bytes) };
}

describe('a package of Trados Studio', () => {
  it('becomes a group of jobs that show what it holds, and says what came with it', async () => {
    const memory = await sdltm([['A known sentence.', 'Ein bekannter Satz.']]);
    const upload = sdlppx({
      'Tm/agency.sdltm': memory,
      'Tb/terms.sdltb': 'x',
      'Reports/analysis.xml': '<r/>',
      'en-US/style guide.pdf': 'PDF',
      'File Types/a.sdlfiletype': 'x',
    });
    const found = await made('Pump job.sdlppx', upload);
    expect(found).toMatchObject({
      ...{ tool: 'trados', status: 'done', name: 'Pump manual', from: 'en-US', to: 'en-XA' },
      words: { context: 3, exact: 3, fuzzy: 3, repeated: 7, new: 7 },
      memories: [{ name: 'agency.sdltm', units: 1 }],
      left_out: [
        { name: 'en-US/style guide.pdf', what: 'reference' },
        { name: 'Tb/terms.sdltb', what: 'termbase' },
        { name: 'Reports/analysis.xml', what: 'report' },
        { name: 'File Types/a.sdlfiletype', what: 'other' },
      ],
      warnings: [],
      open: 5,
    });
    expect(found.files).toMatchObject([
      { name: 'a.docx.sdlxliff', segments: 5, words: 17, locked: 1, confirmed: 2 },
      { name: 'sub/b.docx.sdlxliff', segments: 2, words: 6, locked: 0, confirmed: 0 },
    ]);
    const [first, second] = found.files;
    const segments = await segmentsOf(first!.job_id);
    expect(segments.map(({ state }) => state)).toEqual([
      'confirmed',
      'draft',
      'translated',
      'translated',
      'confirmed',
    ]);
    expect(segments.map(({ origin }) => origin)).toEqual(['file', 'file', 'engine', 'engine', 'file']);
    expect(segments[1]).toMatchObject({ translated_text: 'Schließe es.', match: 85 });
    expect(segments[4]).toMatchObject({ locked: true, translated_text: 'Nicht anfassen.' });
    // From the package's memory.
    expect((await segmentsOf(second!.job_id))[1]).toMatchObject({
      translated_text: 'Ein bekannter Satz.',
      origin: 'memory',
    });
    const { files: all } = await returned(found.id, '?drafts=1');
    expect(all.get('en-XA/sub/b.docx.sdlxliff')!.toString()).toContain(
      'id="2" conf="Draft" origin="tm" percent="100"',
    );
    const reference = await service.send('GET', `/v1/packages/${found.id}/references/0`);
    expect(reference.bytes.toString()).toBe('PDF');
    expect((await service.send('GET', `/v1/packages/${found.id}/references/4`)).status).toBe(404);
    expect((await service.job(first!.job_id)).group_id).toBe(found.id);

    expect((await service.send('DELETE', `/v1/packages/${found.id}`)).status).toBe(204);
    expect((await service.send('GET', `/v1/packages/${found.id}`)).status).toBe(404);
    expect((await service.send('GET', `/v1/jobs/${first!.job_id}/segments`)).status).toBe(404);
    expect(await service.get('/v1/memories')).toMatchObject({ memories: [] });
    expect(await readdir(join(service.dataDir, 'packages'))).toEqual([]);
  });

  it('comes back with the bytes of its bilingual files if nobody has changed them', async () => {
    const upload = sdlppx({ 'Reports/analysis.xml': '<r/>' });
    const found = await made('Pump.sdlppx', upload);
    const { name, files } = await returned(found.id);
    expect(name).toBe('Pump.sdlrpx');
    const sent = unzip(upload);
    expect([...files.keys()]).toEqual([...sent.keys()].filter((entry) => !entry.startsWith('Reports/')));
    for (const entry of files.keys())
      if (entry.endsWith('.sdlxliff')) expect(files.get(entry)).toEqual(sent.get(entry));
    const project = files.get('Pump.sdlproj')!.toString();
    expect(project).toContain('PackageType="ReturnPackage"');
    expect(project).toMatch(/PackageCreatedAt="20\d\d-[^"]*\.0000000Z" PackageCreatedBy="Interlinear"/);
    expect(project).not.toMatch(/AutomaticTask|TermbaseConfiguration|2026-01-02T03:04:05/);
    expect(project).toContain('<ManualTask Guid="m" CreatedBy="AGENCY\\someone" />');
  });

  it('has in its return what a person changed, with states; unread answers only on request', async () => {
    const found = await made('Pump.sdlppx', sdlppx());
    const [{ job_id: id } = { job_id: '' }] = found.files;
    const locked = await patch(id, { index: 4, translated_text: 'Anders.' });
    expect([locked.status, locked.body.errors![0]!.reason]).toEqual([400, 'segment_locked']);
    expect((await patch(id, { index: 1, state: 'confirmed' })).status).toBe(200);
    expect(
      (await patch(id, { index: 2, translated_text: 'Drehe das <1>rote</1> Rad.', state: 'confirmed' }))
        .status,
    ).toBe(200);
    expect((await service.get<Package>(`/v1/packages/${found.id}`)).open).toBe(3);
    const interactive = ' conf="Translated" origin="interactive"';
    const changed = [
      UNITS[0]!,
      { ...UNITS[1]!, seg: interactive },
      { ...UNITS[2]!, target: 'Drehe das <g id="4">rote</g> Rad.', seg: interactive },
      UNITS[3]!,
      UNITS[4]!,
    ];
    const { files } = await returned(found.id);
    expect(files.get('en-XA/a.docx.sdlxliff')!.toString()).toBe(sdlxliff(changed));
    // One was a draft, one had no translation; the second has 4 words.
    expect(files.get('Pump.sdlproj')!.toString()).toMatch(
      /<Unspecified Words="46" Characters="231" Segments="4"[^>]*><Draft Words="27" Characters="134" Segments="2"[^>]*><Translated Words="27" Characters="135" Segments="4"/,
    );
    const { files: all } = await returned(found.id, '?drafts=1');
    expect(all.get('en-XA/a.docx.sdlxliff')!.toString()).toMatch(
      // By the engine, unless it has followed the memory, which learned its source, by now.
      /<sdl:seg id="4" conf="Draft" origin="(?:mt|tm" percent="100)"\/>/,
    );
  });

  it('counts in what its account may store', async () => {
    const limit = async (max_stored_mb: number): Promise<void> => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ max_stored_mb });
      expect((await service.send('PATCH', '/v1/settings', { headers, body })).status).toBe(200);
    };
    await limit(1);
    const big = sdlppx({ 'References/a.bin': randomBytes(900_000).toString('base64') });
    expect(big.length).toBeLessThan(1_048_576);
    const found = await made('Pump.sdlppx', big);
    expect((await send('Pump.sdlppx', big)).status).toBe(507);
    expect((await service.send('DELETE', `/v1/packages/${found.id}`)).status).toBe(204);
    await made('Pump.sdlppx', big);
    await limit(LIMITS.storedMb);
  });

  it('asks for the target language where it has several', async () => {
    const upload = sdlppx({}, ['en-XA', 'fr-FR']);
    const { status, body } = await send('Pump.sdlppx', upload);
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'to', code: 'choose_target', details: { languages: 'en-XA, fr-FR' } }],
    ]);
    expect(await refusedAs('Pump.sdlppx', upload, { to: 'de' })).toBe('choose_target');
    const found = await made('Pump.sdlppx', upload, { to: 'en-XA' });
    expect(found.to).toBe('en-XA');
    expect(found.left_out).toEqual([
      { name: 'fr-FR/a.docx.sdlxliff', what: 'other' },
      { name: 'fr-FR/sub/b.docx.sdlxliff', what: 'other' },
    ]);
    expect([...(await returned(found.id)).files.keys()].some((entry) => entry.startsWith('fr-FR'))).toBe(
      false,
    );
  });

  it('is made once for an Idempotency-Key, and there after a restart', async () => {
    const [upload, headers] = [sdlppx(), { 'Idempotency-Key': 'p1' }];
    const [one, two] = await Promise.all([
      send('Pump.sdlppx', upload, {}, headers),
      send('Pump.sdlppx', upload, {}, headers),
    ]);
    expect(two.body.data.id).toBe(one.body.data.id);
    expect((await send('Other.sdlppx', upload, {}, headers)).status).toBe(422);
    await service.idle();
    await service.stop();
    await service.start();
    expect((await send('Pump.sdlppx', upload, {}, headers)).body.data.id).toBe(one.body.data.id);
    const found = await service.get<Package>(`/v1/packages/${one.body.data.id}`);
    expect((await returned(found.id)).files.size).toBe(4);
  });

  it('is its client’s, and goes with it', async () => {
    const made = await service.post<{ data: { id: string } }>('/v1/clients', { name: 'Pumps Ltd' });
    const client_id = made.body.data.id;
    const { body } = await send('Pump.sdlppx', sdlppx({ 'a.sdltm': await sdltm([['One two.', 'Eins.']]) }), {
      client_id,
    });
    const found = await ended(body.data.id);
    expect(found).toMatchObject({ client_id, memories: [{ units: 1 }] });
    expect(await service.get('/v1/packages')).toEqual({ packages: [] });
    expect(await service.get(`/v1/packages?client_id=${client_id}`)).toMatchObject({
      packages: [{ id: found.id }],
    });
    expect((await returned(found.id)).files.size).toBe(4);
    const gone = await service.send('DELETE', `/v1/clients/${client_id}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Pumps Ltd' }),
    });
    expect(gone.status).toBe(200);
    expect((await service.send('GET', `/v1/packages/${found.id}`)).status).toBe(404);
    expect(await readdir(join(service.dataDir, 'packages'))).not.toContain(found.id);
  });
});

describe('a package of memoQ', () => {
  const units = [
    '<trans-unit id="1" mq:status="Pretranslated" mq:percent="101"><source xml:space="preserve">Open it.</source><target xml:space="preserve">Öffnen.</target></trans-unit>',
    '<trans-unit id="2" mq:status="NotStarted"><source xml:space="preserve">Close it.</source><target xml:space="preserve"></target></trans-unit>',
    '<trans-unit id="3" mq:status="ManuallyConfirmed" mq:locked="locked"><source xml:space="preserve">Stop it.</source><target xml:space="preserve">Halt.</target></trans-unit>',
  ].join('');

  it.each([
    ['job.mqxlz', 'job.mqxlz'],
    ['job.mqout', 'job.mqback'],
  ])('%s goes back as %s, in its own container', async (name, back) => {
    const upload = zip({ 'document.mqxliff': mqxliff(units), 'skeleton.xml': '<s/>' });
    const found = await made(name, upload);
    expect(found).toMatchObject({ tool: 'memoq', from: 'en-GB', words: { context: 2, new: 4, exact: 0 } });
    const [{ job_id: id, locked } = { job_id: '', locked: 0 }] = found.files;
    expect(locked).toBe(1);
    expect((await segmentsOf(id)).map(({ state }) => state)).toEqual([
      'translated',
      'translated',
      'confirmed',
    ]);
    const untouched = await returned(found.id);
    expect([untouched.name, [...untouched.files]]).toEqual([back, [...unzip(upload)]]);
    await patch(id, { index: 1, translated_text: 'Schließen.', state: 'confirmed' });
    const { files } = await returned(found.id);
    expect(files.get('document.mqxliff')!.toString()).toBe(
      mqxliff(
        units.replace(
          'mq:status="NotStarted"><source xml:space="preserve">Close it.</source><target xml:space="preserve">',
          'mq:status="ManuallyConfirmed"><source xml:space="preserve">Close it.</source><target xml:space="preserve">Schließen.',
        ),
      ),
    );
    expect(files.get('skeleton.xml')!.toString()).toBe('<s/>');
  });
});

describe('a package is refused', () => {
  const file = { 'en-XA/a.sdlxliff': sdlxliff(UNITS) };
  const renamed = (from: string, to: string): Buffer => {
    const entries = readEntries(sdlppx())!;
    return writeEntries(entries.map((entry) => (entry.name === from ? { ...entry, name: to } : entry)));
  };

  it.each<[string, string, () => Buffer, string]>([
    [
      'whose names lead out of it',
      'a.sdlppx',
      () => renamed('en-XA/a.docx.sdlxliff', '../a.sdlxliff'),
      'unsafe_name',
    ],
    [
      'with a path of a drive',
      'a.sdlppx',
      () => renamed('en-XA/a.docx.sdlxliff', 'C:\\a.sdlxliff'),
      'unsafe_name',
    ],
    ['without a project', 'a.sdlppx', () => zip(file), 'no_project'],
    ['with a broken project', 'a.sdlppx', () => zip({ 'a.sdlproj': '<PackageProject>', ...file }), 'damaged'],
    ['without files', 'a.sdlppx', () => zip({ 'a.sdlproj': sdlproj(['en-XA']) }), 'no_files'],
    [
      'from a server',
      'a.sdlppx',
      () => zip({ 'a.sdlproj': sdlproj(['en-XA'], '<Setting Id="ServerUri">https://x</Setting>') }),
      'server_package',
    ],
    ['of another tool', 'a.zip', () => zip({ 'job.txlf': '<x/>' }), 'other_tool'],
    ['that is a document', 'a.docx', () => zip({ 'word/document.xml': '<x/>' }), 'other_tool'],
    ['that is cut short', 'a.sdlppx', () => sdlppx().subarray(0, 900), 'damaged'],
    ['that is no archive', 'a.mqxlz', () => Buffer.from('hello'), 'damaged'],
    ['of memoQ without a document', 'a.mqxlz', () => zip({ 'skeleton.xml': '<s/>' }), 'no_files'],
    [
      'with a file that is no XLIFF',
      'a.sdlppx',
      () => zip({ 'a.sdlproj': sdlproj(['en-XA']), 'en-XA/a.sdlxliff': '<xliff' }),
      'damaged',
    ],
    [
      'that is encrypted',
      'a.sdlppx',
      () =>
        writeEntries(readEntries(sdlppx())!.map((entry) => ({ ...entry, flags: entry.flags | ENCRYPTED }))),
      'encrypted',
    ],
    [
      'that says it unpacks to gigabytes',
      'a.sdlppx',
      () => writeEntries(readEntries(sdlppx())!.map((entry) => ({ ...entry, size: 3_000_000_000 }))),
      'too_large',
    ],
  ])('%s', async (_, name, upload, code) => {
    const before = await readdir(join(service.dataDir, 'packages'));
    expect(await refusedAs(name, upload())).toBe(code);
    expect(await readdir(join(service.dataDir, 'packages'))).toEqual(before);
  });

  it('never for its memory: what cannot be read is named', async () => {
    const view = await sdltm([], {
      schema:
        'CREATE VIEW translation_units AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x AS source_segment, x AS target_segment FROM c;',
    });
    const computed = await sdltm([], {
      schema:
        "CREATE TABLE translation_units (id INTEGER PRIMARY KEY, source_segment TEXT, target_segment AS (printf('%.*c', 100000000, id)));",
    });
    const upload = sdlppx({
      'Tm/view.sdltm': view,
      'Tm/computed.sdltm': computed,
      'Tm/no.sdltm': 'SQLite format 3',
    });
    // Another says that it has 2 GB.
    const entries = readEntries(upload)!;
    const huge = {
      ...entries.find(({ name }) => name === 'Tm/no.sdltm')!,
      name: 'Tm/huge.sdltm',
      size: 2_000_000_000,
    };
    const found = await made('Pump.sdlppx', writeEntries([...entries, huge]));
    expect(found.memories).toEqual([]);
    expect(found.warnings.map(({ code, details }) => [code, details])).toEqual(
      ['view.sdltm', 'computed.sdltm', 'no.sdltm', 'huge.sdltm'].map((name) => [
        'memory_unreadable',
        { name },
      ]),
    );
  });
});
