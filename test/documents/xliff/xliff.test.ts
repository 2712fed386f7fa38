import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { xliffFormat } from '../../../service/documents/xliff/xliff-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_DE = { from: 'en', to: 'de' };

const file12 = (units: string, attributes = ' target-language="de"') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n <file source-language="en"${attributes} original="a">\n  <body>\n${units}\n  </body>\n </file>\n</xliff>\n`;
const file2 = (units: string, attributes = ' trgLang="de"') =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"${attributes}>\n <file id="f">\n${units}\n </file>\n</xliff>\n`;
const unit12 = (source: string, more = '', attributes = '') =>
  `   <trans-unit id="u"${attributes}>\n    <source>${source}</source>${more}\n   </trans-unit>`;

async function segmentsOf(xml: string, options: object = {}) {
  const { segments } = await xliffFormat.extract(Buffer.from(xml), { ...ANY_NUMBER, ...EN_DE, ...options });
  return segments;
}

async function textsOf(xml: string, options: object = {}) {
  return (await segmentsOf(xml, options)).map(({ text }) => text);
}

async function translated(xml: string, translate: (text: string) => string | null, options: object = {}) {
  const segments = await segmentsOf(xml, options);
  const targets = segments.map(({ text, copy }) => (copy === true ? null : translate(text)));
  const { bytes, warnings } = await xliffFormat.assemble(Buffer.from(xml), targets, { ...EN_DE, ...options });
  return { xml: Buffer.from(bytes).toString(), warnings };
}

const upper = (text: string) => text.replace(/(?<![&a-z])[a-z]+(?![^<]*>)/g, (word) => word.toUpperCase());

describe('units that are to do', () => {
  it.each([
    ['without a target', '', 1],
    ['with an empty one', '<target state="translated"/>', 1],
    ['with an empty one in CDATA', '<target><![CDATA[]]></target>', 1],
    ['with blank CDATA', '<target> <![CDATA[ \n]]> </target>', 1],
    ['with a copy of the source', '<target>A  text</target>', 1],
    ['new', '<target state="new">Ein Text</target>', 1],
    ['that need something', '<target state="needs-adaptation">Ein Text</target>', 1],
    ['translated', '<target>Ein Text</target>', 0],
    ['translated with the same words', '<target state="final">A text</target>', 0],
  ])('are those of 1.2 %s: %s', async (_, target, count) => {
    expect(await textsOf(file12(unit12('A text', `\n    ${target}`)))).toHaveLength(count);
  });

  it('are not those that are approved or not to be translated, also in a group', async () => {
    const copied = '<target>A text</target>';
    expect(await textsOf(file12(unit12('A text', copied, ' approved="yes"')))).toEqual([]);
    expect(await textsOf(file12(unit12('A text', '', ' translate="no"')))).toEqual([]);
    expect(
      await textsOf(
        file2(
          '<group id="g" translate="no"><unit id="u"><segment><source>A text</source></segment></unit></group>',
        ),
      ),
    ).toEqual([]);
  });

  it('are chosen by an option', async () => {
    const xml = file12(
      [
        unit12('One text'),
        unit12('Two text', '<target>Two text</target>'),
        unit12('Three text', '<target>Drei</target>'),
      ].join('\n'),
    );
    const refill = (value: string) => textsOf(xml, { formatOptions: { 'xliff.refill': value } });
    expect(await refill('missing')).toEqual(['One text']);
    expect(await refill('unfinished')).toEqual(['One text', 'Two text']);
    expect(await refill('all')).toEqual(['One text', 'Two text', 'Three text']);
  });

  it('say what they are called, what notes say of them, and how long a translation may be', async () => {
    expect(
      await segmentsOf(
        file12(
          unit12(
            'A text',
            '<note from="meaning">For the menu</note>',
            ' resname="menu.text" maxwidth="20" size-unit="char"',
          ),
        ),
      ),
    ).toEqual([
      { text: 'A text', key: 'menu.text', note: 'For the menu\nAt most 20 characters', maxChars: 20 },
    ]);
  });
});

