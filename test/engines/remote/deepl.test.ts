import { afterEach, describe, expect, it } from 'vitest';
import { createDeeplEngine } from '../../../service/engines/deepl/engine.ts';
import type { Engine } from '../../../service/engines/engine.ts';
import { REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { deeplReply, startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const KEY = 'deepl-secret-0123456789:fx';
const QUICK = { ...REQUEST_LIMITS, attempts: 3, firstMs: 1, longestMs: 2 };
const never = new AbortController().signal;

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function engine(reply: (seen: Seen) => Reply = deeplReply): Promise<Engine> {
  server = await startRemote(reply);
  const { url } = server;
  return createDeeplEngine(() => ({ url, key: KEY }), QUICK);
}

const bodies = (): Record<string, unknown>[] =>
  server!.of('/v2/translate').map(({ body }) => body as Record<string, unknown>);

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

  it('has the pairs that the server tells, the likeliest region of a language first', async () => {
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

  it('uses a glossary again that an ended run has left on the server', async () => {
    let name = '';
    const reply = (seen: Seen): Reply => {
      if (seen.path !== '/v3/glossaries') return deeplReply(seen);
      if (seen.method === 'POST') ({ name } = seen.body as { name: string });
      const glossaries = name === '' ? [] : [{ name, glossary_id: 'left-there' }];
      return seen.method === 'GET' ? { json: { glossaries } } : deeplReply(seen);
    };
    const one = await engine(reply);
    const glossary = [{ term: 'a', translation: 'b' }];
    const pair = { from: 'en', to: 'es' };
    await (await one.open(pair)).translate(['a'], { glossary }, never);
    await (await one.open(pair)).translate(['a'], { glossary }, never);
    expect(bodies().map(({ glossary_id }) => glossary_id)).toEqual(['glossary-0', 'left-there']);
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
    server = await startRemote(deeplReply);
    const { url } = server;
    const state = await createDeeplEngine(() => ({ url }), QUICK).state();
    expect(state).toMatchObject({ state: 'unavailable' });
    expect(state.reason).toContain('INTERLINEAR_DEEPL_KEY');
    expect(server.seen).toEqual([]);
  });
});
