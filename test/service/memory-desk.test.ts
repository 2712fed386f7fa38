import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryUnitResource, Problem, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const DIRECTION = 'from=en&to=en-XA';
const JSON_TYPE = { 'Content-Type': 'application/json' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.send('DELETE', `/v1/memory?${DIRECTION}`));

interface Props {
  readonly tu?: string;
  readonly source?: string;
  readonly attributes?: string;
}
function tmx(units: readonly (readonly [source: string, target: string, props?: Props])[]): string {
  const body = units.map(
    ([source, target, { tu = '', source: own = '', attributes = '' } = {}]) =>
      `<tu ${attributes}>${tu}<tuv xml:lang="en">${own}<seg>${source}</seg></tuv><tuv xml:lang="en-XA"><seg>${target}</seg></tuv></tu>`,
  );
  return `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>${body.join('\n')}</body></tmx>`;
}
const prop = (type: string, text: string) => `<prop type="${type}">${text}</prop>`;

interface Counts {
  added: number;
  updated: number;
  skipped: number;
  contradicted: number;
}
async function importTmx(content: string, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ from: 'en', to: 'en-XA', ...more })) form.append(name, value);
  form.append('file', new Blob([content]), 'memory.tmx');
  const { status, body } = await service.send<{ data: Counts & { memory_id?: string } }>(
    'POST',
    '/v1/memory/import',
    {
      body: form,
    },
  );
  expect(status).toBe(200);
  return body.data;
}
const list = async (query = '') =>
  (await service.get<{ units: MemoryUnitResource[] }>(`/v1/memory/units?${query}`)).units;
const post = (path: string, body: object) =>
  service.send<{ data: { deleted: number; undo: string; restored: number; segments: object[] } } & Problem>(
    'POST',
    path,
    {
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    },
  );
