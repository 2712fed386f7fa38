import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deeplReply, startRemote } from '../support/remote-server.ts';
import type { RemoteServer } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';

/** Requests as the sources of programs build them: the files are named in docs/integrations.md. */

const EXTENSION = 'chrome-extension://bdiifdefkgmcblbcghdlonllpjhhjgof';

let service: TestService;
let remote: RemoteServer;
beforeAll(async () => {
  remote = await startRemote(deeplReply);
  service = await startService(
    { INTERLINEAR_DEEPL_URL: remote.url, INTERLINEAR_DEEPL_KEY: 'k' },
    { args: ['--allowed-origin', EXTENSION] },
  );
  await service.send('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ engine_order: ['deepl'] }),
  });
});
afterAll(async () => {
  await service.close();
  await remote.close();
});

const AUTH = { Authorization: `DeepL-Auth-Key ${API_KEY}` };
const BEARER = { Authorization: `Bearer ${API_KEY}` };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function send(
  path: string,
  headers: Record<string, string> = {},
  body?: string | object,
): Promise<[number, unknown]> {
  const answer = await fetch(new URL(path, service.baseUrl), {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()];
}

const translated = (...texts: string[]) => [
  200,
  { translations: texts.map((text) => ({ detected_source_language: 'EN', text })) },
];

async function connection(name: string): Promise<string> {
  const { body } = await service.post<{ data: { address: string } }>('/v1/connections', { name });
  return body.data.address;
}

describe('Weblate', () => {
  it('by DeepL: lists languages, keeps a glossary and translates strings with placeholders', async () => {
    const [, sources] = await send('/v2/languages?enable_beta_languages=1&type=source', AUTH);
    expect((sources as { language: string }[]).map(({ language }) => language)).toContain('EN');
    const [, targets] = await send('/v2/languages?enable_beta_languages=1&type=target', AUTH);
    expect(targets).toContainEqual(expect.objectContaining({ language: 'DE', supports_formality: true }));
    const [, pairs] = await send('/v2/glossary-language-pairs', AUTH);
    expect(pairs).toMatchObject({
      supported_languages: expect.arrayContaining([{ source_lang: 'en', target_lang: 'de' }]) as object,
    });
    const glossary = {
      name: 'weblate:1:EN:DE:abc',
      source_lang: 'EN',
      target_lang: 'DE',
      entries: 'house\tHaus',
      entries_format: 'tsv',
    };
    const [status, made] = await send('/v2/glossaries', { ...AUTH, ...JSON_TYPE }, glossary);
    expect(status).toBe(201);
    const { glossary_id } = made as { glossary_id: string };
    const asked = {
      text: ['Open <x id="5"></x> now', 'A house &amp; a garden'],
      source_lang: 'EN',
      target_lang: 'DE',
      formality: 'more',
      tag_handling: 'xml',
      ignore_tags: ['x'],
      context: 'Strings of a program',
      glossary_id,
      model_type: 'prefer_quality_optimized',
    };
    expect(await send('/v2/translate', { ...AUTH, ...JSON_TYPE }, asked)).toMatchObject([
      200,
      {
        translations: [
          { text: 'OPEN <x id="5"></x> NOW', model_type_used: 'quality_optimized' },
          { text: 'A HOUSE &amp; A GARDEN' },
        ],
      },
    ]);
    // Plain English is no target that is listed, and one that it sends.
    const plain = { text: ['Ein Haus'], source_lang: 'DE', target_lang: 'EN', formality: 'default' };
    expect(await send('/v2/translate', { ...AUTH, ...JSON_TYPE }, plain)).toMatchObject([200, {}]);
  });

  it('by LibreTranslate: a list of texts, with the key in the body', async () => {
    const [, languages] = await send('/languages');
    expect((languages as { code: string }[]).map(({ code }) => code)).toContain('es');
    const asked = { api_key: API_KEY, q: ['A house', 'Two'], source: 'en', target: 'es' };
    expect(await send('/translate', JSON_TYPE, asked)).toEqual([200, { translatedText: ['A HOUSE', 'TWO'] }]);
  });
});

describe('Subtitle Edit', () => {
  it('by DeepL: a form with codes in small letters', async () => {
    const form = (target: string) =>
      `text=Hello+there%2C%0D%0Afriend.&target_lang=${target}&source_lang=en&formality=default`;
    expect(await send('/v2/translate', { ...AUTH, ...FORM_TYPE }, form('pt-br'))).toEqual(
      translated('HELLO THERE,\r\nFRIEND.'),
    );
    expect(await send('/v2/translate', { ...AUTH, ...FORM_TYPE }, form('es'))).toMatchObject([200, {}]);
  });

  it('by LibreTranslate: without the comma before its key', async () => {
    const body = `{"q": "A \\"red\\" house", "source": "en", "target": "es" "api_key": "${API_KEY}" }`;
    expect(await send('/translate', { ...JSON_TYPE, accept: 'application/json' }, body)).toEqual([
      200,
      { translatedText: 'A "RED" HOUSE' },
    ]);
    // Nothing else that is no JSON is guessed at.
    for (const broken of [`{"q": "a" "source": "en", "api_key": "${API_KEY}"}`, '{"q": "a", "api_key"'])
      expect((await send('/translate', { ...JSON_TYPE, ...BEARER }, broken))[0]).toBe(400);
  });
});

describe('memoQ, by Multi-Supplier-MT-Plugin', () => {
  it('by DeepL: every field, null where it is not set', async () => {
    const asked = {
      text: ['A <b>red</b> house', 'Two'],
      source_lang: 'EN',
      target_lang: 'ES',
      context: null,
      show_billed_characters: false,
      split_sentences: null,
      preserve_formatting: true,
      formality: null,
      model_type: null,
      glossary_id: null,
      tag_handling: 'html',
      outline_detection: false,
      non_splitting_tags: null,
      splitting_tags: null,
      ignore_tags: null,
    };
    expect(await send('/v2/translate', { ...AUTH, ...JSON_TYPE }, asked)).toMatchObject(
      translated('A <b>RED</b> HOUSE', 'TWO'),
    );
  });

  it('by DeepLX: one text, with a token', async () => {
    const asked = { text: 'A house', source_lang: 'EN', target_lang: 'ES' };
    expect(await send('/translate', { ...BEARER, ...JSON_TYPE }, asked)).toMatchObject([
      200,
      { code: 200, data: 'A HOUSE' },
    ]);
  });
});

it('kiss-translator sends both from its own page', async () => {
  const headers = { ...JSON_TYPE, Origin: EXTENSION };
  const texts = { text: ['A house', 'Two'], target_lang: 'ES', source_lang: 'EN' };
  expect(await send('/v2/translate', { ...headers, ...AUTH }, texts)).toEqual(translated('A HOUSE', 'TWO'));
  const text = { text: 'A house', target_lang: 'ES', source_lang: 'EN' };
  expect(await send('/translate', { ...headers, ...BEARER }, text)).toMatchObject([200, { data: 'A HOUSE' }]);
});

it('Immersive Translate asks first whether its page may send, then sends a list with marks', async () => {
  const address = await connection('Immersive Translate');
  const asks = {
    Origin: EXTENSION,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  const preflight = await fetch(address, { method: 'OPTIONS', headers: asks });
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, EXTENSION]);
  const asked = {
    source_lang: 'auto',
    target_lang: 'zh-CN',
    text_list: ['{0} The world is open', 'It is a good day for a walk.'],
  };
  expect(await send(address, { ...JSON_TYPE, Origin: EXTENSION }, asked)).toEqual([
    200,
    {
      translations: [
        { detected_source_lang: 'en', text: '{0} THE WORLD IS OPEN' },
        { detected_source_lang: 'en', text: 'IT IS A GOOD DAY FOR A WALK.' },
      ],
    },
  ]);
});

