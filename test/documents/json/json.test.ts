import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { jsonFormat } from '../../../service/documents/json/json-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_DE = { from: 'en', to: 'de' };

async function segmentsOf(json: string, options: object = {}) {
  const { segments } = await jsonFormat.extract(Buffer.from(json), { ...ANY_NUMBER, ...EN_DE, ...options });
  return segments;
}

async function textsOf(json: string, options: object = {}) {
  return (await segmentsOf(json, options)).map(({ key, text }) => [key, text]);
}

/** The file with targets by source text; what is not among them stays. */
async function translated(json: string, targets: Record<string, string>, options: object = {}) {
  const segments = await segmentsOf(json, options);
  const { bytes, warnings } = await jsonFormat.assemble(
    Buffer.from(json),
    segments.map(({ text }) => targets[text] ?? null),
    { ...EN_DE, ...options },
  );
  return { json: Buffer.from(bytes).toString(), warnings };
}

describe('texts of a JSON file', () => {
  it('are its string values by their paths; numbers, addresses and codes are copied or none', async () => {
    const json =
      '{"title": "Big house", "n": 1, "menu": {"items": ["Red", "", " "], "url": "https://a.b/c"}, "ok": true}';
    expect(await segmentsOf(json)).toEqual([
      { text: 'Big house', key: 'title' },
      { text: 'Red', key: 'menu.items.0' },
      { text: 'https://a.b/c', key: 'menu.url', copy: true },
    ]);
  });

  it('have one code for an element that HTML does not translate', async () => {
    const source = { a: 'Run <code>npm run x</code> in <b translate="no">My App</b>, <link>here</link>.' };
    expect((await segmentsOf(JSON.stringify(source))).map(({ text }) => text)).toEqual([
      'Run <1/> in <2/>, <3>here</3>.',
    ]);
  });

  it('have codes for tags, numbered ones too, and walls where a program shows one of several', async () => {
    expect(
      await segmentsOf('["Edit <1>App.js</1> <b>now</b>", "one car | {n} cars", "<p>One</p><p>Two</p>"]'),
    ).toEqual([
      { text: 'Edit <1>App.js</1> <2>now</2>', key: '0', rules: { kept: [1, 2] } },
      { text: 'one car<1/>{n} cars', key: '1', rules: { walls: [1] } },
      { text: 'One<1/><2/>Two', key: '2', rules: { walls: [1, 2] } },
    ]);
  });

  it('change in place: form, escapes, duplicate keys and a byte order mark stay', async () => {
    const json =
      '\ufeff{\r\n\t"a" : "Red\\/blue \\u003cb>x\\u003c\\/b>",\t"a":"Say \\"Red\\"\\n now"\r\n, "b": 1.50}\r\n';
    const { json: written } = await translated(json, {
      'Red/blue <1>x</1>': 'Rot/blau & <1>y</1>',
      'Say "Red"\n now': 'Sag "Rot"\n jetzt',
    });
    expect(written).toBe(
      '\ufeff{\r\n\t"a" : "Rot\\/blau & \\u003cb>y\\u003c\\/b>",\t"a":"Sag \\"Rot\\"\\n jetzt"\r\n, "b": 1.50}\r\n',
    );
  });

  it('are written in ASCII where the file is', async () => {
    const { json } = await translated('{"a": "caf\\u00E9", "b": "house"}', { house: 'Häuser 😀' });
    expect(json).toBe('{"a": "caf\\u00E9", "b": "H\\u00e4user \\ud83d\\ude00"}');
  });

  it('are the same bytes where no target changes', async () => {
    const json = '{ "a": "One \\u0041 \\/", "b": "{n, plural, one{# car}other {# cars}}" }';
    const targets = Object.fromEntries((await segmentsOf(json)).map(({ text }) => [text, text]));
    expect((await translated(json, targets)).json).toBe(json);
  });
});

