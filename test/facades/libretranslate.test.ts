import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import translate from 'translate';
import type { MemoryMatch } from '../../service/memory/memory-port.ts';
import { libreReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

let service: TestService;
let remote: RemoteServer;
beforeAll(async () => {
  remote = await startRemote(libreReply);
  service = await startService({ INTERLINEAR_LIBRETRANSLATE_URL: remote.url });
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['libretranslate'] }),
  });
});
afterAll(async () => {
  await service.close();
  await remote.close();
});

type Body = Record<string, unknown>;

async function send(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const answer = await fetch(service.baseUrl + path, init);
  const text = await answer.text();
  try {
    return [answer.status, JSON.parse(text)];
  } catch {
    return [answer.status, text];
  }
}

const json = (path: string, body: Body, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const keyed = (path: string, body: Body) => json(path, { api_key: API_KEY, ...body });

const formData = (fields: Record<string, string | Blob>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  return form;
};

describe('LibreTranslate', () => {
  it('translates for the npm client `translate`', async () => {
    // Its types do not know of the address.
    const settings = { engine: 'libre', url: `${service.baseUrl}/translate`, key: API_KEY } as const;
    const client = translate.Translate(settings);
    expect(await client('A red house.', { from: 'en', to: 'es' })).toBe('A RED HOUSE.');
    await expect(client('A red house.', { from: 'en', to: 'fr' })).rejects.toThrow(/French/);
  });

  it('takes one text or several, as JSON, a form and multipart/form-data', async () => {
    const fields = { q: 'A house', source: 'en', target: 'es', api_key: API_KEY };
    const said = [200, { translatedText: 'A HOUSE' }];
    expect(await json('/translate', fields)).toEqual(said);
    expect(await send('/translate', { method: 'POST', body: new URLSearchParams(fields) })).toEqual(said);
    expect(await send('/translate', { method: 'POST', body: formData(fields) })).toEqual(said);
    const bearer = { Authorization: `Bearer ${API_KEY}` };
    expect(await json('/translate', { ...fields, api_key: '' }, bearer)).toEqual(said);
    expect(await keyed('/translate', { ...fields, q: ['One', 'Two'], alternatives: 2 })).toEqual([
      200,
      { translatedText: ['ONE', 'TWO'], alternatives: [[], []] },
    ]);
  });

  it('detects the source, keeps markup, and knows the old names', async () => {
    const auto = { source: 'auto', target: 'en' };
    const spanish = 'El museo abre a las nueve de la mañana.';
    const one = { confidence: expect.any(Number) as number, language: 'es' };
    expect(await keyed('/translate', { q: spanish, ...auto })).toEqual([
      200,
      { translatedText: spanish.toUpperCase(), detectedLanguage: one },
    ]);
    expect(await keyed('/translate', { q: [spanish], ...auto })).toMatchObject([
      200,
      { detectedLanguage: [one] },
    ]);
    const html = { q: '<p>A <b>red</b> house</p>', source: 'en', target: 'es', format: 'html' };
    expect(await keyed('/translate', html)).toEqual([200, { translatedText: '<p>A <b>RED</b> HOUSE</p>' }]);
    expect(await keyed('/translate', { q: 'Hi', source: 'en', target: 'pb' })).toEqual([
      200,
      { translatedText: 'HI' },
    ]);
    const each = { q: ['<p>One</p>', '<p>Two</p>'], source: 'en', target: 'es', format: 'html' };
    expect(await keyed('/translate', each)).toEqual([200, { translatedText: ['<p>ONE</p>', '<p>TWO</p>'] }]);
    // What holds no words comes back as it is.
    expect(await keyed('/translate', { q: ['😀', '😁'], source: 'en', target: 'es' })).toEqual([
      200,
      { translatedText: ['😀', '😁'] },
    ]);
    const texts = { q: ['Hello there', 'Good morning'], source: 'auto', target: 'es' };
    expect(await keyed('/translate', texts)).toMatchObject([
      200,
      { detectedLanguage: [{ language: 'en' }, { language: 'en' }] },
    ]);
    expect(await keyed('/translate', { q: 'Hi', source: 'en', target: 'en' })).toEqual([
      200,
      { translatedText: 'Hi' },
    ]);
    for (const q of [spanish, [spanish, 'Mañana también.']]) {
      const [, found] = await keyed('/detect', { q });
      expect((found as object[])[0]).toMatchObject({ language: 'es' });
    }
    expect(
      await keyed('/translate', { q: '<p>Hello</p>', source: 'auto', target: 'es', format: 'html' }),
    ).toEqual([200, { translatedText: '<p>HELLO</p>', detectedLanguage: { ...one, language: 'en' } }]);
  });

  it.each([
    ['/translate', { source: 'en', target: 'es' }, 'Invalid request: missing q parameter'],
    ['/translate', { q: 'a', target: 'es' }, 'Invalid request: missing source parameter'],
    ['/translate', { q: 'a', source: 'en' }, 'Invalid request: missing target parameter'],
    ['/translate', { q: 'a', source: 'en', target: 'zz' }, 'zz is not supported'],
    ['/translate', { q: 'a', source: 'zz', target: 'en' }, 'zz is not supported'],
    ['/translate', { q: 'a', source: 'en', target: 'es', format: 'xml' }, 'xml format is not supported'],
    ['/translate', { q: [], source: 'en', target: 'es' }, 'Invalid request: missing q parameter'],
    [
      '/translate',
      { q: 'a', source: 'en', target: 'es', alternatives: 'abc' },
      'Invalid request: alternatives parameter is not a number',
    ],
    ['/translate', { q: 'a', source: 'en', target: 'ja' }, 'Japanese'],
    ['/translate', { q: [1], source: 'en', target: 'es' }, 'q[0] is 1'],
    ['/translate', { q: 5, source: 'en', target: 'es' }, 'q[0] is 5'],
    [
      '/translate',
      { q: Array.from({ length: 1_001 }, () => 'a'), source: 'en', target: 'es' },
      'Invalid request: request (1001) exceeds text limit (1000)',
    ],
    ['/detect', {}, 'Invalid request: missing q parameter'],
    ['/suggest', { q: 'a', source: 'en', target: 'es' }, 'Invalid request: missing s parameter'],
  ])('%s refuses %j in its own form', async (path, body, message) => {
    const [status, answer] = await keyed(path, body);
    expect([status, (answer as Body)['error']]).toEqual([400, expect.stringContaining(message) as string]);
  });

  it('wants a key for all but its own description', async () => {
    for (const path of ['/translate', '/detect', '/suggest', '/translate_file'])
      expect(
        await send(path, { method: 'POST', body: formData({ q: 'a', file: new Blob(['a']) }) }),
      ).toMatchObject([403, { error: expect.any(String) as string }]);
    expect(await json('/translate', { q: 'a', api_key: 'wrong' })).toEqual([
      403,
      { error: 'Invalid API key', detail: expect.stringContaining('revoked') as string },
    ]);
    expect(await json(`/translate?api_key=${API_KEY}`, { q: 'a' })).toMatchObject([403, {}]);
    expect(await send('/health')).toEqual([200, { status: 'ok' }]);
    expect(await send('/languages')).toMatchObject([
      200,
      [{ code: 'en', name: 'English', targets: ['en', 'es', 'pt-BR', 'zh-Hant'] }, {}, {}, {}],
    ]);
    expect(await send('/frontend/settings')).toMatchObject([
      200,
      { keyRequired: true, language: { source: { code: 'auto' } } },
    ]);
    expect(await send('/spec')).toMatchObject([200, { swagger: '2.0' }]);
    expect(await send('/translate')).toMatchObject([405, { error: expect.any(String) as string }]);
    expect((await send('/health', { method: 'POST' }))[0]).toBe(405);
    const list = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '["no", "fields"]',
    };
    const bearer = { Authorization: `Bearer ${API_KEY}` };
    expect(await send('/detect', { ...list, headers: { ...list.headers, ...bearer } })).toEqual([
      400,
      { error: 'Invalid JSON format', detail: expect.stringContaining('a list') as string },
    ]);
    expect(
      await send('/translate?q=A+house&source=en&target=es', { method: 'POST', headers: bearer }),
    ).toEqual([200, { translatedText: 'A HOUSE' }]);
    const poor = await service.newAccount({ name: 'poor', credit_balance: 1 });
    expect(
      await json('/translate', { q: 'abc', source: 'en', target: 'es', api_key: poor.key }),
    ).toMatchObject([403, { error: expect.any(String) as string }]);
  });

  it('refuses a language without a model as a wrong request, which is not to be sent again', async () => {
    for (const target of ['fr', 'ja'])
      expect(await keyed('/translate', { q: 'abc', source: 'en', target })).toMatchObject([
        400,
        { error: expect.any(String) as string },
      ]);
  });

  it('translates a file, which may be taken once', async () => {
    const file = (text: string, name: string) => {
      const form = formData({ source: 'auto', target: 'es', api_key: API_KEY });
      form.append('file', new Blob([text]), name);
      return send('/translate_file', { method: 'POST', body: form });
    };
    const [status, answer] = await file('The museum opens at nine in the morning.\n', 'a.txt');
    expect(status).toBe(200);
    const { pathname } = new URL((answer as { translatedFileUrl: string }).translatedFileUrl);
    expect((await fetch(service.baseUrl + pathname, { method: 'HEAD' })).status).toBe(200);
    expect(await send(pathname)).toEqual([200, 'THE MUSEUM OPENS AT NINE IN THE MORNING.\n']);
    await expect.poll(async () => (await send(pathname))[0]).toBe(404);
    for (const name of ['none.txt', 'a.b.docx', 'n%20o'])
      expect(await send(`/download_file/${name}`), name).toMatchObject([404, {}]);
    expect(await send('/download_file/none')).toMatchObject([404, { error: expect.any(String) as string }]);
    expect(await send('/download_file/%2e%2e%2fa')).toEqual([400, { error: 'Invalid filename' }]);
    expect(await file('MZ\u0090', 'a.exe')).toMatchObject([
      400,
      {
        error: 'Invalid request: file format not supported',
        detail: expect.stringContaining('cannot be translated here') as string,
      },
    ]);
    const bearer = { Authorization: `Bearer ${API_KEY}` };
    const post = (form: FormData) => send('/translate_file', { method: 'POST', headers: bearer, body: form });
    expect(await post(formData({ source: 'en', target: 'es' }))).toMatchObject([400, {}]);
    const one = new Blob(['Hello']);
    expect(await post(formData({ target: 'es', file: one }))).toEqual([
      400,
      { error: 'Invalid request: missing source parameter' },
    ]);
    expect(await post(formData({ source: 'en', target: 'zz', file: one }))).toEqual([
      400,
      { error: 'zz is not supported' },
    ]);
    expect(service.stderr()).not.toContain(pathname.split('/').at(-1));
  });

  it('puts a suggestion into the memory', async () => {
    const suggestion = { q: 'A cat & a dog', s: 'Un gato y un perro', source: 'en', target: 'es' };
    expect(await keyed('/suggest', suggestion)).toEqual([200, { success: true }]);
    const { matches } = await service.get<{ matches: MemoryMatch[] }>(
      '/v1/memory/search?from=en&to=es&q=A+cat+%26+a+dog',
    );
    expect(matches).toMatchObject([{ target: 'Un gato y un perro', match: 100 }]);
    expect(await keyed('/translate', { q: 'A cat & a dog', source: 'en', target: 'es' })).toEqual([
      200,
      { translatedText: 'Un gato y un perro' },
    ]);
  });
});

