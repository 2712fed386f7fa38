import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GlossaryResource, ImportedGlossary, Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

const ENTRIES = [
  { term: 'ship', translation: 'SCHIFF' },
  { term: 'annual report', translation: 'BERICHT' },
];
const FLEET = { name: 'Fleet', dictionaries: [{ from: 'en', to: 'en-XA', entries: ENTRIES }] };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const create = async (content: object = FLEET, key?: string) =>
  (await service.post<{ data: GlossaryResource }>('/v1/glossaries', content, key)).body.data;
const put = (id: string, content: object) =>
  service.send<{ data: GlossaryResource }>('PUT', `/v1/glossaries/${id}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  });
function importFile(content: BlobPart, fields: Record<string, string>, name = 'terms.csv') {
  const form = new FormData();
  for (const [field, value] of Object.entries({ from: 'en', to: 'en-XA', ...fields }))
    form.append(field, value);
  form.append('file', new Blob([content]), name);
  return service.send<{ data: ImportedGlossary } & Problem>('POST', '/v1/glossaries/import', { body: form });
}
const codeOf = ({ body }: Answer<Problem>) => body.errors?.[0]?.code ?? body.code;

describe('named glossaries', () => {
  it('are created, listed without entries, read, replaced and deleted', async () => {
    const created = await create();
    expect(created).toMatchObject({
      name: 'Fleet',
      dictionaries: [{ from: 'en', to: 'en-XA', entry_count: 2 }],
    });
    const path = `/v1/glossaries/${created.id}`;
    expect((await service.get<GlossaryResource>(path)).dictionaries[0]?.entries).toEqual(ENTRIES);
    const { glossaries } = await service.get<{ glossaries: GlossaryResource[] }>('/v1/glossaries');
    const listed = glossaries.find(({ id }) => id === created.id);
    expect(listed?.dictionaries).toEqual([{ from: 'en', to: 'en-XA', entry_count: 2 }]);
    const replaced = await put(created.id, { name: 'Fleet 2', dictionaries: [] });
    expect(replaced.body.data).toMatchObject({ id: created.id, name: 'Fleet 2', dictionaries: [] });
    expect((await service.send('DELETE', path)).status).toBe(204);
    expect((await service.send('GET', path)).status).toBe(404);
  });

  it('are listed in pages', async () => {
    const { key } = await service.newAccount({ name: 'pages' });
    for (const name of ['a', 'b', 'c']) await create({ name, dictionaries: [] }, key);
    interface Page {
      glossaries: GlossaryResource[];
      next_cursor?: string;
    }
    const first = await service.get<Page>('/v1/glossaries?limit=2', key);
    const rest = await service.get<Page>(`/v1/glossaries?limit=2&cursor=${first.next_cursor ?? ''}`, key);
    expect([...first.glossaries, ...rest.glossaries].map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(rest.next_cursor).toBeUndefined();
  });

  it('belong to their account', async () => {
    const { id } = await create();
    const { key } = await service.newAccount({ name: 'stranger' });
    expect((await service.send('GET', `/v1/glossaries/${id}`, { key })).status).toBe(404);
    expect((await service.send('DELETE', `/v1/glossaries/${id}`, { key })).status).toBe(404);
    const job = { from: 'en', to: 'en-XA', segments: [{ text: 'ship' }], glossary_id: id };
    expect((await service.post('/v1/translate/batch', job, key)).status).toBe(400);
  });

  it('are used by jobs as they are when the job is created', async () => {
    const { id } = await create();
    const batch = { from: 'en', to: 'en-XA', segments: [{ text: 'The ship' }], glossary_id: id };
    const created = await service.post<{ data: { id: string } }>('/v1/translate/batch', batch);
    await put(id, { name: 'Other', dictionaries: [] });
    const job = await service.ended(created.body.data.id, 'batch');
    expect(job.options).toEqual({ glossary_id: id });
    expect(job.segments?.[0]?.translated_text).toMatch(/SCHIFF/);
    const document = await service.upload(
      { name: 'a.txt', content: 'ship' },
      { from: 'en', to: 'en-XA', glossary_id: id },
    );
    expect([document.status, codeOf(document)]).toEqual([400, 'unsupported_pair']);
  });

  it('are used for texts at once, and refused where they have no dictionary for the direction or are unknown', async () => {
    const { id } = await create();
    const texts = (change: object) =>
      service.post<{ data: { segments: { translated_text: string }[] } } & Problem>(
        '/v1/translate/segments',
        {
          from: 'en',
          to: 'en-XA',
          segments: [{ text: 'The annual report' }],
          glossary_id: id,
          ...change,
        },
      );
    expect((await texts({})).body.data.segments[0]?.translated_text).toMatch(/BERICHT/);
    expect(codeOf(await texts({ from: 'de' }))).toBe('unsupported_pair');
    const chinese = await create({
      name: 'Simplified',
      dictionaries: [{ from: 'en', to: 'zh', entries: ENTRIES }],
    });
    const named = { glossary_id: chinese.id, engine: 'pseudo' };
    expect((await texts({ ...named, to: 'zh-CN' })).body.data.segments[0]?.translated_text).toMatch(
      /BERICHT/,
    );
    expect(codeOf(await texts({ ...named, to: 'zh-TW' }))).toBe('unsupported_pair');
    expect(codeOf(await texts({ glossary_id: 'no-such-id' }))).toBe('invalid');
  });

  it('come from CSV and TMX and go out as such, whole', async () => {
    const csv = await importFile('\ufeffTerm,Translation\r\n"a, b",x\r\nship,SCHIFF\r\n', {}, 'My terms.csv');
    expect(csv.status).toBe(201);
    expect(csv.body.data).toMatchObject({ name: 'My terms', dictionaries: [{ entry_count: 2 }] });
    const byLanguages = await importFile('EN;en-xa\nship;SCHIFF\n', { name: 'By languages' });
    expect(byLanguages.body.data).toMatchObject({ dictionaries: [{ entry_count: 1 }] });
    const { id } = csv.body.data;
    const out = async (format: string) => {
      const answer = await service.send('GET', `/v1/glossaries/${id}/export?format=${format}`);
      return answer.bytes;
    };
    expect((await out('csv')).toString()).toBe('\ufeffterm,translation\r\n"a, b",x\r\nship,SCHIFF\r\n');
    const again = await importFile(new Uint8Array(await out('tmx')), { name: 'Again' }, 'terms.tmx');
    const read = await service.get<GlossaryResource>(`/v1/glossaries/${again.body.data.id}`);
    expect(read.dictionaries[0]?.entries).toEqual([
      { term: 'a, b', translation: 'x' },
      { term: 'ship', translation: 'SCHIFF' },
    ]);
    const added = await importFile('ship;BARCO\nsea;MAR\n', { glossary_id: id });
    expect(added.body.data.dictionaries[0]).toMatchObject({ entry_count: 3 });
  });

  it('say what came of each row or unit of a file', async () => {
    const of = async (content: string, fields = {}) => {
      const { body } = await importFile(content, fields, 'terms');
      return [body.data.id, body.data.imported] as const;
    };
    const unit = (...texts: string[]) =>
      `<tu>${texts.map((text) => `<tuv xml:lang="${text.split(':')[0]}"><seg>${text.split(':')[1]}</seg></tuv>`).join('')}</tu>`;
    const tmx = (...units: string[]) =>
      `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
    const none = { updated: 0, unchanged: 0, incomplete: 0, repeated: 0 };
    const [id, first] = await of('term,translation\nship,S\n\nsea,M\nship,SCHIFF\n');
    expect(first).toEqual({ ...none, read: 3, added: 2, repeated: 1 });
    const units = [
      unit('en:ship', 'en-XA:SCHIFF'),
      unit('en:sea', 'en-XA:MEER'),
      unit('en:port', 'en-XA:HAFEN'),
    ];
    const odd = [unit('en:crew', 'fr:equipage'), unit('en: ', 'en-XA:X')];
    const [, second] = await of(tmx(...units, ...odd), { glossary_id: id });
    expect(second).toEqual({ read: 5, added: 1, updated: 1, unchanged: 1, incomplete: 2, repeated: 0 });
  });

  it('keep status, note and names through CSV and each kind of TBX', async () => {
    const entries = [
      { term: 'ship', translation: 'SCHIFF', status: 'preferred', note: 'A & B' },
      { term: 'ship', translation: 'KAHN', status: 'forbidden' },
      { term: 'ship', translation: 'BOOT', status: 'admitted' },
      { term: 'ship', translation: 'FAHRZEUG', status: 'deprecated' },
      { term: 'Lumo', translation: 'Lumo', do_not_translate: true },
      { term: 'sea', translation: 'MEER' },
    ];
    const made = await create({
      name: 'Terms',
      dictionaries: [
        {
          from: 'en',
          to: 'en-XA',
          entries: [...entries.slice(0, 4), { term: 'Lumo', do_not_translate: true }, entries[5]],
        },
      ],
    });
    for (const form of ['csv', 'tbx', 'tbx&style=dct', 'tbx&version=2']) {
      const { bytes } = await service.send('GET', `/v1/glossaries/${made.id}/export?format=${form}`);
      const { status, body } = await importFile(new Uint8Array(bytes), { name: form });
      expect(status, form).toBe(201);
      const { dictionaries } = await service.get<GlossaryResource>(`/v1/glossaries/${body.data.id}`);
      expect(dictionaries[0]?.entries, form).toEqual(entries);
    }
    const { bytes: tmx } = await service.send('GET', `/v1/glossaries/${made.id}/export?format=tmx`);
    expect(tmx.toString()).toMatch(/SCHIFF[^]*BOOT/);
    expect(tmx.toString()).not.toMatch(/KAHN|FAHRZEUG/);
    const job = { from: 'en', to: 'en-XA', glossary_id: made.id };
    const answer = await service.post<{ data: { segments: { translated_text: string }[] } }>(
      '/v1/translate/segments',
      { ...job, segments: [{ text: 'The ship' }] },
    );
    expect(answer.body.data.segments[0]?.translated_text).toMatch(/SCHIFF/);
    const { id } = (await service.upload({ name: 'a.txt', content: 'The ship' }, job)).body.data;
    await service.ended(id);
    await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'The KAHN' }] }),
    });
    const { segments } = await service.get<{ segments: { flags: object[] }[] }>(`/v1/jobs/${id}/segments`);
    expect(segments[0]?.flags).toContainEqual({
      code: 'forbidden_term',
      message: 'The glossary forbids “KAHN” for “ship”: write “SCHIFF”.',
      details: { term: 'ship', found: 'KAHN', preferred: 'SCHIFF' },
    });
  });

  it("come from other programs' TBX, which says what has no place here", async () => {
    const file = `<?xml version="1.0"?><!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd"><martif type="TBX" xml:lang="en">
      <martifHeader/><text><body><termEntry id="1"><descrip type="subjectField">sea</descrip><note>Fleet only</note>
      <langSet xml:lang="en-US"><ntig><termGrp><term>ship</term><termNote type="partOfSpeech">noun</termNote></termGrp></ntig></langSet>
      <langSet xml:lang="en-XA"><tig><term>SCHIFF</term><termNote type="normativeAuthorization">preferredTerm</termNote></tig>
      <tig><term>KAHN</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet></termEntry>
      <termEntry id="2"><langSet xml:lang="en"><tig><term>alone</term></tig></langSet></termEntry>
      <termEntry id="3"><langSet xml:lang="en"><tig><term>sea</term></tig></langSet><langSet xml:lang="en-XA"><tig><term>MEER</term></tig>
      <tig><term>SEE</term></tig></langSet></termEntry></body></text></martif>`;
    const { body } = await importFile(file, { name: 'Other' }, 'terms.tbx');
    expect(body.data.imported).toMatchObject({
      read: 5,
      added: 4,
      incomplete: 1,
      left_out: ['partOfSpeech', 'subjectField'],
    });
    const { dictionaries } = await service.get<GlossaryResource>(`/v1/glossaries/${body.data.id}`);
    expect(dictionaries[0]?.entries).toEqual([
      { term: 'ship', translation: 'SCHIFF', status: 'preferred', note: 'Fleet only' },
      { term: 'ship', translation: 'KAHN', status: 'forbidden', note: 'Fleet only' },
      { term: 'sea', translation: 'MEER' },
      { term: 'sea', translation: 'SEE', status: 'admitted' },
    ]);
  });

  it('take ten thousand entries and no more', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => `term ${n},t${n}`).join('\n');
    expect((await importFile(rows(10_000), {})).body.data.dictionaries[0]?.entry_count).toBe(10_000);
    expect(codeOf(await importFile(rows(10_001), {}))).toBe('too_many');
    const entries = Array.from({ length: 10_001 }, (_, n) => ({ term: `t${n}`, translation: 'x' }));
    const posted = await service.post<Problem>('/v1/glossaries', {
      name: 'x',
      dictionaries: [{ from: 'en', to: 'es', entries }],
    });
    expect(codeOf(posted)).toBe('too_many');
    const units = Array.from(
      { length: 100_000 },
      (_, n) => `<tu><tuv xml:lang="en"><seg>t${n}</seg></tuv><tuv xml:lang="en-XA"><seg>x</seg></tuv></tu>`,
    );
    const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
    expect(codeOf(await importFile(tmx, {}, 'terms.tmx'))).toBe('too_many');
  });

  it('refuse what cannot be a glossary, in words, and leave nothing behind', async () => {
    const before = await service.get<{ glossaries: object[] }>('/v1/glossaries?limit=200');
    const dictionary = { from: 'en', to: 'es', entries: ENTRIES };
    const posted = async (content: object) => codeOf(await service.post<Problem>('/v1/glossaries', content));
    expect(await posted({ dictionaries: [] })).toBe('required');
    expect(await posted({ name: 'x', dictionaries: [dictionary, dictionary] })).toBe('invalid');
    expect(await posted({ name: 'x', dictionaries: [{ ...dictionary, to: 'en' }] })).toBe('same_language');
    expect(await posted({ name: 'x', dictionaries: [{ ...dictionary, entries: [{ term: 'a' }] }] })).toBe(
      'required',
    );
    expect(codeOf(await importFile('ship\nsea\n', {}))).toBe('bad_glossary');
    expect(codeOf(await importFile('', {}))).toBe('invalid');
    expect(codeOf(await importFile('"ship,SCHIFF\n', {}))).toBe('broken_csv');
    expect(codeOf(await importFile('<tmx><body><tu>', {}))).toBe('damaged_file');
    expect((await importFile('<tmx><body>&nope;</body></tmx>', {}, 't.tmx')).body.detail).toMatch(
      /an entity that XML does not have\. Export it again/,
    );
    expect(codeOf(await importFile('<martif type="TBX"><text>', {}, 't.tbx'))).toBe('damaged_file');
    expect(codeOf(await importFile('<!DOCTYPE tmx [<!ENTITY a "b">]><tmx/>', {}))).toBe('hostile_file');
    expect(codeOf(await importFile('a,b', { glossary_id: '0d4a6a52-91a5-4d1c-a2d3-0e9f5a3c7b11' }))).toBe(
      'not_found',
    );
    const after = await service.get<{ glossaries: object[] }>('/v1/glossaries?limit=200');
    expect(after.glossaries).toHaveLength(before.glossaries.length);
  });

  it('are read from a CSV by the names of its columns, and of its direction where rows name theirs', async () => {
    const entriesOf = async (csv: string, fields: Record<string, string>) => {
      const { body } = await importFile(csv, fields);
      const { entries = [] } = (await service.get<GlossaryResource>(`/v1/glossaries/${body.data.id}`))
        .dictionaries[0]!;
      return [entries.map(({ term, translation }) => [term, translation]), body.data.imported];
    };
    const direction = { from: 'en', to: 'es' };
    expect(await entriesOf('ID;German;Spanish;English\n7;Haus;vivienda;house\n', direction)).toMatchObject([
      [['house', 'vivienda']],
      { read: 1 },
    ]);
    const rows =
      'house,vivienda,EN,ES\ngarden,Garten,EN,DE\nDatenleck,data breach,DE,EN\ncar,carro,en-US,es-MX\n';
    expect(await entriesOf(rows, direction)).toMatchObject([
      [
        ['house', 'vivienda'],
        ['car', 'carro'],
      ],
      { read: 4, added: 2, incomplete: 2 },
    ]);
    expect(await entriesOf('house,vivienda,see,EN\ncar,carro,,\n', direction)).toMatchObject([
      [
        ['house', 'vivienda'],
        ['car', 'carro'],
      ],
      { read: 2 },
    ]);
  });

  it('are there after the service was killed', async () => {
    const { id } = await create();
    await service.kill();
    await service.start();
    expect((await service.get<GlossaryResource>(`/v1/glossaries/${id}`)).dictionaries[0]?.entries).toEqual(
      ENTRIES,
    );
  });
});
