import { afterEach, describe, expect, it } from 'vitest';
import { findLocalServers } from '../../../service/engines/chat/local-servers.ts';
import { startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const open: RemoteServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function portOf(reply: (seen: Seen) => Reply): Promise<number> {
  const server = await startRemote(reply);
  open.push(server);
  return Number(new URL(server.url).port);
}

/** A port where nothing listens any more. */
async function freePort(): Promise<number> {
  const server = await startRemote(() => ({ json: {} }));
  await server.close();
  return Number(new URL(server.url).port);
}

const models = (...ids: unknown[]): Reply => ({ json: { object: 'list', data: ids.map((id) => ({ id })) } });

describe('servers of language models on this machine', () => {
  it('are found with their models, translation models named', async () => {
    const ollama = await portOf(({ path }) =>
      path === '/api/tags'
        ? {
            json: {
              models: [
                { name: 'translategemma:4b' },
                { name: 'gemma3:4b' },
                { name: 'nomic-embed-text:latest' },
                { name: 'gpt-oss:120b-cloud', remote_host: 'https://ollama.com:443' },
              ],
            },
          }
        : { status: 404, text: '404 page not found' },
    );
    const vllm = await portOf(({ path }) =>
      path === '/v1/models' ? models('tencent/Hy-MT2-7B') : { status: 404, json: {} },
    );
    const none = await freePort();
    await expect(
      findLocalServers({ ollama, 'lm-studio': none, 'llama.cpp': none, vllm }),
    ).resolves.toMatchObject([
      {
        kind: 'ollama',
        name: 'Ollama',
        url: `http://127.0.0.1:${ollama}`,
        models: [
          { id: 'translategemma:4b', profile: 'TranslateGemma', elsewhere: false },
          { id: 'gemma3:4b', elsewhere: false },
          { id: 'gpt-oss:120b-cloud', elsewhere: true },
        ],
      },
      { kind: 'vllm', models: [{ id: 'tencent/Hy-MT2-7B', profile: 'Hy-MT2' }] },
    ]);
  });

  it('are left out where something else listens, however it answers', async () => {
    const deep = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const ports = {
      ollama: await portOf(() => ({ text: '<html>Sign in</html>' })),
      'lm-studio': await portOf(() => ({
        status: 302,
        headers: { Location: 'http://127.0.0.1:1/' },
        text: '',
      })),
      'llama.cpp': await portOf(() => ({ text: deep })),
      vllm: await portOf(() => models('a', 'b'.repeat(300), 5, null, 'c\u0000d', '')),
    };
    await expect(findLocalServers(ports)).resolves.toMatchObject([{ kind: 'vllm', models: [{ id: 'a' }] }]);
    const huge = await portOf(() => models('x'.repeat(2_000_000)));
    await expect(findLocalServers({ ...ports, vllm: huge })).resolves.toEqual([]);
  });

  it('that take a connection and never answer are given up', async () => {
    const silent = await portOf(() => ({ raw: () => undefined }));
    const none = await freePort();
    const signal = AbortSignal.timeout(100);
    await expect(
      findLocalServers({ ollama: silent, 'lm-studio': none, 'llama.cpp': none, vllm: none }, signal),
    ).resolves.toEqual([]);
  });
});
