import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AlignedPair,
  AlignedPairsPage,
  AlignmentView,
  ChangedPairs,
  LearnedPairs,
  Problem,
} from '../../service/contract/index.ts';
import { parseEvents } from '../../service/contract/server-sent-events.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

const ENGLISH = [
  'The Alpine Club was founded in 1857 in London.',
  'Its members wanted to climb the Matterhorn, which is 4,478 metres high.',
  'In 1865 Edward Whymper reached the summit with six companions.',
  'Four of them died during the descent, because a rope broke. The accident was reported in all newspapers.',
  'Queen Victoria considered a ban on mountaineering.',
  'This sentence is only in the original and nobody translated it.',
  'Today about 3,000 people climb the Matterhorn every year.',
  'The hut at the Hörnli ridge has 130 beds.',
];
const SPANISH = [
  'El Alpine Club se fundó en 1857 en Londres.',
  'Sus miembros querían escalar el Matterhorn, que mide 4.478 metros.',
  'En 1865 Edward Whymper alcanzó la cumbre con seis compañeros.',
  'Cuatro de ellos murieron durante el descenso, porque se rompió una cuerda.',
  'El accidente apareció en todos los periódicos.',
  'La reina Victoria consideró prohibir el montañismo.',
  'Hoy unas 3.000 personas escalan el Matterhorn cada año.',
  'El refugio de la arista Hörnli tiene 130 camas.',
];
const FIELDS = { from: 'en', to: 'es', level: 'segment' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Sent {
  readonly source: readonly (readonly [name: string, text: string])[];
  readonly target: readonly (readonly [name: string, text: string])[];
}
type Created = Answer<
  { data: AlignmentView & { alignments: AlignmentView[]; unmatched: string[] } } & Problem
>;

function align(files: Sent, fields: Record<string, string> = FIELDS, key?: string): Promise<Created> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const side of ['source', 'target'] as const)
    for (const [name, text] of files[side]) body.append(side, new Blob([text]), name);
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return service.send('POST', '/v1/alignments', { body, headers });
}
const lines = (name: string, texts: readonly string[]) => [[name, texts.join('\n')]] as const;
const both = { source: lines('a.en.txt', ENGLISH), target: lines('a.es.txt', SPANISH) };

async function ended(id: string): Promise<AlignmentView> {
  // The stream of events ends with the alignment.
  const { bytes } = await service.send('GET', `/v1/alignments/${id}/events`);
  expect(bytes.toString()).toMatch(/event: (?:done|failed|cancelled)\n/);
  return service.get<AlignmentView>(`/v1/alignments/${id}`);
}
async function aligned(files: Sent = both, fields?: Record<string, string>): Promise<AlignmentView> {
  const { status, body } = await align(files, fields);
  expect(status).toBe(202);
  return ended(body.data.id);
}
const pairsOf = (id: string, query = '') =>
  service.get<AlignedPairsPage>(`/v1/alignments/${id}/pairs${query}`);
const places = (pairs: readonly AlignedPair[]) =>
  pairs.map(({ source_at, target_at }) => `${source_at.join('+')}:${target_at.join('+')}`);
const settings = (change: object) =>
  service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
const change = (id: string, pairs: readonly object[], revision?: string) =>
  service.send<{ data: ChangedPairs } & Problem>('PATCH', `/v1/alignments/${id}/pairs`, {
    headers: {
      'Content-Type': 'application/json',
      ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }),
    },
    body: JSON.stringify({ pairs }),
  });

