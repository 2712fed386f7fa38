import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../service/documents/formats.ts';
import { androidFormat } from '../../service/documents/android/android-format.ts';
import { htmlFormat } from '../../service/documents/html/html-format.ts';
import { jsonFormat } from '../../service/documents/json/json-format.ts';
import { markdownFormat } from '../../service/documents/markdown/markdown-format.ts';
import { poFormat } from '../../service/documents/po/po-format.ts';
import { resxFormat } from '../../service/documents/resx/resx-format.ts';
import { srtFormat } from '../../service/documents/srt/srt-format.ts';
import { xliffFormat } from '../../service/documents/xliff/xliff-format.ts';
import { ANY_NUMBER, EN_ES } from './support/pseudo.ts';
import { refusalCode } from './support/refusal.ts';
import { textTrip } from './support/text-trip.ts';

const html = textTrip(htmlFormat);
const json = textTrip(jsonFormat);
const srt = textTrip(srtFormat);
const po = textTrip(poFormat);

describe('broken markup', () => {
  it.each([
    ['<p>One <b>two<p>Three</i> <a href="x">four', ['One two', 'Three four']],
    ['<div><p>One</div></div></p><p>Two', ['One', 'Two']],
    ['<p>One</p><p title="a', ['One']],
    ['<p>One <b <i>two</i></p>', ['One two']],
    ['<td>One<tr>Two</table>', ['One', 'Two']],
    ['<p>One</p><!-- Two', ['One']],
    ['<p>1 < 2 & 3 are numbers</p>', ['1 < 2 & 3 are numbers']],
  ])('%s is translated around what is broken', async (page, texts) => {
    const plain = (coded: string) =>
      coded
        .replace(/<\/?\d+\/?>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&amp;/g, '&');
    expect((await html.texts(page)).map(plain)).toEqual(texts);
    const { text, warnings } = await html.translated(page, (coded) => coded.replace(/[aeiou]/g, 'ö'));
    expect(warnings).toEqual([]);
    // The tags are those of the source, in its order.
    expect(text.match(/<[a-z/!][^>]*>?/gi)).toEqual(page.match(/<[a-z/!][^>]*>?/gi));
  });
});

describe('a DOCTYPE', () => {
  const ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';

  it.each([
    ['HTML', htmlFormat, `<!DOCTYPE html [<!ENTITY a "b">]><html><p>&a;</p></html>`],
    ['XLIFF', xliffFormat, `${ENTITY}<xliff version="1.2"><file><body/></file></xliff>`],
    ['Android', androidFormat, `${ENTITY}<resources><string name="a">&b;</string></resources>`],
    ['RESX', resxFormat, `${ENTITY}<root><data name="a"><value>&b;</value></data></root>`],
  ])('with entities is refused in %s', async (_, format, text) => {
    const extract = () => format.extract(Buffer.from(text), { ...ANY_NUMBER, ...EN_ES });
    expect(await refusalCode(extract)).toBe('hostile_file');
  });
});

describe('an encoding that is not the one declared', () => {
  it('is found out where the text is UTF-8', async () => {
    const page = '<meta charset="iso-8859-1"><p>Señor</p>';
    expect(await html.texts(page)).toEqual(['Señor']);
    const catalogue =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=KOI8-R\\n"\n\nmsgid "Señor"\nmsgstr ""\n';
    expect(await po.texts(catalogue)).toEqual(['Señor']);
  });

  it.each(['x-unknown', 'utf-99', ''])('and is called %j is guessed', async (name) => {
    const page = Buffer.from(`<meta charset="${name}"><p>Se\xf1or mayor</p>`, 'latin1');
    const { segments } = await htmlFormat.extract(page, { ...ANY_NUMBER, from: 'es', to: 'en' });
    expect(segments.map(({ text }) => text)).toEqual(['Señor mayor']);
  });

  it('is refused where the bytes are no text', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0, 0, 1, 2, 0, 0x22, 0x7d]);
    expect(await refusalCode(() => detectFormat(bytes, { fileName: 'a.json', mediaType: '' }))).toBeDefined();
  });
});

describe('cues out of order', () => {
  const file = [
    '7\n00:01:00,000 --> 00:01:02,000\nThe last of them',
    '2\n00:00:01,000 --> 00:00:02,000\nThe first',
    '2\n00:00:05,000 --> 00:00:03,000\nends before it begins',
  ].join('\n\n');

  it('stay where they are, and are not joined', async () => {
    expect(await srt.texts(file)).toEqual(['The last of them', 'The first', 'ends before it begins']);
    const { text } = await srt.translated(file, (coded) => coded.replace('first', 'zweite'));
    expect(text).toBe(file.replace('first', 'zweite'));
  });
});