describe('files of messages', () => {
  it('of Chrome have a text in `message`, its placeholders, and a description', async () => {
    const json =
      '{"greet": {"message": "Hello $USER$, pay $$5", "description": "On top", "placeholders": {"user": {"content": "$1"}}}}';
    expect(await segmentsOf(json)).toEqual([
      { text: 'Hello <1/>, pay $$5', key: 'greet.message', note: 'On top' },
    ]);
    expect((await translated(json, { 'Hello <1/>, pay $$5': '<1/>, hallo' })).json).toContain(
      '"$USER$, hallo"',
    );
  });

  it('are such only where every text has its own', async () => {
    expect(await textsOf('{"a": {"message": "One text"}, "b": {"title": "Two texts"}}')).toEqual([
      ['a.message', 'One text'],
      ['b.title', 'Two texts'],
    ]);
  });

  it('of FormatJS, Lokalise and Transifex, and compiled ones', async () => {
    expect(await textsOf('[{"id": "x", "defaultMessage": "One text", "description": "d"}]')).toEqual([
      ['0.defaultMessage', 'One text'],
    ]);
    expect(await textsOf('{"a": {"translation": "One text", "notes": "A note"}}')).toEqual([
      ['a.translation', 'One text'],
    ]);
    expect(await textsOf('{"a": {"string": "One text", "comment": "A note"}}')).toEqual([
      ['a.string', 'One text'],
    ]);
    expect(
      await textsOf(
        '{"a": [{"type": 0, "value": "Hello "}, {"type": 6, "value": "num", "pluralType": "cardinal", "options": {"one": {"value": [{"type": 0, "value": "a dog"}]}}}]}',
      ),
    ).toEqual([
      ['a.0.value', 'Hello'],
      ['a.1.options.one.value.0.value', 'a dog'],
    ]);
    expect(
      await textsOf(
        '{"a": ["You have ", ["count", "plural", {"offset": 1, "one": ["#", " dog"]}], " and ", ["0"]]}',
      ),
    ).toEqual([
      ['a.0', 'You have'],
      ['a.1.2.one.0', '#'],
      ['a.1.2.one.1', 'dog'],
      ['a.2', 'and'],
    ]);
  });

  it('of ARB name their language, and say in @key what a text is for', async () => {
    const json = '{"@@locale": "en", "hi": "Hello", "@hi": {"description": "On top"}}';
    expect(await segmentsOf(json)).toEqual([{ text: 'Hello', key: 'hi', note: 'On top' }]);
    const { json: written } = await translated(json, { Hello: 'Hallo' }, { to: 'pt-BR', fileName: 'en.arb' });
    expect(written).toBe('{"@@locale": "pt_BR", "hi": "Hallo", "@hi": {"description": "On top"}}');
    expect((await translated(json, {})).json).toBe(json);
    const other = json.replace('"en"', '"fr"');
    expect((await translated(other, { Hello: 'Hallo' })).json).toContain('"@@locale": "fr"');
  });

  it('are chosen by the paths of their keys', async () => {
    const json =
      '{"a": {"title": "A title", "body": "A body"}, "b.title": "B title", "c": {"d": {"title": "D title"}}}';
    const keys = async (formatOptions: object) =>
      (await segmentsOf(json, { formatOptions })).map(({ key }) => key);
    expect(await keys({ 'json.include': ['*.title'] })).toEqual(['a.title', 'b.title']);
    expect(await keys({ 'json.include': ['**.t*le'] })).toEqual(['a.title', 'b.title', 'c.d.title']);
    expect(await keys({ 'json.exclude': ['a.**', 'c.*.title'] })).toEqual(['b.title']);
    const { json: written } = await translated(
      json,
      { 'A body': 'Text' },
      { formatOptions: { 'json.include': ['a.body'] } },
    );
    expect(written).toBe(json.replace('A body', 'Text'));
  });
});

describe('plural forms', () => {
  const json =
    '{"car_one": "{{count}} car",\n  "car_other": "{{count}} cars",\n  "x": {"one": "dog", "other": "dogs"}}';
  const targets = { '{{count}} cars': '{{count}} samochodów', dogs: 'psów' };

  it('that the target language needs and the file lacks are warned of', async () => {
    const { json: written, warnings } = await translated(json, targets, { to: 'pl' });
    expect(written).toBe(json.replace('cars', 'samochodów').replace('dogs', 'psów'));
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([['plural_keys_missing', 2]]);
    expect((await translated(json, targets, { to: 'es' })).warnings).toEqual([]);
  });

  it('are added as keys by an option', async () => {
    const { json: written, warnings } = await translated(json, targets, {
      to: 'pl',
      formatOptions: { 'json.plurals': true },
    });
    expect(warnings).toEqual([]);
    expect(JSON.parse(written)).toEqual({
      car_one: '{{count}} car',
      car_other: '{{count}} samochodów',
      car_few: '{{count}} samochodów',
      car_many: '{{count}} samochodów',
      x: { one: 'dog', other: 'psów', few: 'psów', many: 'psów' },
    });
    expect(written).toContain('samochodów",\n  "car_few": "{{count}} samochodów",\n  "car_many"');
  });
});

it('copies names for the program, known by their keys', async () => {
  const json =
    '{"id": "white-bread", "css": "btn btn-red", "icon": "Red car", "class": "first class", "note": "two-fold"}';
  expect((await segmentsOf(json)).map(({ key, copy }) => [key, copy])).toEqual([
    ['id', true],
    ['css', true],
    ['icon', undefined],
    ['class', undefined],
    ['note', undefined],
  ]);
});

describe('quotations of ICU', () => {
  it('stay, also in a message without a choice', async () => {
    const json = JSON.stringify({ a: "The '{' in '{Isn''t}' it's {x}", b: '{n, plural, other {cars}}' });
    const whole = "The <1/> in <2/> it's <3/>";
    expect((await textsOf(json))[0]).toEqual(['a', whole]);
    const written = JSON.parse((await translated(json, { [whole]: "Das <1/> in <2/> ist's <3/>" })).json) as {
      a: string;
    };
    expect(written.a).toBe("Das '{' in '{Isn''t}' ist''s {x}");
  });
});

describe('bad files', () => {
  it.each([
    ['{"a": "b"', 'damaged_file'],
    ['{"a": "b",}', 'damaged_file'],
    ['{"a": "b"} // comment', 'damaged_file'],
    ["{'a': 'b'}", 'damaged_file'],
    ['{"a": "\\x"}', 'damaged_file'],
    [`${'['.repeat(300)}${']'.repeat(300)}`, 'hostile_file'],
    ['['.repeat(100_000), 'hostile_file'],
  ])('are refused: %.20s', async (json, code) => {
    expect(await refusalCode(() => segmentsOf(json))).toBe(code);
  });

  it('that are string catalogues of Xcode are refused by name', async () => {
    const catalog = '{\n  "sourceLanguage" : "en",\n  "strings" : {}, "version" : "1.0"\n}';
    const claims = { fileName: 'Localizable.xcstrings', mediaType: undefined };
    expect(await refusalCode(() => detectFormat(Buffer.from(catalog), claims))).toBe('unsupported_file_type');
    expect(
      (await detectFormat(Buffer.from('{}'), { fileName: 'a.arb', mediaType: undefined })).fileType,
    ).toBe('json');
  });
});
