import { DeepLClient, AuthorizationError, QuotaExceededError } from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatReply, deeplReply, libreReply, startRemote, systemMessage } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

let service: TestService;
let remotes: RemoteServer[];
let deepl: DeepLClient;
/** A new account's client, and its id. */
let own: (account: object) => Promise<{ client: DeepLClient; id: string; key: string }>;

/** The answer for one text is held until the test lets it go. */
const walk = hold();

function hold() {
  let begin!: (release: () => void) => void;
  const asked = new Promise<() => void>((resolve) => (begin = resolve));
  const until = () => new Promise<void>((resolve) => begin(resolve));
  return { asked, until };
}

async function heldReply(seen: Parameters<typeof deeplReply>[0]): Promise<ReturnType<typeof deeplReply>> {
  if (JSON.stringify(seen.body ?? '').includes('long walk')) await walk.until();
  return deeplReply(seen);
}

const OFFLINE = ['deepl', 'libretranslate'];
const setOrder = (engine_order: string[]) =>
  service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order }),
  });

beforeAll(async () => {
  remotes = await Promise.all([
    startRemote(heldReply),
    startRemote(libreReply),
    startRemote((seen) => chatReply(seen)),
  ]);
  const [one, two, three] = remotes;
  service = await startService({
    INTERLINEAR_DEEPL_URL: one!.url,
    INTERLINEAR_DEEPL_KEY: 'k',
    INTERLINEAR_LIBRETRANSLATE_URL: two!.url,
    INTERLINEAR_CHAT_URL: three!.url,
    INTERLINEAR_CHAT_MODEL: 'loud',
  });
  await setOrder(OFFLINE);
  const client = (key: string) =>
    new DeepLClient(key, { serverUrl: service.baseUrl, maxRetries: 0, minTimeout: 120_000 });
  deepl = client(API_KEY);
  own = async (account) => {
    const { id, key } = await service.newAccount(account);
    return { client: client(key), id, key };
  };
});
afterAll(async () => {
  await service.close();
  await Promise.all(remotes.map((remote) => remote.close()));
});

