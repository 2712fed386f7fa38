import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeeplEngine } from '../../../service/engines/deepl/engine.ts';
import type { Engine } from '../../../service/engines/engine.ts';
import { REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { createChunkSizer } from '../../../service/jobs/run/chunk-sizer.ts';
import { deeplDescription } from '../../support/deepl-description.ts';
import { gate } from '../../support/gate.ts';
import { deeplReply as plainReply, startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const KEY = 'deepl-secret-0123456789:fx';
const QUICK = { ...REQUEST_LIMITS, attempts: 3, firstMs: 1, maxMs: 2 };
const never = new AbortController().signal;

/** All that is asked and answered in these tests is held against it, where it is at hand. */
const description = deeplDescription();
const faults: string[] = [];
const note = (what: string, seen: Seen, fault: string | undefined): void => {
  if (fault !== undefined) faults.push(`${what} ${seen.method} ${seen.path}: ${fault}`);
};

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  vi.useRealTimers();
  expect(faults.splice(0)).toEqual([]);
});

function deeplReply(seen: Seen): Reply {
  const reply = plainReply(seen);
  note('The answer to', seen, description?.faultOfReply(seen, reply));
  return reply;
}

const start = (reply: (seen: Seen) => Reply | Promise<Reply>): Promise<RemoteServer> =>
  startRemote((seen) => {
    note('The request', seen, description?.faultOfRequest(seen));
    return reply(seen);
  });

async function engine(reply: (seen: Seen) => Reply = deeplReply): Promise<Engine> {
  server = await start(reply);
  const { url } = server;
  return createDeeplEngine(() => ({ url, key: KEY }), QUICK);
}

const bodies = (): Record<string, unknown>[] =>
  server!.of('/v2/translate').map(({ body }) => body as Record<string, unknown>);

describe.skipIf(!description)('DeepL’s own description of its API', () => {
  const headers = { authorization: `DeepL-Auth-Key ${KEY}` };
  const body = { text: ['a'], target_lang: 'ES', formality: 'prefer_more' };
  const good: Seen = { method: 'POST', path: '/v2/translate', headers, body, nth: 0 };

  it('lets pass what it names', () => {
    expect(description!.faultOfRequest(good)).toBeUndefined();
    expect(description!.faultOfReply(good, { json: { translations: [{ text: 'A' }] } })).toBeUndefined();
  });

  it.each([
    ['a member of its own', { body: { ...body, tone: 'x' } }],
    ['a member of another type', { body: { ...body, text: 'a' } }],
    ['a value that there is not', { body: { ...body, formality: 'formal' } }],
    ['a member that is missing', { body: { text: ['a'] } }],
    ['no key', { headers: {} }],
    ['a path that there is not', { path: '/v2/translations' }],
    [
      'a parameter that there is not',
      { path: '/v3/languages?resource=translate_text&type=source', method: 'GET' },
    ],
    ['a value of a parameter that there is not', { path: '/v3/languages?resource=text', method: 'GET' }],
  ])('finds a request with %s', (_what, change) => {
    expect(description!.faultOfRequest({ ...good, ...change })).toBeDefined();
  });

  it('finds an answer of another form, or of a status that there is not', () => {
    expect(description!.faultOfReply(good, { json: { translations: ['A'] } })).toBeDefined();
    expect(description!.faultOfReply(good, { status: 418, json: {} })).toBeDefined();
  });
});