describe('a new target', () => {
  it('is written behind the source as that is; nothing else changes', async () => {
    const xml = file12(
      unit12(
        'A <g id="1">red &quot;car&quot;</g> <!-- new --><x id="2"/>&amp; more ',
        '\n    <!-- stays --><note>n</note><alt-trans><target>Alt</target></alt-trans>',
      ),
    );
    const { xml: written } = await translated(xml, upper);
    expect(written).toBe(
      xml.replace(
        '</source>',
        '</source>\n    <target>A <g id="1">RED &quot;CAR&quot;</g> <x id="2"/>&amp; MORE </target>',
      ),
    );
  });

  it('takes the place of an old one, with a state where the file has states', async () => {
    const xml = file12(
      unit12('A text', '<target state="new" xml:lang="de">Text</target>') + unit12('More text', '<target/>'),
    );
    expect((await translated(xml, upper)).xml).toBe(
      xml
        .replace(
          '<target state="new" xml:lang="de">Text</target>',
          '<target state="needs-review-translation" xml:lang="de" state-qualifier="leveraged-mt">A TEXT</target>',
        )
        .replace(
          '<target/>',
          '<target state="needs-review-translation" state-qualifier="leveraged-mt">MORE TEXT</target>',
        ),
    );
    const plain = file12(unit12('More text', '<target/>'));
    expect((await translated(plain, upper)).xml).toContain('<target>MORE TEXT</target>');
    const always = { formatOptions: { 'xliff.state': 'always' } };
    expect((await translated(plain, upper, always)).xml).toContain('state="needs-review-translation"');
  });

  it('is final where a person has confirmed it', async () => {
    const confirmed = { confirmed: [true, false] };
    const xml = file12(
      unit12('A text', '<target state="new" state-qualifier="exact-match">x</target>') +
        unit12('More text', '<target/>'),
    );
    const { xml: written } = await translated(xml, upper, confirmed);
    expect(written).toContain('<target state="final">A TEXT</target>');
    expect(written).toContain(
      '<target state="needs-review-translation" state-qualifier="leveraged-mt">MORE TEXT',
    );
  });

  it('names the language where the file does not, and is refused where it names another', async () => {
    const xml = file12(unit12('A text'), '');
    expect((await translated(xml, upper)).xml).toContain(
      '<file source-language="en" original="a" target-language="de">',
    );
    expect((await translated(xml, () => null)).xml).toBe(xml);
    const copy = file12(unit12('A text'), ' target-language="en"');
    expect((await translated(copy, upper)).xml).toContain('target-language="de"');
    const swiss = file12(unit12('A text'), ' target-language="de-CH"');
    expect((await translated(swiss, upper)).xml).toContain('target-language="de-CH"');
    const french = file12(unit12('A text'), ' target-language="fr"');
    expect(await refusalCode(() => segmentsOf(french))).toBe('other_language');
    expect(await refusalCode(() => segmentsOf(file2('', ' trgLang="fr"')))).toBe('other_language');
  });

  it('is divided as its source is; parts that are translated stay', async () => {
    const seg =
      '<seg-source><mrk mtype="seg" mid="0">One text.</mrk> <mrk mtype="seg" mid="1">2</mrk> <mrk mtype="seg" mid="2">Two text.</mrk></seg-source>';
    const xml = file12(unit12('One text. 2 Two text.', seg));
    expect(await textsOf(xml)).toEqual(['One text.', '2', 'Two text.']);
    expect((await translated(xml, upper)).xml).toContain(
      '<target><mrk mtype="seg" mid="0">ONE TEXT.</mrk> <mrk mtype="seg" mid="1">2</mrk> <mrk mtype="seg" mid="2">TWO TEXT.</mrk></target>',
    );
    const half = file12(
      unit12(
        'One text. 2 Two text.',
        `${seg}<target><mrk mid="0" mtype="seg">Eins.</mrk> - <mrk mid="1" mtype="seg">2</mrk> <mrk mid="2" mtype="seg"/></target>`,
      ),
    );
    expect((await translated(half, upper)).xml).toBe(
      half.replace('<mrk mid="2" mtype="seg"/>', '<mrk mid="2" mtype="seg">TWO TEXT.</mrk>'),
    );
  });

  it('has each code of its source once, whatever became of them', async () => {
    const source =
      '<bpt id="1">&lt;b></bpt>Red<ept id="1">&lt;/b></ept> <bx id="2"/>car <bpt id="3"/>on<ex id="2"/> the<ept id="3"/> road<ph id="4"><sub>x</sub></ph> to <mrk mtype="protected">Rome</mrk>.';
    const xml = file12(unit12(source));
    expect(await textsOf(xml)).toEqual(['<1>Red</1> <2>car <3/>on</2> the<4/> road<5/> to <6/>.']);
    const { xml: written } = await translated(xml, () => '<6/> rot <3/><2>x</2><9/>');
    const target = /<target>(.*)<\/target>/.exec(written)![1]!;
    for (const code of source.match(/<(?:bx|ex)[^>]*>|<(bpt|ept|ph|mrk).*?<\/\1>|<(?:bpt|ept) id="3"\/>/g)!)
      expect(target.split(code)).toHaveLength(2);
  });

  it('keeps the tags of Angular in order', async () => {
    const xml = file12(
      unit12(
        'A <x id="START_LINK_1"/>red<x id="CLOSE_LINK"/> car, <x id="START_BOLD_TEXT"/>go<x id="CLOSE_BOLD_TEXT"/>.',
      ),
    );
    expect(await textsOf(xml)).toEqual(['A <1>red</1> car, <2>go</2>.']);
    expect((await translated(xml, () => '<2>los</2>, <1>rotes</1> Auto.')).xml).toContain(
      '<target><x id="START_BOLD_TEXT"/>los<x id="CLOSE_BOLD_TEXT"/>, <x id="START_LINK_1"/>rotes<x id="CLOSE_LINK"/> Auto.</target>',
    );
  });

  it('has tags that are written as text around their words, and code in them as it is', async () => {
    const source = 'The &lt;b&gt;red&lt;/b&gt; &lt;code&gt;house&lt;/code&gt; &lt; 3';
    expect(await textsOf(file12(unit12(source)))).toEqual(['The <1>red</1> <2/> &lt; 3']);
    const { xml } = await translated(
      file12(unit12(source)),
      () => 'Das <2/> <1>rote</1> &lt; 3 &lt;i>x&lt;/i>',
    );
    expect(xml).toContain(
      '<target>Das &lt;code&gt;house&lt;/code&gt; &lt;b&gt;rote&lt;/b&gt; &lt; 3 &lt;i>x&lt;/i></target>',
    );
  });

  it('stays CDATA, and folds lines that are laid out', async () => {
    const cdata = file12(unit12('<![CDATA[A <b>text</b> & more]]>'));
    expect((await translated(cdata, () => 'Ein ]]> &lt;b> Text')).xml).toContain(
      '<target><![CDATA[Ein ]]]]><![CDATA[> <b> Text]]></target>',
    );
    const laid = file12(unit12('\n     A long\n     text\n    '));
    expect(await textsOf(laid)).toEqual(['A long text']);
    expect((await translated(laid, upper)).xml).toContain('<target>\n     A LONG TEXT\n    </target>');
  });

  it('has the forms of ICU messages that the target language needs', async () => {
    const xml = file12(
      unit12(
        '{VAR_PLURAL, plural, =0 {no <x id="B" equiv-text="{{ b }}"/>} other {<x id="N"/> cars &amp; \'}\'}}',
      ),
      '',
    );
    expect((await segmentsOf(xml)).map(({ text, key, group }) => ({ text, key, group }))).toEqual([
      { text: 'no <1/>', key: 'u (VAR_PLURAL==0)', group: '0' },
      { text: '<1/> cars &amp; <2/>', key: 'u (VAR_PLURAL=other)', group: '0' },
    ]);
    expect((await translated(xml, (text) => text.replace('cars', "d'autos"), { to: 'pl' })).xml).toContain(
      `<target>{VAR_PLURAL, plural, =0 {no <x id="B" equiv-text="{{ b }}"/>} one {<x id="N"/> d'autos &amp; '}'} few {<x id="N"/> d'autos &amp; '}'} many {<x id="N"/> d'autos &amp; '}'} other {<x id="N"/> d'autos &amp; '}'}}</target>`,
    );
  });

  it('has tags of ICU messages with any values', async () => {
    const xml = file2(
      `<unit id="u"><segment><source>{V, select, a {It <pc id="0" dispStart="&lt;b>" dispEnd="&lt;/b>">on</pc>} other {No}}</source></segment></unit>`,
    );
    expect(await textsOf(xml)).toEqual(['It <1>on</1>', 'No']);
  });

  it('that nothing in needed translating is a copy, once others are translated', async () => {
    const xml = file12(unit12('A text') + unit12('123'));
    expect((await translated(xml, upper)).xml).toContain('<target>123</target>');
    expect((await translated(xml, () => null)).xml).toBe(xml);
  });
});