/** A request as a program without DeepL's library sends it. */
async function raw(
  body: object | string,
  {
    key = API_KEY,
    path = '/v2/translate',
    headers = {},
  }: { key?: string; path?: string; headers?: object } = {},
): Promise<[number, Record<string, unknown>]> {
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: {
      ...(key === '' ? {} : { Authorization: `DeepL-Auth-Key ${key}` }),
      ...(typeof body === 'string'
        ? { 'Content-Type': 'application/x-www-form-urlencoded' }
        : { 'Content-Type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [answer.status, (await answer.json()) as Record<string, unknown>];
}

const translation = (text: string, source = 'EN') => ({
  translations: [{ detected_source_language: source, text }],
});

describe("DeepL's own client translates texts", () => {
  it('one or several, from a named language or a detected one', async () => {
    const one = await deepl.translateText('proton beam', null, 'de');
    expect(one).toMatchObject({ text: 'PROTON BEAM', detectedSourceLang: 'en', billedCharacters: 11 });
    const several = await deepl.translateText(
      ['Das ist ein Haus.', 'El museo abre a las nueve.'],
      null,
      'en-GB',
    );
    expect(several.map(({ text, detectedSourceLang }) => [text, detectedSourceLang])).toEqual([
      ['DAS IST EIN HAUS.', 'de'],
      ['EL MUSEO ABRE A LAS NUEVE.', 'es'],
    ]);
    expect(await deepl.translateText('Hallo', 'de', 'pt-BR')).toMatchObject({ detectedSourceLang: 'de' });
  });

  it('in whole sentences where lines do not end them, and other breaks stay', async () => {
    const text = 'The red house\r\nis very big.\nIt has two doors:\n- one\n- two\n\nIt is old';
    const whole = await deepl.translateText(text, 'en', 'de', { splitSentences: 'nonewlines' });
    expect(whole.text).toBe('THE RED HOUSE IS VERY BIG.\nIT HAS TWO DOORS:\n- ONE\n- TWO\n\nIT IS OLD');
    const lines = await deepl.translateText(text, 'en', 'de', { splitSentences: 'on' });
    expect(lines.text).toBe(text.toUpperCase());
  });

  it('with every option that it has', async () => {
    const text = await deepl.translateText('One house. Two.', 'en', 'de', {
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      formality: 'more',
      context: 'About houses.',
      modelType: 'latency_optimized',
      outlineDetection: false,
      tagHandling: 'html',
      tagHandlingVersion: 'v2',
      splittingTags: ['p'],
      nonSplittingTags: 'b,i',
      ignoreTags: ['code'],
      extraRequestParameters: { enable_beta_languages: '1' },
    });
    expect(text).toMatchObject({ text: 'ONE HOUSE. TWO.', modelTypeUsed: 'latency_optimized' });
    const quality = await deepl.translateText('x y', 'en', 'de', { modelType: 'prefer_quality_optimized' });
    expect(quality.modelTypeUsed).toBe('quality_optimized');
    expect((await deepl.translateText('x y', 'en', 'de')).modelTypeUsed).toBeUndefined();
    const asked = remotes[0]!.of('/v2/translate').map(({ body }) => body);
    expect(asked).toContainEqual(
      expect.objectContaining({ formality: 'prefer_more', context: 'About houses.' }),
    );
  });

  it('with their tags, each once and well nested', async () => {
    const html = await deepl.translateText(
      '<p>A <b class="x">red</b> house<br>here &amp; there</p>',
      'en',
      'de',
      {
        tagHandling: 'html',
      },
    );
    expect(html.text).toBe('<p>A <b class="x">RED</b> HOUSE<br>HERE &amp; THERE</p>');
    expect(html.billedCharacters).toBe('A red househere & there'.length);
    const xml = await deepl.translateText('<doc>Open <x id="7"></x> the <i>door</i>.</doc>', 'en', 'de', {
      tagHandling: 'xml',
      ignoreTags: 'x',
    });
    expect(xml.text).toBe('<doc>OPEN <x id="7"></x> THE <i>DOOR</i>.</doc>');
    const page =
      "<document>\n  <meta>\n    <title>A document's title</title>\n  </meta>\n  <raw>Left alone.</raw>\n</document>";
    const parts = await deepl.translateText(page, 'en', 'de', { tagHandling: 'xml', ignoreTags: ['raw'] });
    expect(parts.text).toBe(page.replace("A document's title", "A DOCUMENT'S TITLE"));
    await expect(
      deepl.translateText('<a>Open <b>the</a></b> door', 'en', 'de', { tagHandling: 'xml' }),
    ).rejects.toThrow(/Bad request.*text.*Tag handling parsing failed/);
  });

  it('that are in the target language already as they are, and charges for them', async () => {
    const { client, key } = await own({ name: 'same' });
    const same = await client.translateText('Good morning.', 'en', 'en-US');
    expect(same).toMatchObject({ text: 'Good morning.', billedCharacters: 13, detectedSourceLang: 'en' });
    expect((await service.usage(key)).total_chars).toBe(13);
  });

  it('with instructions where a language model serves, and refuses them elsewhere', async () => {
    const customInstructions = ['Use short words.', 'Be kind.'];
    await expect(deepl.translateText('Hello', 'en', 'de', { customInstructions })).rejects.toThrow(
      /Bad request.*custom_instructions/,
    );
    await setOrder(['chat']);
    try {
      const { text } = await deepl.translateText('Hello there.', 'en', 'fr', { customInstructions });
      expect(text).toBe('HELLO THERE.');
      expect(systemMessage(remotes[2]!.of('/v1/chat/completions').at(-1)!)).toContain('Use short words.');
    } finally {
      await setOrder(OFFLINE);
    }
  });

  it('and raises its typed errors', async () => {
    const stranger = new DeepLClient('il_wrong', {
      serverUrl: service.baseUrl,
      maxRetries: 0,
      minTimeout: 120_000,
    });
    await expect(stranger.translateText('a', 'en', 'de')).rejects.toThrow(AuthorizationError);
    const { client } = await own({ name: 'poor', credit_balance: 3 });
    await expect(client.translateText('Hello', 'en', 'de')).rejects.toThrow(QuotaExceededError);
    await expect(deepl.translateText('a', 'en', 'xx' as 'de')).rejects.toThrow(/Bad request.*target_lang/);
    await expect(deepl.translateText('a', 'xx' as 'de', 'de')).rejects.toThrow(/Bad request.*source_lang/);
    // By the target, whatever engine serves, and where there is nothing to translate.
    for (const target of ['zh-HANT', 'zh-HANS', 'en-US'] as const)
      await expect(deepl.translateText('Hi', 'en', target, { formality: 'more' })).rejects.toThrow(
        /Bad request.*'formality' is not supported for given 'target_lang'/,
      );
    await expect(
      deepl.translateText('Hi', 'en', 'zh-HANT', { formality: 'prefer_more' }),
    ).resolves.toMatchObject({ text: 'HI' });
    await expect(deepl.translateText('Hi', 'en', 'de', { styleRule: 'a' })).rejects.toThrow(/style_id/);
    await expect(deepl.translateText('Hi', 'en', 'de', { glossary: 'a' })).rejects.toThrow(/glossary_id/);
    await expect(deepl.rephraseText('Hi', 'de')).rejects.toThrow(/Not available here/);
    await expect(deepl.getAllStyleRules()).rejects.toThrow(/Not available here/);
  });

  it('lists languages and usage', async () => {
    const sources = await deepl.getSourceLanguages();
    expect(sources.map(({ code }) => code)).toEqual(['de', 'en', 'es', 'pt', 'zh', 'zh-HANT']);
    expect(sources[0]).toEqual({ code: 'de', name: 'German' });
    const targets = await deepl.getTargetLanguages();
    expect(targets.map(({ code }) => code)).toEqual([
      'de',
      'en-GB',
      'en-US',
      'es',
      'pt-BR',
      'pt-PT',
      'zh-HANS',
      'zh-HANT',
    ]);
    expect(targets[0]).toEqual({ code: 'de', name: 'German', supportsFormality: true });
    expect(targets.at(-1)).toMatchObject({ supportsFormality: false });
    const { client } = await own({ name: 'metered', credit_balance: 100, docx_quota: 7 });
    await client.translateText('Hello', 'en', 'de');
    const usage = await client.getUsage();
    expect(usage.character).toMatchObject({ count: 5, limit: 100 });
    expect(usage.document).toMatchObject({ count: 0, limit: 7 });
    expect(usage.anyLimitReached()).toBe(false);
    expect((await (await own({ name: 'free', docx_quota: 0 })).client.getUsage()).character?.limit).toBe(
      1e12,
    );
  });
});

describe("DeepL's API as others speak it", () => {
  it('takes codes in small letters, without regions, null and empty fields, JSON and forms', async () => {
    const body = {
      text: ['A house'],
      target_lang: 'de',
      source_lang: 'en-US',
      glossary_id: null,
      formality: '',
    };
    expect(await raw(body)).toEqual([200, translation('A HOUSE')]);
    expect(await raw('text=A+house&target_lang=DE')).toEqual([200, translation('A HOUSE')]);
    expect(await raw({ text: ['Ein Haus'], target_lang: 'EN', source_lang: 'DE' })).toEqual([
      200,
      translation('EIN HAUS', 'DE'),
    ]);
  });

  it('says which handling of tags it was, and the id of a request', async () => {
    const body = { text: ['<p>A house</p>'], target_lang: 'DE', source_lang: 'EN', tag_handling: 'html' };
    const handledBy = (version: string) => [200, { translations: [{ tag_handling_version: version }] }];
    expect(await raw(body)).toMatchObject(handledBy('v2'));
    expect(await raw({ ...body, tag_handling_version: 'v1' })).toMatchObject(handledBy('v1'));
    const headers = { Authorization: `DeepL-Auth-Key ${API_KEY}` };
    for (const path of ['/v2/usage', '/v3/languages']) {
      const answer = await fetch(service.baseUrl + path, { headers });
      expect(answer.headers.get('X-Trace-ID')).toBe(answer.headers.get('X-Request-Id'));
    }
  });

  it('takes the key in a form and options in the address, as LibreOffice sends them', async () => {
    const path = '/v2/translate?tag_handling=html&target_lang=ES';
    const [status, answer] = await raw(
      `auth_key=${API_KEY}&target_lang=DE&text=${encodeURIComponent('<p>A <b>green</b> house</p>')}`,
      { key: '', path },
    );
    expect([status, answer]).toMatchObject([200, translation('<p>A <b>GREEN</b> HOUSE</p>')]);
    expect(
      await raw('text=a&target_lang=DE', { key: '', path: `/v2/translate?auth_key=${API_KEY}` }),
    ).toMatchObject([403, {}]);
    expect(await raw('text=a&target_lang=DE', { key: '' })).toMatchObject([403, {}]);
  });

  it.each([
    [{ target_lang: 'DE' }, 'text'],
    [{ text: ['a'] }, 'target_lang'],
    [{ text: Array.from({ length: 51 }, () => 'a'), target_lang: 'DE' }, 'text'],
    [{ text: [3], target_lang: 'DE' }, 'text'],
    [{ text: ['a'], target_lang: 'FR', source_lang: 'EN' }, 'target_lang'],
    [{ text: ['a'], target_lang: 'FR' }, 'target_lang'],
    [{ text: ['a'], target_lang: 'German' }, 'target_lang'],
    [{ text: ['a'], target_lang: 'DE', formality: 'posh' }, 'formality'],
    [{ text: ['a'], target_lang: 'DE', tag_handling: 'md' }, 'tag_handling'],
    [{ text: ['a'], target_lang: 'DE', glossary_id: 'g' }, 'source_lang'],
    [
      { text: ['a'], target_lang: 'DE', source_lang: 'EN', glossary_ids: ['1', '2', '3', '4', '5', '6'] },
      'glossary_ids',
    ],
    [
      { text: ['a'], target_lang: 'DE', source_lang: 'EN', glossary_ids: ['1'], glossary_id: '2' },
      'glossary_ids',
    ],
    [{ text: ['a'], target_lang: 'DE', custom_instructions: ['x'.repeat(301)] }, 'custom_instructions'],
  ])('refuses %j and names the parameter', async (body, parameter) => {
    const [status, { message }] = await raw(body);
    expect(status).toBe(400);
    expect(message).toContain(parameter);
  });

  it('answers unknown routes with 404 and 405 in the same form', async () => {
    const headers = { Authorization: `DeepL-Auth-Key ${API_KEY}` };
    const get = async (path: string) => {
      const answer = await fetch(service.baseUrl + path, { headers });
      return [answer.status, await answer.json()] as [number, unknown];
    };
    expect(await get('/v2/nothing')).toMatchObject([404, { message: expect.any(String) as string }]);
    for (const path of ['/v2/admin/analytics', '/v1/quality-evaluation', '/v1/jobs/voice/translate'])
      expect(await get(path), path).toEqual([404, { message: 'Not available here' }]);
    expect(await get('/v2/translate')).toMatchObject([405, { message: expect.any(String) as string }]);
    expect(await get('/v3/languages')).toMatchObject([
      400,
      { message: expect.stringContaining('resource') as string },
    ]);
    expect(await get('/v3/languages?product=translate_text')).toMatchObject([
      400,
      { message: expect.stringContaining("renamed to 'resource'") as string },
    ]);
    expect(await get('/v3/languages?resource=voice')).toEqual([200, []]);
    expect(await raw({}, { path: '/v3/languages' })).toMatchObject([405, {}]);
    const texts = ['Das ist ein Haus', '12 + 7', 'no', 'xqzv'];
    expect(await raw({ text: texts }, { path: '/v3/detect/language' })).toEqual([
      200,
      {
        results: [
          { detected_language: 'de', detection_status: 'success' },
          { detection_status: 'no_language_detected' },
          { detection_status: 'insufficient_confidence' },
          { detection_status: 'insufficient_confidence' },
        ],
      },
    ]);
  });

  it('lists languages in one list, with what works for each', async () => {
    const headers = { Authorization: `DeepL-Auth-Key ${API_KEY}` };
    const get = async (path: string) =>
      (await fetch(service.baseUrl + path, { headers })).json() as Promise<object[]>;
    const texts = await get('/v3/languages?resource=translate_text&include=beta');
    expect(texts).toContainEqual({
      lang: 'en-GB',
      name: 'English (United Kingdom)',
      usable_as_source: false,
      usable_as_target: true,
      status: 'stable',
      features: {
        tag_handling: { status: 'stable' },
        glossary: { status: 'stable' },
        translation_memory: { status: 'stable' },
      },
    });
    const terms = await get('/v3/languages?resource=glossary');
    expect(terms.map((one) => (one as { lang: string }).lang)).toEqual([
      'de',
      'en',
      'es',
      'pt',
      'zh',
      'zh-Hans',
      'zh-Hant',
    ]);
    expect(texts).toContainEqual(
      expect.objectContaining({
        lang: 'de',
        features: expect.objectContaining({ formality: { status: 'stable' } }) as object,
      }),
    );
    const resources = await get('/v3/languages/resources');
    expect(resources).toHaveLength(7);
    expect(resources[0]).toMatchObject({
      name: 'translate_text',
      features: expect.arrayContaining([{ name: 'formality', needs_target_support: true }]) as object,
    });
  });

  it('keeps a narrow key to what it may do', async () => {
    const { id } = await service.newAccount({ name: 'narrow' });
    const made = await service.post<{ data: { key: string } }>('/v1/keys', {
      account_id: id,
      name: 'texts only',
      scopes: ['translate:text'],
    });
    const { key } = made.body.data;
    expect(await raw({ text: ['a b'], target_lang: 'DE', source_lang: 'EN' }, { key })).toMatchObject([
      200,
      {},
    ]);
    const usage = await fetch(`${service.baseUrl}/v2/usage`, {
      headers: { Authorization: `DeepL-Auth-Key ${key}` },
    });
    expect([usage.status, await usage.json()]).toMatchObject([
      403,
      { message: expect.stringContaining('usage:read') as string },
    ]);
    expect((await service.send('GET', '/v1/languages', { key })).status).toBe(403);
  });

  it('joins a repeat to the work under way, and charges once', async () => {
    const { key } = await own({ name: 'impatient' });
    const body = { text: ['A long walk home.'], target_lang: 'DE', source_lang: 'EN' };
    const away = new AbortController();
    const first = fetch(`${service.baseUrl}/v2/translate`, {
      method: 'POST',
      headers: { Authorization: `DeepL-Auth-Key ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: away.signal,
    }).catch(() => undefined);
    const held = await walk.asked;
    away.abort();
    await first;
    const second = raw(body, { key });
    held();
    expect(await second).toEqual([200, translation('A LONG WALK HOME.')]);
    expect((await service.usage(key)).total_chars).toBe(17);
  });

  it('is gone while the settings say so', async () => {
    const set = (facades: unknown) =>
      service.send('PATCH', '/v1/settings', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ facades }),
      });
    await set(false);
    expect((await fetch(`${service.baseUrl}/v2/languages`)).status).toBe(404);
    await set({ deepl: true });
    expect((await service.get<{ facades: object }>('/v1/settings')).facades).toEqual({
      deepl: true,
      libretranslate: false,
      mcp: false,
    });
    await set(true);
    expect((await fetch(`${service.baseUrl}/v2/languages`)).status).toBe(403);
  });
});