describe('An alignment', () => {
  it('pairs the texts of two files in order, says what the other lacks, and accepts what is sure', async () => {
    const done = await aligned();
    expect(done).toMatchObject({ kind: 'alignment', status: 'done', source_name: 'a.en.txt', pairs: 8 });
    const { pairs, revision } = await pairsOf(done.id);
    expect(revision).toBe(done.revision);
    expect(places(pairs)).toEqual(['0:0', '1:1', '2:2', '3:3+4', '4:5', '5:', '6:6', '7:7']);
    expect(pairs[3]).toMatchObject({ index: 3, target: [SPANISH[3], SPANISH[4]] });
    expect(pairs[5]).toMatchObject({ state: 'open', target: [], confidence: 0 });
    const accepted = await pairsOf(done.id, '?state=accepted&limit=2');
    expect(accepted.pairs).toHaveLength(2);
    expect(done.accepted).toBeGreaterThanOrEqual(5);
    const next = await pairsOf(done.id, `?state=accepted&cursor=${accepted.next_cursor}`);
    expect(accepted.pairs.length + next.pairs.length).toBe(done.accepted);
  });

  it('is changed by pairs that hold just the texts they replace, and by nobody who has not seen it', async () => {
    const { id, revision } = await aligned();
    const split = [
      { source_at: [3], target_at: [3], state: 'accepted' },
      { source_at: [], target_at: [4], state: 'open' },
    ];
    const { body, headers } = await change(id, split, revision);
    expect(places(body.data.changed)).toEqual(['3:3', ':4']);
    expect(body.data).toMatchObject({ pairs: 9 });
    expect(headers.get('etag')).toBe(`"${body.data.revision}"`);
    expect((await change(id, split, revision)).status).toBe(409);
    const shifted = await change(id, [
      { source_at: [4], target_at: [4, 5], state: 'accepted' },
      { source_at: [5], target_at: [], state: 'rejected' },
    ]);
    expect(places(shifted.body.data.changed)).toEqual(['4:4+5', '5:']);
    for (const bad of [
      [{ source_at: [3], target_at: [], state: 'open' }],
      [{ source_at: [3, 3], target_at: [3], state: 'open' }],
      [{ source_at: [99], target_at: [3], state: 'open' }],
      [{ source_at: [5], target_at: [], state: 'accepted' }],
      [{ source_at: [], target_at: [], state: 'open' }],
      [],
    ])
      expect((await change(id, bad)).status, JSON.stringify(bad)).toBe(400);
    const after = await pairsOf(id);
    expect(after.revision).toBe(shifted.body.data.revision);
    expect(places(after.pairs)).toEqual(['0:0', '1:1', '2:2', '3:3', '4:4+5', '5:', '6:6', '7:7']);
  });

  it('teaches a memory its accepted pairs, once asked', async () => {
    const { id } = await aligned();
    const search = '/v1/memory/search?from=en&to=es&q=' + encodeURIComponent(ENGLISH[2]!);
    expect((await service.get<{ matches: unknown[] }>(search)).matches).toEqual([]);
    const learned = await service.post<{ data: LearnedPairs }>(`/v1/alignments/${id}/learn`, {});
    const { accepted } = await service.get<AlignmentView>(`/v1/alignments/${id}`);
    expect(learned.body.data).toMatchObject({ added: accepted, contradicted: 0 });
    expect((await service.get<{ matches: { target: string }[] }>(search)).matches[0]?.target).toBe(
      SPANISH[2],
    );
    const again = await service.send<{ data: LearnedPairs }>('POST', `/v1/alignments/${id}/learn`);
    expect(again.body.data).toMatchObject({ added: 0, contradicted: 0 });
  });

  it("of a client is found by its client alone, teaches the client's memory, and goes with it", async () => {
    const made = await service.post<{ data: { id: string } }>('/v1/clients', { name: 'Summit' });
    const client = made.body.data.id;
    const { id } = await aligned(both, { ...FIELDS, client_id: client });
    const list = '/v1/alignments';
    const all = await service.get<{ alignments: AlignmentView[] }>(list);
    expect(all.alignments.map((one) => one.id)).not.toContain(id);
    const own = await service.get<{ alignments: AlignmentView[] }>(`${list}?client_id=${client}`);
    expect(own.alignments).toMatchObject([{ id, client_id: client }]);
    await service.post(`/v1/alignments/${id}/learn`, {});
    const units = await service.get<{ units: { origin: string }[] }>(`/v1/memory/units?client_id=${client}`);
    expect(units.units[0]).toMatchObject({ origin: 'aligned' });
    await service.send('DELETE', `/v1/clients/${client}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Summit' }),
    });
    expect((await service.send('GET', `/v1/alignments/${id}`)).status).toBe(404);
  });

  it('matches several files by name, once for each key', async () => {
    const files = {
      source: [...lines('contract_EN.txt', ENGLISH), ...lines('letter-en.txt', ENGLISH)],
      target: [
        ...lines('letter-es.txt', SPANISH),
        ...lines('contract_ES.txt', SPANISH),
        ...lines('x.txt', SPANISH),
      ],
    };
    const first = await align(files, FIELDS, 'once');
    expect(first.body.data.alignments.map((one) => [one.source_name, one.target_name])).toEqual([
      ['contract_EN.txt', 'contract_ES.txt'],
      ['letter-en.txt', 'letter-es.txt'],
    ]);
    expect(first.body.data.unmatched).toEqual(['x.txt']);
    expect((await align(files, FIELDS, 'once')).body).toEqual(first.body);
    expect((await align(both, FIELDS, 'once')).status).toBe(422);
    for (const { id } of first.body.data.alignments) {
      await ended(id);
      expect((await service.send('DELETE', `/v1/alignments/${id}`)).status).toBe(204);
      expect((await service.send('GET', `/v1/alignments/${id}`)).status).toBe(404);
    }
  });

  it('accepts nothing of files that are no translation, and exchanges those in the wrong order', async () => {
    const other = SPANISH.map(
      (_, n) => `Una receta de cocina con ${n + 20} gramos de harina y un poco de azúcar.`,
    );
    const wrong = await aligned({ source: both.source, target: lines('b.txt', other) });
    expect(wrong).toMatchObject({ accepted: 0, warnings: [{ code: 'not_a_translation' }] });
    const swapped = await aligned({ source: both.target, target: both.source });
    expect(swapped).toMatchObject({ source_name: 'a.en.txt', warnings: [{ code: 'languages_swapped' }] });
    expect(swapped.accepted).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ['an empty file', { source: [['a.txt', '']], target: both.target }, 'source'],
    ['a file without text', { source: both.source, target: [['a.txt', '\n \n']] }, 'target'],
    ['a memory, which is no document', { source: [['a.tmx', '<tmx/>']], target: both.target }, 'source'],
    ['a bilingual file', { source: both.source, target: [['b.po', 'msgid "A"\nmsgstr "B"\n']] }, 'target'],
    ['no target', { source: both.source, target: [] }, 'target'],
    ['too many texts', { source: [['a.txt', 'A text.\n'.repeat(20_001)]], target: both.target }, 'source'],
    [
      'names without a partner',
      { source: [...both.source, ['q.txt', 'A']], target: [['w.txt', 'B']] },
      'target',
    ],
  ] as const)('refuses %s', async (_, files, field) => {
    const { status, body } = await align(files);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('takes room of its account, and is refused where there is no more', async () => {
    await settings({ max_stored_mb: 1 });
    const large = lines('a.txt', ['A text. '.repeat(80_000)]);
    const { status, body } = await align({ source: large, target: large });
    expect([status, body.code]).toEqual([507, 'storage_full']);
    await settings({ max_stored_mb: null });
  });

  it("is among the account's events until it ends", async () => {
    const stopped = new AbortController();
    const response = await fetch(`${service.baseUrl}/v1/events`, {
      headers: { Authorization: `Bearer ${API_KEY}` },
      signal: stopped.signal,
    });
    const { body } = await align(both);
    const seen: unknown[] = [];
    for await (const { event, data } of parseEvents(response.body!)) {
      const { id, status } = JSON.parse(data) as AlignmentView;
      if (event !== 'alignment' || id !== body.data.id) continue;
      seen.push(status);
      if (status === 'done') break;
    }
    stopped.abort();
    expect(seen.at(-1)).toBe('done');
  });

  it('starts anew after a kill, is cancelled at any time, and kept for the days of the settings', async () => {
    const texts = Array.from({ length: 80 }, (_, n) => `${ENGLISH[n % 8]} It is number ${n}.`);
    const targets = Array.from({ length: 80 }, (_, n) => `${SPANISH[n % 8]} Es el número ${n}.`);
    const files = { source: lines('a.txt', texts), target: lines('b.txt', targets) };
    const [one, two] = [await align(files), await align(files)];
    const cancelled = await service.send<{ data: AlignmentView }>(
      'POST',
      `/v1/alignments/${two.body.data.id}/cancel`,
    );
    expect(cancelled.body.data.status).toBe('cancelled');
    expect((await service.send('GET', `/v1/alignments/${two.body.data.id}/pairs`)).status).toBe(409);
    await settings({ retention: { days: 7 } });
    await service.kill();
    const record = join(service.dataDir, 'alignments', two.body.data.id, 'alignment.json');
    const old = JSON.parse(await readFile(record, 'utf8')) as AlignmentView;
    await writeFile(record, JSON.stringify({ ...old, updated_at: '2020-01-01T00:00:00.000Z' }));
    await service.start();
    const done = await ended(one.body.data.id);
    expect(done.status).toBe('done');
    expect(done.accepted).toBeGreaterThan(60);
    expect((await service.send('GET', `/v1/alignments/${two.body.data.id}`)).status).toBe(404);
  }, 120_000);
});
