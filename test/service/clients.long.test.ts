import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../service/contract/api-limits.ts';
import type {
  AlignmentView,
  ClientResource,
  Concordance,
  MemoryMatches,
  NamedMemoryResource,
  Package,
  SegmentResource,
} from '../../service/contract/index.ts';
import { sdlppx, sdlxliff } from '../support/agency-packages.ts';
import { forget, importUnits, newClient, textsFoundIn } from '../support/clients.ts';
import { makeDocx } from '../support/office-files.ts';
import { createRandom } from '../support/random.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

const JSON_HEAD = { 'Content-Type': 'application/json' };

async function started(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startService(env);
  onTestFinished(async () => {
    await service.close();
  });
  return service;
}

function patch(service: TestService, path: string, body: object) {
  return service.send('PATCH', path, { headers: JSON_HEAD, body: JSON.stringify(body) });
}

describe('ten clients of a thousand units', () => {
  const CLIENTS = 10;
  const UNITS = 1_000;
  const LOOKUPS = 10_000;
  /** Half of the sources are the same for all, with another target for each. */
  const source = (client: number, n: number): string =>
    n % 2 === 0 ? `The shared door number ${n}` : `The door ${n} of house ${client}`;
  const target = (client: number, n: number): string => `Die T\u00fcr ${n} von Haus h${client}h`;

  it('are asked ten thousand times: nothing of another is answered, offered or learned', async () => {
    const service = await started();
    const clients: ClientResource[] = [];
    for (let c = 0; c < CLIENTS; c++) {
      const client = await newClient(service, `Client ${c}`);
      const units = Array.from({ length: UNITS }, (_, n) => [source(c, n), target(c, n)] as const);
      expect(await importUnits(service, client.id, units)).toMatchObject({ added: UNITS });
      clients.push(client);
    }
    const random = createRandom(44);
    const pick = (most: number): number => random.below(most);
    let [asked, answered, crossings] = [0, 0, 0];
    const check = (c: number, text: string | null): void => {
      const owner = /h(\d+)h/.exec(text ?? '')?.[1];
      if (owner !== undefined) answered++;
      if (owner !== undefined && Number(owner) !== c) crossings++;
    };
    const body = (c: number, count: number) => {
      // Now and then a source that only another client has.
      const segments = Array.from({ length: count }, () => ({
        text: source(pick(3) === 0 ? pick(CLIENTS) : c, pick(UNITS)),
      }));
      asked += count;
      return { from: 'en', to: 'de', engine: 'pseudo', client_id: clients[c]!.id, segments };
    };
    while (asked < LOOKUPS) {
      const c = pick(CLIENTS);
      const { body: job } = await service.post<{ data: Created }>(
        '/v1/translate/batch',
        body(c, LIMITS.batchSegments),
      );
      await service.ended(job.data.id, 'batch');
      const page = await service.get<{ segments: SegmentResource[] }>(
        `/v1/jobs/${job.data.id}/segments?limit=${LIMITS.batchSegments}`,
      );
      for (const { translated_text } of page.segments) check(c, translated_text);
      const texts = await service.post<{ data: { segments: SegmentResource[] } }>(
        '/v1/translate/segments',
        body(c, LIMITS.textsSegments),
      );
      for (const { translated_text } of texts.body.data.segments) check(c, translated_text);
      const query = new URLSearchParams({
        ...{ q: source(pick(CLIENTS), pick(UNITS)), from: 'en', to: 'de', client_id: clients[c]!.id },
      }).toString();
      const found = await service.get<MemoryMatches>(`/v1/memory/search?${query}`);
      const heard = await service.get<Concordance>(`/v1/memory/concordance?${query}`);
      for (const { target: text } of [...found.matches, ...heard.hits]) check(c, text);
      asked += 2;
    }
    expect({ crossings }).toEqual({ crossings: 0 });
    expect(answered).toBeGreaterThan(LOOKUPS / 2);
    const { clients: after } = await service.get<{ clients: ClientResource[] }>('/v1/clients');
    expect(after.map(({ units }) => units)).toEqual([0, ...clients.map(() => UNITS)]);
  });
});