it('LibreOffice sends a form with its key in it, and what it wants done in the address', async () => {
  const form = `auth_key=${API_KEY}&target_lang=ES&text=%3Cp%3EA%20%3Cb%3Ered%3C%2Fb%3E%20house%3C%2Fp%3E`;
  expect(await send('/v2/translate?tag_handling=html', FORM_TYPE, form)).toMatchObject(
    translated('<p>A <b>RED</b> HOUSE</p>'),
  );
});

describe('Zotero, by Translate for Zotero', () => {
  it('by LibreTranslate: languages without regions', async () => {
    const asked = { q: 'A house', source: 'en', target: 'es', format: 'text', api_key: API_KEY };
    expect(await send('/translate', JSON_TYPE, asked)).toEqual([200, { translatedText: 'A HOUSE' }]);
  });

  it('by an address that holds its key', async () => {
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    const asked = { text: 'A house', source_lang: 'EN', target_lang: 'ES' };
    expect(await send(await connection('Zotero'), type, asked)).toMatchObject([200, { data: 'A HOUSE' }]);
  });
});

it('pot sends a text to an address that holds its key', async () => {
  const asked = { source_lang: 'EN', target_lang: 'ES', text: 'A house' };
  const address = await connection('pot');
  expect(await send(address, JSON_TYPE, asked)).toMatchObject([200, { data: 'A HOUSE' }]);
  const auto = { ...asked, source_lang: 'auto', text: 'The museum opens at nine in the morning.' };
  expect(await send(address, JSON_TYPE, auto)).toMatchObject([200, { source_lang: 'EN' }]);
});

it("OmegaT's LibreTranslate plug-in asks by GET, its text in the address", async () => {
  const address = await connection('OmegaT');
  const asked = `${address}?q=A+house+%26+a+garden&source=en&target=es`;
  expect(await send(asked, { 'Content-Type': 'application/x-www-form-urlencoded' })).toEqual([
    200,
    { translatedText: 'A HOUSE & A GARDEN' },
  ]);
  expect(await send(`${address}?source=en&target=es`)).toEqual([
    400,
    { error: 'Invalid request: missing q parameter' },
  ]);
  expect((await send(asked.replace(/\/c\/[^/]+/, '/c/guessed')))[0]).toBe(404);
  expect(service.stderr()).not.toContain('garden');
});