describe('XLIFF 2', () => {
  it('has a segment each, with its state; what is between them is copied', async () => {
    const xml = file2(
      `  <unit id="u1" name="menu">
   <originalData><data id="d1">&lt;br/></data></originalData>
   <segment id="s1" state="initial" subState="a:b">
    <source>One <pc id="1">big</pc><ph id="2" dataRef="d1"/>text.</source>
   </segment>
   <ignorable>
    <source> </source>
   </ignorable>
   <segment id="s2">
    <source>Two <sc id="3"/>texts<ec startRef="3"/><cp hex="0001"/>.</source>
   </segment>
  </unit>`,
    );
    expect((await segmentsOf(xml)).map(({ key, text }) => [key, text])).toEqual([
      ['menu s1', 'One <1>big</1><2/>text.'],
      ['menu s2', 'Two <1>texts</1><2/>.'],
    ]);
    expect((await translated(xml, upper)).xml).toBe(
      xml
        .replace('<segment id="s1" state="initial" subState="a:b">', '<segment id="s1" state="translated">')
        .replace('<segment id="s2">', '<segment id="s2" state="translated">')
        .replace(
          'text.</source>',
          'text.</source>\n    <target>ONE <pc id="1">BIG</pc><ph id="2" dataRef="d1"/>TEXT.</target>',
        )
        .replace('<source> </source>', '<source> </source>\n    <target> </target>')
        .replace(
          '/>.</source>',
          '/>.</source>\n    <target>TWO <sc id="3"/>TEXTS<ec startRef="3"/><cp hex="0001"/>.</target>',
        ),
    );
  });

  it('says of a translation that is too long that it is not finished', async () => {
    const xml = file2(
      '<unit id="u" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" slr:sizeRestriction="8"><segment><source>A text</source></segment></unit>',
    );
    const { xml: written, warnings } = await translated(xml, () => 'Ein langer Text');
    expect(written).toContain(
      '<segment state="initial"><source>A text</source><target>Ein langer Text</target>',
    );
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([['unit_too_long', 1]]);
    expect((await translated(xml, () => 'Ein Text')).warnings).toEqual([]);
  });

  it('locks protected text, and keeps ordered codes in order', async () => {
    const xml = file2(
      `<unit id="u"><segment><source>Red <sm id="1" translate="no"/>big car<em startRef="1"/> of <mrk id="2" translate="no">Rome</mrk></source></segment></unit>
<unit id="v"><segment><source>A <pc id="1" canReorder="firstNo">red <ph id="2" canReorder="no"/></pc> car</source></segment></unit>
<unit id="w"><segment><source>A <pc id="1" canReorder="no">red</pc> car</source></segment></unit>`,
    );
    expect((await segmentsOf(xml)).map(({ text, rules }) => [text, rules?.walls ?? []])).toEqual([
      ['Red <1/> of <2/>', []],
      ['A <1/>red <2/><3/> car', [1, 2, 3]],
      ['A <1>red</1> car', []],
    ]);
    expect((await translated(xml, (text) => text.replace('Red', 'Rot'))).xml).toContain(
      '<target>Rot <sm id="1" translate="no"/>big car<em startRef="1"/> of <mrk id="2" translate="no">Rome</mrk></target>',
    );
  });

  it('shows comments, and an old translation that goes', async () => {
    const xml = file2(
      `<unit id="u"><notes><note category="location">a.ts:1</note><note>Short</note></notes><segment state="initial"><source>A <mrk id="1" type="comment" value="A pun">text</mrk></source><target>Ein Tex</target></segment></unit>`,
    );
    expect((await segmentsOf(xml)).map(({ note }) => note)).toEqual([
      'Short\nA pun\nState: initial\nUnfinished translation: Ein Tex',
    ]);
  });

  it('with a prefix writes it', async () => {
    const xml =
      '<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.2" version="2.2" srcLang="en"><x:file id="f"><x:unit id="u"><x:segment><x:source>A text</x:source></x:segment></x:unit></x:file></x:xliff>';
    expect((await translated(xml, upper)).xml).toContain('<x:target>A TEXT</x:target>');
  });
});