describe('a forgotten client', () => {
  it('leaves nothing of a thousand planted strings, wherever they went', async () => {
    const asked: string[] = [];
    const remote = createServer((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (part: string) => (body += part));
      request.on('end', () => {
        asked.push(body);
        response.writeHead(200, JSON_HEAD);
        const message = { content: '["Eine Antwort von fern."]' };
        response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
      });
    });
    await new Promise<void>((resolve) => void remote.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void remote.close());
    const url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
    const service = await started({ INTERLINEAR_CHAT_URL: url, INTERLINEAR_CHAT_MODEL: 'm' });
    await newClient(service, 'Staying Ltd');
    const client = await newClient(service, 'Zanzibar Ltd');
    const planted: string[] = [];
    const word = (): string => {
      planted.push(`planted${planted.length.toString(36)}x${(planted.length * 7919).toString(36)}word`);
      return planted.at(-1)!;
    };
    const words = (count: number): string[] => Array.from({ length: count }, word);
    const mine = { client_id: client.id };
    const pseudo = { from: 'en', to: 'en-XA' };

    // A memory, of which a part is deleted: the undo keeps it.
    const units = words(300).map((one) => [`A ${one} here.`, `Ein ${word()} dort.`] as const);
    await importUnits(service, client.id, units);
    const deleted = await service.post<{ data: { deleted: number } }>('/v1/memory/units/delete', {
      ...{ q: 'planted1', from: 'en', to: 'de', ...mine },
    });
    expect(deleted.body.data.deleted).toBeGreaterThan(0);
    const memory = await service.post<{ data: NamedMemoryResource }>('/v1/memories', {
      ...{ name: word(), ...mine },
    });
    expect(memory.status).toBe(201);
    // Documents: names, texts, contexts, terms, comments, notes, edits, and what is learned from them.
    for (const name of ['txt', 'docx'] as const) {
      const texts = words(30);
      const content = name === 'txt' ? texts.join('\n') : new Uint8Array(await makeDocx(texts));
      const { body } = await service.upload(
        { name: `${word()}.${name}`, content },
        {
          ...{ ...pseudo, ...mine, context: word() },
          glossary: JSON.stringify([{ term: word(), translation: word() }]),
        },
      );
      const { id } = body.data;
      await service.ended(id);
      const segments = texts.map((_, index) => ({
        ...{ index, translated_text: `Edited ${word()}`, state: 'confirmed' },
        ...{ comment: word(), private_note: word() },
      }));
      expect((await patch(service, `/v1/jobs/${id}/segments`, { segments })).status).toBe(200);
      for (const way of ['preview', 'content', 'export?format=xliff', 'export?format=xlsx'])
        expect((await service.send('GET', `/v1/translate/documents/${id}/${way}`)).status).toBe(200);
    }
    // Answers of a remote engine are kept.
    for (const text of words(20))
      await service.post('/v1/translate/segments', {
        ...{ from: 'en', to: 'de', engine: 'chat', ...mine, segments: [{ text: `Say ${text}.` }] },
      });
    expect(asked.length).toBeGreaterThan(10);
    const dictionaries = [
      { ...pseudo, entries: words(50).map((term) => ({ term, translation: word(), note: word() })) },
    ];
    expect((await service.post('/v1/glossaries', { name: word(), dictionaries, ...mine })).status).toBe(201);
    const form = new FormData();
    for (const [field, value] of Object.entries({ from: 'en', to: 'es', ...mine })) form.append(field, value);
    form.append(
      'source',
      new Blob([
        words(20)
          .map((one) => `The ${one}.`)
          .join('\n'),
      ]),
      `${word()}_en.txt`,
    );
    form.append(
      'target',
      new Blob([
        words(20)
          .map((one) => `El ${one}.`)
          .join('\n'),
      ]),
      `${word()}_es.txt`,
    );
    const aligned = await service.send<{ data: AlignmentView }>('POST', '/v1/alignments', { body: form });
    expect(aligned.status).toBe(202);
    await service.send('GET', `/v1/alignments/${aligned.body.data.id}/events`);
    const bundle = new FormData();
    for (const [field, value] of Object.entries(mine)) bundle.append(field, value);
    const bilingual = sdlxliff(
      words(20).map((one) => ({ source: `Turn ${one}.`, target: `Drehe ${word()}.` })),
    );
    const parts = { [`en-XA/${word()}.sdlxliff`]: bilingual };
    bundle.append('file', new Blob([new Uint8Array(sdlppx(parts))]), `${word()}.sdlppx`);
    const sent = await service.send<{ data: Package }>('POST', '/v1/packages', { body: bundle });
    expect(sent.status).toBe(202);
    await expect
      .poll(async () => (await service.get<Package>(`/v1/packages/${sent.body.data.id}`)).status)
      .not.toBe('running');
    for (let n = 0; n < 30; n++)
      await service.send('PUT', `/v1/drafts/note-${n}?client_id=${client.id}`, {
        ...{ headers: JSON_HEAD, body: JSON.stringify(word()) },
      });
    await service.post('/v1/keys', {
      ...{ account_id: 'local', name: word(), scopes: ['translate'], ...mine },
    });
    await patch(service, `/v1/clients/${client.id}`, { defaults: { context: word(), tone: word() } });
    // It runs while its client is forgotten.
    const segments = Array.from({ length: LIMITS.batchSegments }, () => ({ text: `Run ${word()}` }));
    await service.post('/v1/translate/batch', { ...pseudo, ...mine, segments });

    expect(planted.length).toBeGreaterThan(1_000);
    expect((await textsFoundIn(service.dataDir, planted)).length).toBeGreaterThan(900);
    const { status, body } = await forget(service, client);
    expect(status).toBe(200);
    expect(body.data['jobs']).toBeGreaterThan(3);
    const names = [...planted, client.id, 'Zanzibar'];
    expect(await textsFoundIn(service.dataDir, names)).toEqual([]);
    await service.stop();
    expect(await textsFoundIn(service.dataDir, names)).toEqual([]);
    await service.start();
    expect(await textsFoundIn(service.dataDir, names)).toEqual([]);
  });

  it('is whole or gone after kill -9 at any moment of it', async () => {
    const service = await started();
    const [ROUNDS, STEP_MS] = [24, 4];
    const [whole, gone] = [[] as number[], [] as number[]];
    for (let round = 0; round < ROUNDS; round++) {
      const client = await newClient(service, `Round ${round} Ltd`);
      const planted = Array.from({ length: 30 }, (_, n) => `round${round}plant${n}word`);
      const units = planted.slice(0, 10).map((one) => [`A ${one}.`, `Ein ${one}.`] as const);
      await importUnits(service, client.id, units);
      const file = await service.upload(
        { name: `${planted[10]!}.txt`, content: planted.slice(11, 20).join('\n') },
        { from: 'en', to: 'en-XA', client_id: client.id },
      );
      await service.ended(file.body.data.id);
      await service.send('PUT', `/v1/drafts/a?client_id=${client.id}`, {
        ...{ headers: JSON_HEAD, body: JSON.stringify(planted[21]) },
      });
      const forgetting = forget(service, client).catch(() => undefined);
      await sleep(round * STEP_MS);
      await service.kill();
      await forgetting;
      await service.start();
      const { clients } = await service.get<{ clients: ClientResource[] }>('/v1/clients');
      const left = clients.find(({ id }) => id === client.id);
      if (left) {
        whole.push(round * STEP_MS);
        expect(left).toMatchObject({ jobs: 1, units: 10 });
        expect(
          (await service.send('GET', `/v1/translate/documents/${file.body.data.id}/content`)).status,
        ).toBe(200);
      } else {
        gone.push(round * STEP_MS);
        expect(await textsFoundIn(service.dataDir, planted)).toEqual([]);
        expect((await service.send('GET', `/v1/jobs/${file.body.data.id}`)).status).toBe(404);
      }
    }
    expect(gone.length).toBeGreaterThan(0);
    expect(whole.length + gone.length).toBe(ROUNDS);
  });
});
