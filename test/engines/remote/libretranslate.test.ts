import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../service/engines/engine.ts';
import { createLibreTranslateEngine } from '../../../service/engines/libretranslate/engine.ts';
import { REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { libreReply, startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const KEY = 'libre-secret-0123456789';
const QUICK = { ...REQUEST_LIMITS, attempts: 3, firstMs: 1, maxMs: 2 };
const never = new AbortController().signal;

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function engine(reply: (seen: Seen) => Reply = libreReply): Promise<Engine> {
  server = await startRemote(reply);
  const { url } = server;
  return createLibreTranslateEngine(() => ({ url, key: KEY }), QUICK);
}

describe('the LibreTranslate engine', () => {
  it('sends a list as HTML with the server’s own codes of languages, and brings codes back', async () => {
    const session = await (await engine()).open({ from: 'en', to: 'pt-BR' });
    await expect(session.translate(['A &lt; B <1>bold</1><2/>', 'next'], {}, never)).resolves.toEqual([
      'A &lt; B <1>BOLD</1><2/>',
      'NEXT',
    ]);
    expect(server!.of('/translate')[0]!.body).toEqual({
      q: ['A &lt; B <span id="1">bold</span><img id="2">', 'next'],
      source: 'en',
      target: 'pb',
      format: 'html',
      api_key: KEY,
    });
  });

  it('has the directions that the server has, under their proper names', async () => {
    const { state, pairs } = await (await engine()).state();
    expect(state).toBe('ready');
    expect(pairs).toContainEqual({ from: 'en', to: 'zh-Hant', ready: true });
    expect(pairs).toContainEqual({ from: 'pt-BR', to: 'en', ready: true });
    expect(pairs).not.toContainEqual({ from: 'es', to: 'pt-BR', ready: true });
  });

  it('halves what is over the limit of the server', async () => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/translate' && (seen.body as { q: string[] }).q.length > 2
        ? { status: 400, json: { error: 'Invalid request: request (5) exceeds text limit (2)' } }
        : libreReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    await expect(session.translate(['a', 'b', 'c', 'd', 'e'], {}, never)).resolves.toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
    ]);
  });

  it('says that a key is missing or wrong, without showing one', async () => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/translate'
        ? { status: 400, json: { error: `Please contact the server operator to get an API key, not ${KEY}` } }
        : libreReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    const error: unknown = await session.translate(['a'], {}, never).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain('wants a key');
    expect((error as Error).message).not.toContain(KEY);
  });

  it('waits and asks again after an answer to slow down', async () => {
    const reply = (seen: Seen): Reply =>
      seen.path === '/translate' && seen.nth === 0
        ? { status: 429, json: { error: 'Slowdown: 80 per 1 minute' } }
        : libreReply(seen);
    const session = await (await engine(reply)).open({ from: 'en', to: 'es' });
    await expect(session.translate(['a'], {}, never)).resolves.toEqual(['A']);
  });

  it('is not ready where the server is down', async () => {
    const one = await engine(() => ({ status: 500, text: '' }));
    expect(await one.state()).toMatchObject({ state: 'unavailable', pairs: [{ ready: false }] });
  });
});
