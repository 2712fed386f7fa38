import { describe, expect, it } from 'vitest';
import { androidFormat } from '../../../service/documents/android/android-format.ts';
import { detectFormat } from '../../../service/documents/formats.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_FR = { from: 'en', to: 'fr' };
const file = (inner: string, attributes = '') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources${attributes}>\n${inner}\n</resources>\n`;

async function segmentsOf(xml: string) {
  return (await androidFormat.extract(Buffer.from(xml), { ...ANY_NUMBER, ...EN_FR })).segments;
}

async function translated(xml: string, targets: Record<string, string>, options: object = {}) {
  const segments = await segmentsOf(xml);
  const { bytes } = await androidFormat.assemble(
    Buffer.from(xml),
    segments.map(({ text }) => targets[text] ?? null),
    { ...EN_FR, ...options },
  );
  return Buffer.from(bytes).toString();
}

describe('string resources of Android', () => {
  it('are strings, arrays and plurals, unless marked as not translatable', async () => {
    expect(
      await segmentsOf(
        file(`  <!-- On top -->
  <string name="a">Don\\'t \\"go\\"\\n%1$s</string>

  <!-- Far away -->

  <string name="b" translatable="false">Not this</string>
  <string name="ref">@string/a</string>
  <string-array name="list"><item>One car</item><item>Two cars</item></string-array>
  <plurals name="cars"><item quantity="one">A car</item><item quantity="other">%d cars</item></plurals>
  <dimen name="d">4dp</dimen>`),
      ),
    ).toEqual([
      { text: 'Don\'t "go"\n%1$s', key: 'a', note: 'On top' },
      { text: '@string/a', key: 'ref', copy: true },
      { text: 'One car', key: 'list.0', group: 'list' },
      { text: 'Two cars', key: 'list.1', group: 'list' },
      { text: 'A car', key: 'cars.one', group: 'cars' },
      { text: '%d cars', key: 'cars.other', group: 'cars' },
    ]);
  });

  it('are items with a type too, and have the length that a comment allows', async () => {
    expect(
      await segmentsOf(
        file(
          '<item type="string" name="a">One car</item><item type="id" name="b"/><array name="c"><item>Two cars</item><item>@drawable/d</item></array>\n<!-- Title [CHAR LIMIT=9] -->\n<string name="e">My cars</string>',
        ),
      ),
    ).toEqual([
      { text: 'One car', key: 'a' },
      { text: 'Two cars', key: 'c.0', group: 'c' },
      { text: '@drawable/d', key: 'c.1', group: 'c', copy: true },
      { text: 'My cars', key: 'e', note: 'Title [CHAR LIMIT=9]', maxChars: 9 },
    ]);
  });

  it('have codes for tags and for what a program puts in', async () => {
    const xml = file(
      '<string name="a">Hi <b>you</b>, <xliff:g id="n" example="x">%1$s</xliff:g> has <a href="h">a &lt; b</a></string>',
      ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"',
    );
    expect((await segmentsOf(xml)).map(({ text }) => text)).toEqual([
      'Hi <1>you</1>, <2/> has <3>a &lt; b</3>',
    ]);
    expect(
      await translated(xml, {
        'Hi <1>you</1>, <2/> has <3>a &lt; b</3>': "<2/> a <3>l'a &lt; b</3> &amp; <1>toi</1>",
      }),
    ).toBe(
      xml.replace(
        /Hi.*(?=<\/string>)/,
        '<xliff:g id="n" example="x">%1$s</xliff:g> a <a href="h">l\\\'a &lt; b</a> &amp; <b>toi</b>',
      ),
    );
  });

  it('change in place with the escapes that Android needs', async () => {
    const xml = file(
      '<string name="a">\n    One\n    text</string><string name="b">" Two  text "</string><string name="c"><![CDATA[<p>Three</p>]]></string><string name="d">Four text:\\u0020</string>',
    );
    expect((await segmentsOf(xml)).map(({ text }) => text)).toEqual([
      'One text',
      'Two  text',
      'Three',
      'Four text:',
    ]);
    expect(
      await translated(xml, {
        'One text': '@l\'été "\\"',
        'Two  text': "L'autre",
        Three: "L'un & l'autre".replace('&', '&amp;'),
        'Four text:': 'Quatre :',
      }),
    ).toBe(
      file(
        '<string name="a">\n    @l\\\'été \\"\\\\\\"</string><string name="b">" L\'autre "</string><string name="c"><![CDATA[<p>L\\\'un & l\\\'autre</p>]]></string><string name="d">Quatre :\\u0020</string>',
      ),
    );
    expect(await translated(file('<string name="a">One text</string>'), { 'One text': '@home' })).toContain(
      '>\\@home<',
    );
  });

  it('get the plural forms of the target language, and name it', async () => {
    const plurals = (items: string) =>
      file(
        `  <plurals name="p">${items}\n  </plurals>`,
        ' xmlns:tools="http://schemas.android.com/tools" tools:locale="en"',
      );
    const xml = plurals('\n    <item quantity="one">A car</item>\n    <item quantity="other">%d cars</item>');
    expect(await translated(xml, { '%d cars': '%d aut' }, { to: 'pl' })).toBe(
      plurals(
        '\n    <item quantity="one">A car</item>\n    <item quantity="other">%d aut</item>\n    <item quantity="few">%d aut</item>\n    <item quantity="many">%d aut</item>',
      ).replace('locale="en"', 'locale="pl"'),
    );
    expect(await translated(xml, {}, { to: 'pl' })).toBe(xml);
  });

  it('are known by their root; other XML is refused', async () => {
    const kindOf = async (xml: string) =>
      (await detectFormat(Buffer.from(xml), { fileName: 'a.xml', mediaType: undefined })).fileType;
    expect(await kindOf(file(''))).toBe('android');
    expect(await kindOf('<xliff version="1.2"><file/></xliff>')).toBe('xliff');
    expect(await refusalCode(() => kindOf('<config/>'))).toBe('unsupported_file_type');
    expect(await refusalCode(() => kindOf('no XML'))).toBe('unsupported_file_type');
    expect(await refusalCode(() => segmentsOf('<resources><string>'))).toBe('damaged_file');
  });
});
