import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {
  ClientEvent,
  ClientResource,
  Job,
  NamedMemoryResource,
  Problem,
  SegmentResource,
} from '../../service/contract/index.ts';
import { forget, importUnits, newClient, textsFoundIn } from '../support/clients.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

let service: TestService;
/** Requests to an engine on another machine, which this server stands for. */
let asked = 0;
const remote = createServer((_request, response) => {
  asked++;
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ choices: [{ message: { content: '["Von fern."]' } }] }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => void remote.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
  service = await startService({ INTERLINEAR_CHAT_URL: url, INTERLINEAR_CHAT_MODEL: 'm' });
});
afterAll(async () => {
  await service.close();
  remote.close();
});

type Text = SegmentResource & { origin: string };
const TEXTS = { from: 'en', to: 'en-XA' };
const textsAtOnce = async (text: string, fields: object = {}, key?: string) =>
  service.post<{ data: { segments: Text[] } } & Problem>(
    '/v1/translate/segments',
    { ...TEXTS, segments: [{ text }], ...fields },
    ...(key === undefined ? [] : [key]),
  );
const batch = async (fields: object, text = 'The red house.', key?: string) =>
  service.post<{ data: Created } & Problem>(
    '/v1/translate/batch',
    { ...TEXTS, segments: [{ text }], ...fields },
    ...(key === undefined ? [] : [key]),
  );