const patch = (id: string, body: object) =>
  service.send<{ data: MemoryUnitResource } & Problem>('PATCH', `/v1/memory/units/${id}`, {
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
const search = async (q: string, more = '') =>
  (
    await service.get<{ matches: { target: string; match: number; memory: { name: string } }[] }>(
      `/v1/memory/search?${DIRECTION}&q=${encodeURIComponent(q)}${more}`,
    )
  ).matches;
async function batch(texts: readonly string[]) {
  const segments = texts.map((text) => ({ text }));
  const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', {
    ...{ from: 'en', to: 'en-XA', segments },
  });
  await service.ended(body.data.id, 'batch');
  const page = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${body.data.id}/segments`);
  return { id: body.data.id, segments: page.segments };
}
async function confirm(id: string, texts: Readonly<Record<number, string>>) {
  const segments = Object.entries(texts).map(([index, translated_text]) => ({
    ...{ index: Number(index), translated_text, state: 'confirmed' },
  }));
  const { status } = await service.send('PATCH', `/v1/translate/batch/${id}/segments`, {
    headers: JSON_TYPE,
    body: JSON.stringify({ segments }),
  });
  expect(status).toBe(200);
}

describe('contexts', () => {
  it('decide between several targets of one source, also within a job; without one the newest is taken', async () => {
    const texts = ['File', 'Open', 'Close', 'State', 'Open', 'Closed'];
    const first = await batch(texts);
    await confirm(first.id, { 1: 'ÖFFNEN', 4: 'OFFEN' });
    const again = await batch(texts);
    expect([1, 4].map((n) => again.segments[n])).toMatchObject([
      { translated_text: 'ÖFFNEN', match: 101, origin: 'memory', memory: { name: 'Interlinear' } },
      { translated_text: 'OFFEN', match: 101 },
    ]);
    const elsewhere = await batch(['Open']);
    expect(elsewhere.segments[0]).toMatchObject({ translated_text: 'OFFEN', match: 100 });
    expect(await search('Open', '&pre=File&post=Close')).toMatchObject([
      { target: 'ÖFFNEN', match: 101 },
      { target: 'OFFEN', match: 100 },
    ]);
    expect((await search('Open')).map(({ match }) => match)).toEqual([100, 100]);
    const texts1 = await post('/v1/translate/segments', {
      ...{ from: 'en', to: 'en-XA' },
      segments: ['File', 'Open', 'Close'].map((text) => ({ text })),
    });
    expect(texts1.body.data.segments[1]).toMatchObject({
      origin: 'memory',
      translated_text: 'ÖFFNEN',
      match: 101,
    });
    expect(await list(`job_id=${first.id}&q=open`)).toMatchObject([
      { target: 'OFFEN', context: { pre: 'State', post: 'Closed' }, origin: 'confirmed' },
      { target: 'ÖFFNEN', context: { pre: 'File', post: 'Close' } },
    ]);
  });

  it('come from TMX of ours, of memoQ and of Trados, and go out in ours with names and dates', async () => {
    const memoq = (text: string) => `&lt;seg&gt;${text}&lt;ph&gt;x&lt;/ph&gt;&lt;/seg&gt;`;
    await importTmx(
      tmx([
        ['Ours', 'UNSER', { source: prop('x-context-pre', 'A &amp; B') + prop('x-context-post', '') }],
        [
          'Memo',
          'MEMO',
          { source: prop('x-context-pre', memoq('Vor')) + prop('x-context-post', memoq('Nach')) },
        ],
        [
          'Trados',
          'TRADOS',
          {
            tu: prop('x-ContextContent', 'Before | x |  | y'),
            attributes: 'creationid="Ana" creationdate="20200102T030405Z" changedate="20210102T030405Z"',
          },
        ],
      ]),
    );
    const [trados, memo, ours] = await list(DIRECTION);
    expect(ours?.context).toEqual({ pre: 'A & B', post: '' });
    expect(memo?.context).toEqual({ pre: 'Vor', post: 'Nach' });
    expect(trados).toMatchObject({
      context: { pre: 'Before' },
      ...{ origin: 'imported', created_by: 'Ana', created_at: '2020-01-02T03:04:05.000Z' },
      updated_at: '2021-01-02T03:04:05.000Z',
    });
    expect((await search('Trados', '&pre=Before&post=anything'))[0]?.match).toBe(101);
    const file = (await service.send('GET', `/v1/memory/export?${DIRECTION}`)).bytes.toString();
    expect(file).toContain('creationdate="20200102T030405Z" creationid="Ana" changedate="20210102T030405Z"');
    expect(file).toContain(
      '<tuv xml:lang="en"><prop type="x-context-pre">A &amp; B</prop><prop type="x-context-post"></prop>',
    );
    const later = (
      await service.send('GET', `/v1/memory/export?${DIRECTION}&after=2022-01-01`)
    ).bytes.toString();
    expect([later.includes('Memo'), later.includes('Trados')]).toEqual([true, false]);
    expect(await importTmx(file)).toEqual({ added: 0, updated: 0, skipped: 3, contradicted: 0 });
    await service.send('DELETE', `/v1/memory?${DIRECTION}`);
    expect(await importTmx(file)).toMatchObject({ added: 3 });
    expect((await list(DIRECTION)).map(({ context }) => context)).toEqual(
      [trados, memo, ours].map((one) => one?.context),
    );
  });
});

describe('units', () => {
  it('an import says what it added, made newer, skipped and contradicted', async () => {
    const old = { attributes: 'changedate="20200101T000000Z"' };
    expect(await importTmx(tmx([['one', 'EINS', old]]))).toEqual({
      added: 1,
      updated: 0,
      skipped: 0,
      contradicted: 0,
    });
    expect(
      await importTmx(
        tmx([
          ['one', 'EINS', { attributes: 'changedate="20210101T000000Z"' }],
          ['one', 'EINE', old],
          ['one', 'EINS', old],
          ['one', 'EINS', { source: prop('x-context-pre', '') }],
        ]),
      ),
    ).toEqual({ added: 2, updated: 1, skipped: 1, contradicted: 2 });
    expect(await list('only=contradictions')).toHaveLength(3);
    expect((await list('only=duplicates')).map(({ target }) => target)).toEqual(['EINS', 'EINS']);
    expect((await search('one'))[0]?.target).toBe('EINS');
  });

  it('are changed where text and codes allow, and refused in words where not', async () => {
    await importTmx(
      tmx([
        ['<ph x="1"/>red', '<ph x="1"/>rot'],
        ['blue', 'blau'],
      ]),
    );
    const [blue, red] = await list(DIRECTION);
    expect((await patch(blue!.id, { source: 'sea blue', target: 'meerblau' })).body.data).toMatchObject({
      ...{ source: 'sea blue', target: 'meerblau' },
    });
    expect((await search('sea blue'))[0]).toMatchObject({ target: 'meerblau', match: 100 });
    for (const [id, body, field] of [
      [blue!.id, { target: ' ' }, 'target'],
      [blue!.id, { source: '' }, 'source'],
      [blue!.id, { target: '<3/>blau' }, 'target'],
      [red!.id, { target: 'rot' }, 'target'],
      [red!.id, { source: 'red' }, 'source'],
    ] as const) {
      const answer = await patch(id, body);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
    }
    expect((await patch('999999', { target: 'x' })).status).toBe(404);
    const { key } = await service.newAccount({ name: 'stranger' });
    const path = `/v1/memory/units/${blue!.id}`;
    const stranger = { key, headers: JSON_TYPE, body: JSON.stringify({ target: 'x' }) };
    expect((await service.send('PATCH', path, stranger)).status).toBe(404);
  });

  it('are deleted by a filter and restored, once', async () => {
    await importTmx(
      tmx([
        ['one', 'A'],
        ['two', 'B'],
        ['three', 'A'],
      ]),
    );
    const before = await list(DIRECTION);
    expect((await post('/v1/memory/units/delete', {})).status).toBe(400);
    const { body } = await post('/v1/memory/units/delete', { q: 'a' });
    expect(body.data.deleted).toBe(2);
    expect((await list(DIRECTION)).map(({ source }) => source)).toEqual(['two']);
    expect(await search('three')).toEqual([]);
    expect((await post('/v1/memory/undo', { undo: body.data.undo })).body.data).toEqual({
      restored: 2,
    });
    expect(await list(DIRECTION)).toEqual(before);
    expect(await search('three')).toHaveLength(1);
    expect((await post('/v1/memory/undo', { undo: body.data.undo })).status).toBe(404);
    const ids = [before[0]!.id];
    const one = (await post('/v1/memory/units/delete', { ids })).body.data;
    expect(one).toMatchObject({ deleted: 1 });
    // It came back by an import: it is not there twice.
    await importTmx(tmx([['three', 'A']]));
    expect((await post('/v1/memory/undo', { undo: one.undo })).body.data).toEqual({ restored: 0 });
    expect(await list(DIRECTION)).toHaveLength(before.length);
    const none = (await post('/v1/memory/units/delete', { q: 'zebra' })).body.data;
    expect(none).toMatchObject({ deleted: 0 });
    expect((await post('/v1/memory/undo', { undo: none.undo })).body.data).toEqual({ restored: 0 });
    expect((await post('/v1/memory/undo', { undo: none.undo })).status).toBe(404);
    // What was deleted from a memory does not outlive it.
    const { memory_id: id = '' } = await importTmx(tmx([['boat', 'BOOT']]), { name: 'Old fleet' });
    const boat = (await post('/v1/memory/units/delete', { memory_id: id, q: 'boat' })).body.data;
    expect((await service.send('DELETE', `/v1/memories/${id}`)).status).toBe(204);
    expect((await post('/v1/memory/undo', { undo: boat.undo })).status).toBe(404);
  });

  it('of a named memory are found, exported and joined by its id', async () => {
    const { memory_id: id = '' } = await importTmx(tmx([['ship', 'SCHIFF']]), { name: 'Fleet' });
    await importTmx(tmx([['boat', 'BOOT']]), { memory_id: id });
    await importTmx(tmx([['car', 'AUTO']]));
    expect((await list(`memory_id=${id}`)).map(({ source }) => source)).toEqual(['boat', 'ship']);
    expect((await list()).map(({ memory }) => memory.name)).toEqual(['Interlinear', 'Fleet', 'Fleet']);
    const file = (await service.send('GET', `/v1/memory/export?memory_id=${id}`)).bytes.toString();
    expect([file.includes('BOOT'), file.includes('AUTO')]).toEqual([true, false]);
    expect((await service.send('GET', '/v1/memory/units?memory_id=none')).status).toBe(400);
    expect((await service.send('DELETE', `/v1/memories/${id}`)).status).toBe(204);
  });
});

describe('the concordance', () => {
  const look = async (query: string) =>
    (
      await service.get<{
        hits: { source: string; target: string; marks: [number, number][]; memory: { name: string } }[];
      }>(`/v1/memory/concordance?${query}`)
    ).hits;

  it('finds all words in any inflection, best first, and marks them in code points', async () => {
    await importTmx(
      tmx([
        ['The old contracts of the harbour', 'HAFENVERTRÄGE'],
        ['😀 A contract &amp; a harbour', 'VERTRAG'],
        ['harbour contract', 'HAFENVERTRAG'],
        ['A contract', 'NUR VERTRAG'],
        ['契約書を読む', 'LESEN'],
      ]),
    );
    const hits = await look(`${DIRECTION}&q=harbour%20contract`);
    expect(hits.map(({ source }) => source)).toEqual([
      'harbour contract',
      '😀 A contract &amp; a harbour',
      'The old contracts of the harbour',
    ]);
    const marked = hits.map(({ source, marks }) =>
      marks.map(([start, end]) => Array.from(source).slice(start, end).join('')),
    );
    expect(marked).toEqual([
      ['harbour', 'contract'],
      ['contract', 'harbour'],
      ['contracts', 'harbour'],
    ]);
    expect(await look('in=target&q=vertrag')).toHaveLength(2);
    expect((await look(`q=${encodeURIComponent('契約')}`))[0]?.marks).toEqual([[0, 2]]);
    expect(await look('q=nowhere')).toEqual([]);
    expect((await service.send('GET', '/v1/memory/concordance?q=%20')).status).toBe(400);
    expect((await service.send('GET', `/v1/memory/concordance?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});
