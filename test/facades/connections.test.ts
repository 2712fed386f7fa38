import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import type { Integrations } from '../../service/contract/index.ts';
import { libreReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

const EXTENSION = 'moz-extension://1f2e3d4c-0000-4000-8000-abcdefabcdef';

interface Made {
  id: string;
  address: string;
}

let service: TestService;
let remote: RemoteServer;
beforeAll(async () => {
  remote = await startRemote(libreReply);
  service = await startService(
    { INTERLINEAR_LIBRETRANSLATE_URL: remote.url },
    { args: ['--allowed-origin', EXTENSION] },
  );
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['libretranslate'] }),
  });
});
afterAll(async () => {
  await service.close();
  await remote.close();
});

async function make(name: string): Promise<Made> {
  return (await service.post<{ data: Made }>('/v1/connections', { name })).body.data;
}

async function post(address: string, body: object): Promise<[number, unknown]> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}

describe('a connection', () => {
  it('translates texts in three shapes, without a key', async () => {
    const { address } = await make('Immersive');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/[\w-]+\/translate$/);
    expect(await post(address, { q: 'A house', source: 'en', target: 'es' })).toEqual([
      200,
      { translatedText: 'A HOUSE' },
    ]);
    expect(await post(address, { text: 'A house', source_lang: 'EN', target_lang: 'ES' })).toMatchObject([
      200,
      { code: 200, data: 'A HOUSE' },
    ]);
    const list = {
      source_lang: 'en',
      target_lang: 'es',
      text_list: ['A <b0>red</b0> house', 'Page {0} of many'],
    };
    expect(await post(address, list)).toEqual([
      200,
      {
        translations: [
          { detected_source_lang: 'en', text: 'A <b0>RED</b0> HOUSE' },
          { detected_source_lang: 'en', text: 'PAGE {0} OF MANY' },
        ],
      },
    ]);
    expect(await post(address, { text: 'a', target_lang: 'ZZ' })).toMatchObject([400, { code: 400 }]);
  });

  it('opens nothing else, and no key opens it', async () => {
    const { address } = await make('Narrow');
    const token = address.split('/').at(-2)!;
    expect((await service.send('GET', '/v1/languages', { key: token })).status).toBe(403);
    expect((await fetch(address.replace(/translate$/, 'detect'), { method: 'POST' })).status).toBe(404);
    const headers = { Authorization: `DeepL-Auth-Key ${token}` };
    expect((await fetch(`${service.baseUrl}/v2/usage`, { headers })).status).toBe(403);
    for (const guess of [API_KEY, 'guessed'])
      expect(await post(`${service.baseUrl}/c/${guess}/translate`, { q: 'a' })).toMatchObject([404, {}]);
    expect(service.stderr()).not.toContain(token);
  });

  it('is listed without its address, apart from the keys, and can be ended', async () => {
    const { id, address } = await make('Gone soon');
    const { connections } = await service.get<{ connections: object[] }>('/v1/connections');
    expect(connections).toContainEqual({ id, name: 'Gone soon', created_at: expect.any(String) as string });
    const { keys } = await service.get<{ keys: { id: string }[] }>('/v1/keys');
    expect(keys.map((key) => key.id)).not.toContain(id);
    expect((await service.send('DELETE', `/v1/keys/${id}`)).status).toBe(404);
    expect((await service.send('DELETE', `/v1/connections/${id}`)).status).toBe(204);
    expect((await service.send('DELETE', `/v1/connections/${id}`)).status).toBe(404);
    expect((await post(address, { q: 'a', source: 'en', target: 'es' }))[0]).toBe(404);
    const { key } = await service.newAccount({ name: 'other' });
    expect((await service.post('/v1/connections', { name: 'x' }, key)).status).toBe(403);
  });
});

it('an extension of a browser that was let in may ask by every method', async () => {
  const preflight = await fetch(`${service.baseUrl}/v2/translate`, {
    method: 'OPTIONS',
    headers: { Origin: EXTENSION, 'Access-Control-Request-Method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(EXTENSION);
  const methods = preflight.headers.get('access-control-allow-methods')?.split(', ');
  expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']));
  const other = { Origin: 'moz-extension://another', 'Access-Control-Request-Method': 'POST' };
  const refused = await fetch(`${service.baseUrl}/v2/translate`, { method: 'OPTIONS', headers: other });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { message: expect.any(String) as string },
  ]);
});

it('docs/integrations.md has the programs that the service names', async () => {
  const { programs } = await service.get<Integrations>('/v1/integrations');
  const text = readFileSync(join(root, 'docs', 'integrations.md'), 'utf8');
  for (const { name, settings, source } of programs) {
    expect(text).toContain(name);
    expect(text).toContain(source);
    for (const { label, value } of settings) {
      expect(text).toContain(label);
      expect(text).toContain(value.replaceAll(service.baseUrl, 'http://127.0.0.1:4717'));
    }
  }
});