it('is gone while the settings say so, and so are connections', async () => {
  const set = (libretranslate: boolean) =>
    service.send('PATCH', '/v1/settings', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ facades: { libretranslate } }),
    });
  const made = await service.post<{ data: { address: string } }>('/v1/connections', { name: 'off' });
  await set(false);
  expect((await send('/languages'))[0]).toBe(404);
  const { pathname } = new URL(made.body.data.address);
  const text = { q: 'A house', source: 'en', target: 'es' };
  expect((await json(pathname, text))[0]).toBe(404);
  await set(true);
  expect((await json(pathname, text))[0]).toBe(200);
});

describe('DeepLX, at the same address', () => {
  const bearer = { Authorization: `Bearer ${API_KEY}` };
  const body = { text: 'A red house.', source_lang: 'EN', target_lang: 'ES' };

  it('translates, also where the JSON is sent as plain text', async () => {
    const said = {
      code: 200,
      data: 'A RED HOUSE.',
      alternatives: [],
      source_lang: 'EN',
      target_lang: 'ES',
      method: 'Free',
    };
    expect(await json('/translate', body, bearer)).toMatchObject([200, said]);
    expect(await json('/translate', body, { ...bearer, 'Content-Type': 'text/plain' })).toMatchObject([
      200,
      said,
    ]);
    expect(await json('/translate', { ...body, source_lang: 'auto' }, bearer)).toMatchObject([
      200,
      { code: 200 },
    ]);
  });

  it('refuses in its own form', async () => {
    expect(await json('/translate', body)).toMatchObject([
      401,
      { code: 401, message: expect.any(String) as string },
    ]);
    expect(await json('/translate', { ...body, target_lang: 'ZZ' }, bearer)).toMatchObject([
      400,
      { code: 400, message: expect.stringContaining('ZZ') as string },
    ]);
    expect(await json('/translate', body, { Authorization: 'Bearer wrong' })).toMatchObject([
      403,
      { code: 401 },
    ]);
  });
});