describe('files', () => {
  it('of Trados say that a machine made a draft', async () => {
    const xml = file12(
      '<trans-unit id="u"><source>One two</source><seg-source><mrk mtype="seg" mid="1">One two</mrk></seg-source><target><mrk mtype="seg" mid="1"/></target><sdl:seg-defs xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"><sdl:seg id="1"/></sdl:seg-defs></trans-unit>',
    );
    expect((await translated(xml, upper)).xml).toContain('<sdl:seg id="1" conf="Draft" origin="mt"/>');
    const finished = xml
      .replace('mid="1"/>', 'mid="1">One two</mrk>')
      .replace('<sdl:seg id="1"/>', '<sdl:seg id="1" conf="Translated"/>');
    expect(await textsOf(finished)).toEqual([]);
    expect(await textsOf(xml.replace('<sdl:seg id="1"', '<sdl:seg id="1" locked="true"'))).toEqual([]);
  });

  it('keep their encoding: a letter that it lacks becomes a reference', async () => {
    const xml = file12(unit12('café')).replace('UTF-8', 'ISO-8859-1');
    const options = { ...EN_DE, maxSegments: 10 };
    const { segments } = await xliffFormat.extract(Buffer.from(xml, 'latin1'), options);
    expect(segments[0]!.text).toBe('café');
    const { bytes } = await xliffFormat.assemble(Buffer.from(xml, 'latin1'), ['kawę'], options);
    expect(Buffer.from(bytes).toString('latin1')).toContain('<target>kaw&#x119;</target>');
  });

  it('are known by their root; those that a job exported are imported, not translated', async () => {
    const claims = { fileName: 'a.xlf', mediaType: undefined };
    expect((await detectFormat(Buffer.from(file2('')), claims)).fileType).toBe('xliff');
    const own = file2('').replace('<file id="f">', '<file id="job-1" original="a" canResegment="no">');
    expect(await refusalCode(() => detectFormat(Buffer.from(own), claims))).toBe('unsupported_file_type');
  });

  it.each([
    ['<xliff version="1.2"><file>', 'damaged_file'],
    ['<!DOCTYPE xliff [<!ENTITY a "b">]><xliff version="1.2"/>', 'hostile_file'],
    [`<xliff version="1.2">${'<group>'.repeat(300)}${'</group>'.repeat(300)}</xliff>`, 'hostile_file'],
  ])('are refused: %.30s', async (xml, code) => {
    expect(await refusalCode(() => segmentsOf(xml))).toBe(code);
  });
});