describe('the DeepL engine', () => {
  it('sends texts as XML with the languages as DeepL writes them, and brings codes back', async () => {
    const session = await (await engine()).open({ from: 'en', to: 'pt-BR' });
    await expect(session.translate(['A &lt; B <1>bold</1><2/>'], {}, never)).resolves.toEqual([
      'A &lt; B <1>BOLD</1><2/>',
    ]);
    expect(server!.of('/v2/translate')[0]!.headers.authorization).toBe(`DeepL-Auth-Key ${KEY}`);
    expect(bodies()[0]).toMatchObject({
      source_lang: 'EN',
      target_lang: 'PT-BR',
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      text: ['A &lt; B <g id="1">bold</g><x id="2"/>'],
    });
  });

  it("has the server's pairs, the likeliest region of a language first", async () => {
    const { state, pairs } = await (await engine()).state();
    expect(state).toBe('ready');
    const into = pairs.filter(({ from }) => from === 'de').map(({ to }) => to);
    expect(into).toEqual(expect.arrayContaining(['en-US', 'en-GB', 'pt-BR', 'zh-Hans']));
    expect(into.indexOf('en-US')).toBeLessThan(into.indexOf('en-GB'));
    expect(pairs.some(({ from, to }) => from === 'en' && to.startsWith('en'))).toBe(false);
  });

  it('asks for a formality that a language without one does not refuse, and gives the context', async () => {
    const session = await (await engine()).open({ from: 'en', to: 'de' });
    await session.translate(['a'], { tone: 'formal', context: 'A letter' }, never);
    await session.translate(['a'], { tone: 'informal' }, never);
    await session.translate(['a'], { tone: 'default' }, never);
    expect(bodies().map(({ formality }) => formality)).toEqual(['prefer_more', 'prefer_less', undefined]);
    expect(bodies()[0]).toMatchObject({ context: 'A letter' });
  });

  it('makes a glossary once for all requests that use it, and removes it when the direction is closed', async () => {
    const session = await (await engine()).open({ from: 'en', to: 'es' });
    const glossary = [{ term: 'sea\tlevel', translation: 'nivel del mar' }];
    await session.translate(['a'], { glossary }, never);
    await session.translate(['b'], { glossary }, never);
    const made = server!.of('/v3/glossaries').filter(({ method }) => method === 'POST');
    expect(made.map(({ body }) => body)).toMatchObject([
      {
        dictionaries: [
          {
            source_lang: 'en',
            target_lang: 'es',
            entries: 'sea level\tnivel del mar',
            entries_format: 'tsv',
          },
        ],
      },
    ]);
    expect(bodies().map(({ glossary_id }) => glossary_id)).toEqual(['glossary-0', 'glossary-0']);
    await session.close();
    expect(server!.of('/v3/glossaries/glossary-0').map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('goes without a glossary for a language that DeepL has none for', async () => {
    const one = await engine((seen) => {
      const reply = deeplReply(seen);
      if (!seen.path.startsWith('/v3/languages') || !('json' in reply)) return reply;
      const languages = reply.json as { lang: string }[];
      return { json: languages.map((item) => (item.lang === 'es' ? { ...item, features: {} } : item)) };
    });
    const glossary = [{ term: 'sea', translation: 'mar' }];
    await (await one.open({ from: 'en', to: 'es' })).translate(['a'], { glossary }, never);
    await (await one.open({ from: 'en', to: 'de' })).translate(['a'], { glossary }, never);
    expect(bodies().map(({ glossary_id }) => glossary_id)).toEqual([undefined, 'glossary-0']);
  });

  it('gets texts by the page also where each answer takes its time', async () => {
    const { batchChars } = (await engine()).capabilities;
    const sizer = createChunkSizer();
    const sentences = Array.from({ length: 100 }, () => ({ chars: 60 }));
    sizer.measured('deepl', sentences.slice(0, 4), 2_000, batchChars);
    sizer.measured('deepl', sentences.slice(0, 16), 2_000, batchChars);
    expect(sizer.next('deepl', sentences)).toBeGreaterThan(30);
  });

  describe('glossaries', () => {
    const pair = { from: 'en', to: 'es' };
    const entries = { glossary: [{ term: 'a', translation: 'b' }] };
    const made = (): Seen[] => server!.of('/v3/glossaries').filter(({ method }) => method === 'POST');

    /** The engine with a server that says when it removes a glossary. */
    async function watched(reply: (seen: Seen) => Reply | Promise<Reply>, lingerMs?: number) {
      const removed = gate();
      server = await start((seen) => {
        if (seen.method === 'DELETE') removed.open();
        return reply(seen);
      });
      const { url } = server;
      return { engine: createDeeplEngine(() => ({ url, key: KEY }), QUICK, lingerMs), removed };
    }
    const deleted = (): string[] =>
      server!.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

    it('are removed when nobody uses them any more, and made again for the next who does', async () => {
      const { engine: quick, removed } = await watched(deeplReply, 1);
      const session = await quick.open(pair);
      await session.translate(['a'], entries, never);
      await removed.passed;
      expect(deleted()).toEqual(['/v3/glossaries/glossary-0']);
      await session.translate(['a'], entries, never);
      expect(bodies().map(({ glossary_id }) => glossary_id)).toEqual(['glossary-0', 'glossary-1']);
    });

    it('stay while texts are under way with them', async () => {
      const asked = gate();
      const answer = gate();
      const { engine: quick, removed } = await watched(async (seen) => {
        if (seen.path === '/v2/translate' && seen.nth === 0) {
          asked.open();
          await answer.passed;
        }
        return deeplReply(seen);
      }, 1);
      const session = await quick.open(pair);
      const slow = session.translate(['slow'], entries, never);
      await asked.passed;
      await session.translate(['a'], entries, never);
      const other = { glossary: [{ term: 'c', translation: 'd' }] };
      await session.translate(['c'], other, never);
      await removed.passed;
      expect(deleted()).toEqual(['/v3/glossaries/glossary-1']);
      answer.open();
      await slow;
    });

    it.each([
      ['', []],
      [', and serve others that want them', ['b']],
    ])('are removed also where a job is cancelled before they are made%s', async (_what, others) => {
      const asked = gate();
      const answer = gate();
      const { engine: quick, removed } = await watched(async (seen) => {
        if (seen.path === '/v3/glossaries' && seen.method === 'POST') {
          asked.open();
          await answer.passed;
        }
        return deeplReply(seen);
      }, 1);
      const session = await quick.open(pair);
      const job = new AbortController();
      const cancelled = session.translate(['a'], entries, job.signal);
      const rest = others.map((text) => session.translate([text], entries, never));
      await asked.passed;
      job.abort(new Error('cancelled'));
      await expect(cancelled).rejects.toThrow('cancelled');
      answer.open();
      await expect(Promise.all(rest)).resolves.toEqual(others.map((text) => [text.toUpperCase()]));
      await removed.passed;
      expect(made()).toHaveLength(1);
      expect(deleted()).toEqual(['/v3/glossaries/glossary-0']);
    });

    it('are not shared with other programs that have the same key', async () => {
      const one = await engine();
      const [mine, theirs] = [await one.open(pair), await one.open(pair)];
      await mine.translate(['a'], entries, never);
      await theirs.translate(['a'], entries, never);
      const names = made().map(({ body }) => (body as { name: string }).name);
      expect(new Set(names).size).toBe(2);
      await mine.close();
      expect(deleted()).toEqual(['/v3/glossaries/glossary-0']);
      await theirs.close();
    });

    it('of a program that was killed are removed a day later, and those of people and of others stay', async () => {
      const hours = (ago: number): string => new Date(Date.now() - ago * 3_600_000).toISOString();
      const ours = `interlinear-${'0'.repeat(32)}`;
      const there = [
        { name: ours, glossary_id: 'in-use', creation_time: hours(23) },
        { name: 'interlinear-terms', glossary_id: 'of-people', creation_time: hours(99) },
        { name: ours, glossary_id: 'left', creation_time: hours(25) },
      ];
      const { engine: one, removed } = await watched((seen) =>
        seen.path === '/v3/glossaries' && seen.method === 'GET'
          ? { json: { glossaries: there } }
          : deeplReply(seen),
      );
      const session = await one.open(pair);
      await session.translate(['a'], entries, never);
      await removed.passed;
      await session.close();
      expect(deleted()).toEqual(['/v3/glossaries/left', '/v3/glossaries/glossary-0']);
    });

    it('are made anew before they are so old, and where somebody has removed them', async () => {
      const session = await (
        await engine((seen) =>
          (seen.body as { glossary_id?: string } | undefined)?.glossary_id === 'glossary-1' && seen.nth > 2
            ? { status: 404, json: { message: 'Glossary not found' } }
            : deeplReply(seen),
        )
      ).open(pair);
      await session.translate(['a'], entries, never);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
      await session.translate(['a'], entries, never);
      vi.useRealTimers();
      await session.translate(['a'], entries, never);
      await expect(session.translate(['a'], entries, never)).resolves.toEqual(['A']);
      const used = ['glossary-0', 'glossary-1', 'glossary-1', 'glossary-1', 'glossary-2'];
      expect(bodies().map(({ glossary_id }) => glossary_id)).toEqual(used);
      await session.close();
    });
  });

  it('splits what is more than a request may hold: 50 texts, 128 KiB', async () => {
    const session = await (await engine()).open({ from: 'en', to: 'es' });
    const texts = [
      ...Array.from({ length: 60 }, (_, n) => `text ${n}`),
      ...Array.from({ length: 3 }, () => 'é'.repeat(30_000)),
    ];
    const answers = await session.translate(texts, {}, never);
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
    for (const body of bodies()) {
      expect((body['text'] as string[]).length).toBeLessThanOrEqual(50);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(128 * 1024);
    }
  });

  it('halves what the server finds too large', async () => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/v2/translate' && (seen.body as { text: string[] }).text.length > 1
        ? { status: 413, json: { message: 'Request Entity Too Large' } }
        : deeplReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    await expect(session.translate(['a', 'b', 'c'], {}, never)).resolves.toEqual(['A', 'B', 'C']);
  });

  it.each([429, 500, 504, 529])('asks again after a %i', async (status) => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/v2/translate' && seen.nth === 0 ? { status, text: '' } : deeplReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    await expect(session.translate(['a'], {}, never)).resolves.toEqual(['A']);
  });

  it.each([
    [456, /quota/],
    [403, /key/],
    [401, /key/],
  ])('does not ask again after a %i, and says why', async (status, why) => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/v2/translate' ? { status, json: { message: `No: ${KEY}` } } : deeplReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    const error: unknown = await session.translate(['a'], {}, never).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(why);
    expect((error as Error).message).not.toContain(KEY);
    expect(bodies()).toHaveLength(1);
  });

  it('believes no answer with another number of texts', async () => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/v2/translate' ? { json: { translations: [{ text: 'A' }] } } : deeplReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    await expect(session.translate(['a', 'b'], {}, never)).rejects.toMatchObject({ retryable: true });
  });

  it('says that it has no key, and asks nobody', async () => {
    server = await start(deeplReply);
    const { url } = server;
    const state = await createDeeplEngine(() => ({ url }), QUICK).state();
    expect(state).toMatchObject({ state: 'unavailable' });
    expect(state.reason).toContain('INTERLINEAR_DEEPL_KEY');
    expect(server.seen).toEqual([]);
  });
});