const show = (id: string) => service.get<ClientResource>(`/v1/clients/${id}`);
const change = (id: string, change: object) =>
  service.send<{ data: ClientResource } & Problem>('PATCH', `/v1/clients/${id}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
const confirm = (id: string, translated_text: string) =>
  service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [{ index: 0, translated_text, state: 'confirmed' }] }),
  });
const log = async (id: string) =>
  (await service.get<{ events: ClientEvent[] }>(`/v1/clients/${id}/log`)).events;

describe('clients', () => {
  it('begin as General, which stays and owns what names no other', async () => {
    const { clients } = await service.get<{ clients: ClientResource[] }>('/v1/clients');
    expect(clients).toMatchObject([
      { id: 'general', name: 'General', engines: 'any', memories: [{ use: 'learn' }], retention_days: null },
    ]);
    const { body } = await batch({});
    expect(await service.job(body.data.id, 'batch')).toMatchObject({ client_id: 'general' });
    expect((await forget(service, { id: 'general', name: 'General' })).status).toBe(409);
  });

  it('have names that are unique in any case, and what they are made with', async () => {
    const made = await newClient(service, ' Ärzte ', { engines: 'offline', retention_days: 9 });
    expect(made).toMatchObject({ name: 'Ärzte', engines: 'offline', retention_days: 9, jobs: 0, units: 0 });
    expect((await service.post('/v1/clients', { name: 'ÄRZTE' })).status).toBe(409);
    for (const bad of [{}, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 'a', engines: ['none'] }])
      expect((await service.post('/v1/clients', bad)).status).toBe(400);
    const twice = [made.memories[0]!, { ...made.memories[0]!, id: 'other' }];
    expect((await change(made.id, { memories: twice })).status).toBe(400);
    expect((await change(made.id, { memories: [{ id: 'other', use: 'read' }] })).status).toBe(400);
    expect((await change(made.id, { defaults: { format_options: { nothing: 1 } } })).status).toBe(400);
    expect((await change(made.id, { name: 'Praxis', memories: [] })).body.data).toMatchObject({
      name: 'Praxis',
      memories: [],
      engines: 'offline',
    });
    expect((await service.send('GET', '/v1/clients/none')).status).toBe(404);
  });

  it('learn for themselves alone: no unit, glossary or job of one is another’s', async () => {
    const [one, other] = [await newClient(service, 'One'), await newClient(service, 'Other')];
    const { body } = await batch({ client_id: one.id });
    await service.ended(body.data.id, 'batch');
    expect((await confirm(body.data.id, 'Das rote Haus.')).status).toBe(200);
    const answers = await Promise.all(
      [one.id, other.id, 'general'].map(async (client_id) => {
        const answer = await textsAtOnce('The red house.', { client_id });
        return answer.body.data.segments[0]!.translated_text;
      }),
    );
    expect(answers[0]).toBe('Das rote Haus.');
    expect(answers[1]).not.toContain('rote');
    expect(answers[2]).toBe(answers[1]);
    const jobsOf = async (client: string) =>
      (await service.get<{ jobs: Job[] }>(`/v1/jobs?client_id=${client}`)).jobs.map(({ id }) => id);
    expect(await jobsOf(one.id)).toEqual([body.data.id]);
    expect(await jobsOf(other.id)).toEqual([]);
    expect(await jobsOf('all')).toContain(body.data.id);
    const { memories } = await service.get<{ memories: NamedMemoryResource[] }>(
      `/v1/memories?client_id=${one.id}`,
    );
    expect(memories).toMatchObject([{ name: 'One', use: 'learn', units: 1, own: true, client_id: one.id }]);
    expect((await textsAtOnce('x', { client_id: other.id, memory_id: memories[0]!.id })).status).toBe(400);
    expect((await change(other.id, { memories: [{ id: memories[0]!.id, use: 'read' }] })).status).toBe(400);
    const glossary = await service.post<{ data: { id: string } }>('/v1/glossaries', {
      client_id: one.id,
      name: 'Words',
      dictionaries: [{ ...TEXTS, entries: [{ term: 'door', translation: 'Pforte' }] }],
    });
    expect((await show(one.id)).glossary_ids).toEqual([glossary.body.data.id]);
    const doors = await textsAtOnce('The door.', { client_id: one.id });
    expect(doors.body.data.segments[0]!.translated_text).toContain('Pforte');
    expect((await textsAtOnce('x', { client_id: other.id, glossary_id: glossary.body.data.id })).status).toBe(
      400,
    );
    expect((await service.send('GET', `/v1/glossaries/${glossary.body.data.id}`)).status).toBe(200);
  });

  it('are looked up without a crossing: 5 of them, 40 units each, 400 texts', async () => {
    const clients: ClientResource[] = [];
    for (let n = 0; n < 5; n++) {
      const client = await newClient(service, `Crossing ${n}`);
      clients.push(client);
      const units = Array.from({ length: 40 }, (_, i) => [`Sentence ${i}.`, `Satz ${i} von ${n}.`] as const);
      expect(await importUnits(service, client.id, units)).toMatchObject({ added: 40 });
    }
    const crossings: string[] = [];
    for (let i = 0; i < 40; i++) {
      const [n, first] = [i % 5, (i * 7) % 31];
      const numbers = Array.from({ length: 10 }, (_, k) => first + k);
      const { body } = await service.post<{ data: { segments: Text[] } }>('/v1/translate/segments', {
        ...{ from: 'en', to: 'de', engine: 'pseudo', client_id: clients[n]!.id },
        segments: numbers.map((k) => ({ text: `Sentence ${k}.` })),
      });
      for (const [k, { translated_text }] of body.data.segments.entries())
        if (translated_text !== `Satz ${numbers[k]!} von ${n}.`) crossings.push(translated_text ?? '');
    }
    expect(crossings).toEqual([]);
  });

  it('whose key is bound to one: it finds nothing of another, and dies with its own', async () => {
    const client = await newClient(service, 'Bound');
    const { body } = await service.post<{ data: { key: string } }>('/v1/keys', {
      ...{ account_id: 'local', name: 'k', scopes: ['translate'], client_id: client.id },
    });
    const { key } = body.data;
    const [own, generals] = [(await batch({}, 'Own.', key)).body.data, (await batch({})).body.data];
    expect(await service.ended(own.id, 'batch', key)).toMatchObject({ client_id: client.id });
    const confirmed = { index: 0, translated_text: 'Eigen.', state: 'confirmed' };
    await service.send('PATCH', `/v1/translate/batch/${own.id}/segments`, {
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [confirmed] }),
    });
    expect(await service.get('/v1/memory/units', key)).toMatchObject({ units: [{ created_by: 'k' }] });
    for (const path of ['', '/segments', '/events'])
      expect((await service.send('GET', `/v1/jobs/${generals.id}${path}`, { key })).status).toBe(404);
    expect((await service.send('GET', `/v1/translate/batch/${generals.id}`, { key })).status).toBe(404);
    expect((await service.send('GET', '/v1/clients/general', { key })).status).toBe(404);
    expect((await batch({ client_id: 'general' }, 'x', key)).status).toBe(403);
    expect((await batch({ client_id: client.id }, 'x', key)).status).toBe(202);
    const { jobs } = await service
      .get<{ jobs: Job[] }>('/v1/jobs?client_id=all', key)
      .catch(() => ({ jobs: [] }));
    expect(jobs.every(({ client_id }) => client_id === client.id)).toBe(true);
    expect((await service.send('GET', '/v1/keys', { key })).status).toBe(403);
    expect((await forget(service, client)).status).toBe(200);
    expect((await service.send('GET', '/v1/clients', { key })).status).toBe(401);
  });

  it('that are offline send nothing: an engine named or routed to is refused', async () => {
    const client = await newClient(service, 'Quiet', { engines: 'offline' });
    const named = await batch({ from: 'en', to: 'de', engine: 'chat', client_id: client.id });
    expect([named.status, named.body.reason]).toEqual([403, 'engine_not_allowed']);
    await service.send('PATCH', '/v1/engines/chat', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ enabled: true, order: 0 }),
    });
    onTestFinished(async () => {
      await service.send('PATCH', '/v1/engines/chat', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ enabled: false }),
      });
    });
    asked = 0;
    const routed = await textsAtOnce('The red house is old.', { from: 'en', to: 'is', client_id: client.id });
    expect([routed.status, routed.body.reason]).toEqual([403, 'engine_not_allowed']);
    expect(asked).toBe(0);
    expect((await show(client.id)).jobs).toBe(0);
    expect((await textsAtOnce('The red house is old.', { from: 'en', to: 'is' })).status).not.toBe(403);
    expect(asked).toBeGreaterThan(0);
    expect((await change(client.id, { engines: ['pseudo'] })).status).toBe(200);
    expect((await textsAtOnce('A.', { client_id: client.id })).status).toBe(200);
    expect(await log('general')).toContainEqual(
      expect.objectContaining({ event: 'text_sent', engine: 'chat', hosts: ['127.0.0.1'] }),
    );
    expect((await log(client.id)).filter(({ event }) => event === 'text_sent')).toEqual([]);
  });

  it('have defaults, for what a request leaves out and a format has', async () => {
    const client = await newClient(service, 'Defaults', {
      defaults: { context: 'Garden', format_options: { segmentation: 'sentence', columns: 'all' } },
    });
    const content = 'One sentence. And another one.\n';
    const made = await service.upload({ name: 'a.txt', content }, { ...TEXTS, client_id: client.id });
    expect(made.body.data.segment_count).toBe(2);
    expect((await service.ended(made.body.data.id)).options).toMatchObject({
      context: 'Garden',
      format: { segmentation: 'sentence' },
    });
  });

  it('have a log without any text, also as a table that no spreadsheet calculates', async () => {
    const client = await newClient(service, 'Logged');
    const { body } = await batch({ client_id: client.id }, 'A secret text.');
    await service.ended(body.data.id, 'batch');
    await confirm(body.data.id, 'Geheim.');
    await service.send('GET', `/v1/jobs/${body.data.id}/export?format=tmx`);
    await service.send('DELETE', `/v1/translate/batch/${body.data.id}`);
    const events = await log(client.id);
    expect(events.map(({ event }) => event)).toEqual(['job_created', 'confirmed', 'exported', 'job_deleted']);
    expect(events[0]).toMatchObject({ job_id: body.data.id, engine: 'pseudo' });
    expect(events.every(({ hosts }) => hosts?.length === 0)).toBe(true);
    expect(events[0]!.key_id).toMatch(/^environment/);
    expect(JSON.stringify(events)).not.toMatch(/secret|Geheim/);
    const csv = await service.send('GET', `/v1/clients/${client.id}/log?format=csv`);
    const [heading, first] = csv.bytes.toString().split('\r\n');
    expect(heading).toBe('\ufeffat,event,job_id,key_id,engine,hosts,segments');
    expect(first).toContain(',job_created,');
  });

  it('are forgotten for good, by name, with all that they had', async () => {
    const client = await newClient(service, 'Zanzibar Ltd');
    const planted = Array.from({ length: 40 }, (_, n) => `planted${n}word`);
    await importUnits(
      service,
      client.id,
      planted.slice(0, 20).map((word) => [`A ${word}.`, `Ein ${word}.`] as const),
    );
    const file = await service.upload(
      { name: `${planted[20]!}.txt`, content: planted.slice(21, 30).join('\n') },
      { ...TEXTS, client_id: client.id, context: planted[30]! },
    );
    await service.ended(file.body.data.id);
    await confirm(file.body.data.id, `Done ${planted[31]!}`);
    await service.send('PUT', `/v1/drafts/notes?client_id=${client.id}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(planted[32]),
    });
    await service.post('/v1/glossaries', {
      ...{ client_id: client.id, name: planted[33] },
      dictionaries: [{ ...TEXTS, entries: [{ term: planted[34], translation: planted[35] }] }],
    });
    await service.post('/v1/keys', {
      ...{ account_id: 'local', name: planted[36], scopes: ['translate'], client_id: client.id },
    });
    // It runs while its client is forgotten.
    const running = await batch({ client_id: client.id }, planted.slice(37).join(' '));
    const found = await textsFoundIn(service.dataDir, planted);
    expect(found.length).toBeGreaterThan(30);
    const withoutName = await service.send('DELETE', `/v1/clients/${client.id}`);
    expect(withoutName.status).toBe(400);
    expect((await forget(service, { ...client, name: 'Zanzibar' })).status).toBe(400);
    const { status, body } = await forget(service, client);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ jobs: 2, memories: 1, units: 20, glossaries: 1, drafts: 1 });
    expect(await textsFoundIn(service.dataDir, [...planted, client.id, 'Zanzibar'])).toEqual([]);
    expect((await service.send('GET', `/v1/translate/batch/${running.body.data.id}`)).status).toBe(404);
    expect((await service.send('GET', `/v1/clients/${client.id}`)).status).toBe(404);
    expect((await batch({ client_id: client.id })).status).toBe(400);
  });

  it('outlive a restart', async () => {
    const client = await newClient(service, 'Lasting', { defaults: { tone: 'formal' } });
    await importUnits(service, client.id, [['A lasting house.', 'Ein Haus, das bleibt.']]);
    await service.stop();
    await service.start();
    expect(await show(client.id)).toMatchObject({ name: 'Lasting', units: 1, defaults: { tone: 'formal' } });
    const { body } = await textsAtOnce('A lasting house.', {
      ...{ from: 'en', to: 'de', engine: 'pseudo', client_id: client.id },
    });
    expect(body.data.segments[0]).toMatchObject({
      translated_text: 'Ein Haus, das bleibt.',
      origin: 'memory',
    });
  });
});