describe('plural forms that do not fit', () => {
  const catalogue = (rule: string, forms: number) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: es\\nPlural-Forms: ${rule}\\n"\n\n` +
    `msgid "car"\nmsgid_plural "cars"\n${Array.from({ length: forms }, (_, n) => `msgstr[${n}] ""\n`).join('')}`;

  it.each([
    ['nplurals=INTEGER; plural=EXPRESSION;', 2],
    ['nplurals=3; plural=n>1 ? :', 2],
    ['nplurals=2; plural=n != 1;', 3],
    ['nplurals=99999999; plural=n;', 2],
    ['nplurals=2; plural=n/0;', 1],
    [`nplurals=2; plural=${'('.repeat(5_000)}n;`, 2],
  ])('(%s, %i forms) leave a file that gettext reads', async (rule, forms) => {
    const { text } = await po.translated(catalogue(rule, forms), ['coche', 'coches']);
    const header = /nplurals=(\d+)/.exec(text)![1]!;
    expect(text.match(/^msgstr\[/gm)).toHaveLength(Number(header));
  });
});

describe('a catalogue that gettext does not read', () => {
  it.each([
    ['an open quotation mark', 'msgid "One\nmsgstr ""\n', 5],
    ['a sign too many', 'msgid "One" x\nmsgstr ""\n', 5],
    ['a line of something else', 'msgid "One"\nmsgstr ""\n\n<<<<<<< HEAD\n', 8],
  ])('with %s keeps that entry, and names the line', async (_, entries, line) => {
    const file = `# One\nmsgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${entries}`;
    const { warnings } = await poFormat.extract(Buffer.from(file), { ...ANY_NUMBER, ...EN_ES });
    expect(warnings).toMatchObject([{ code: 'unit_untranslated', count: 1 }]);
    expect(warnings[0]!.message).toContain(`Line ${line} `);
  });

  it('because of a template’s “nplurals=INTEGER” gets the rule of its language', async () => {
    const rule = 'Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;';
    const { text } = await po.translated(`msgid ""\nmsgstr "${rule}\\n"\n\nmsgid "One"\nmsgstr ""\n`, [
      'Uno',
    ]);
    expect(text).toContain('Plural-Forms: nplurals=2; plural=(n != 1);');
  });
});

it('front matter that is no valid YAML stays, with a warning', async () => {
  const page = Buffer.from('---\ntitle: "One\nlayout: [a\n---\n\nTwo cars\n');
  const { segments, warnings } = await markdownFormat.extract(page, { ...ANY_NUMBER, ...EN_ES });
  expect(segments.map(({ text }) => text)).toEqual(['Two cars']);
  expect(warnings).toMatchObject([{ code: 'unit_untranslated', count: 1 }]);
});

it('XLIFF of an unknown version is refused by its number', async () => {
  const text = '<xliff version="3.0" xmlns="urn:oasis:names:tc:xliff:document:3.0" srcLang="en"/>';
  const detect = () => detectFormat(Buffer.from(text), { fileName: 'a.xlf', mediaType: '' });
  await expect(detect).rejects.toThrow('XLIFF 3.0');
});

describe('messages that are no ICU messages', () => {
  it.each([
    '{count, plural, one {car',
    '{count, plural, one {car}}',
    '{n, select, other {a} other {b}} of {',
    '{n, plural, offset:x other {#}} cars',
    "It's {name",
    '{'.repeat(3_000),
  ])('%s are texts, or stay as they are', async (message) => {
    const file = JSON.stringify({ a: message, b: 'Red car' });
    const { text } = await json.translated(file, (coded) => coded.replace('Red', 'Blue'));
    expect(JSON.parse(text)).toEqual({ a: message, b: 'Blue car' });
  });

  it('stay as they are where a plural has no end, with a warning', async () => {
    const file = Buffer.from('{"a":"{n, plural, one {one car} other {# cars}","b":"Red car"}');
    const { segments, warnings } = await jsonFormat.extract(file, { ...EN_ES, maxSegments: 9 });
    expect(segments.map(({ copy }) => copy === true)).toEqual([true, false]);
    expect(warnings).toMatchObject([{ code: 'unit_untranslated', count: 1 }]);
  });
});

describe('JSON', () => {
  it.each(['{"a": "b",}', '{"a" "b"}', '{"a": "b"', '["a" // x\n]', '{"a": \'b\'}', ''])(
    '%s that does not parse is refused',
    async (text) => {
      expect(await refusalCode(() => json.segments(text))).toBe('damaged_file');
    },
  );

  it('with duplicate keys has both values translated', async () => {
    const { text } = await json.translated('{"a":"Red car","a":"Big car"}', (coded) =>
      coded.replace('car', 'house'),
    );
    expect(text).toBe('{"a":"Red house","a":"Big house"}');
  });
});
