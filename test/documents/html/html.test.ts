import { describe, expect, it } from 'vitest';
import { htmlFormat } from '../../../service/documents/html/html-format.ts';
import { plainText } from '../../../service/text/codes.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_DE = { from: 'en', to: 'de' };

async function segmentsOf(html: string, options: object = {}) {
  const { segments } = await htmlFormat.extract(Buffer.from(html), { ...ANY_NUMBER, ...EN_DE, ...options });
  return segments;
}

async function textsOf(html: string, options: object = {}): Promise<string[]> {
  return (await segmentsOf(html, options)).map(({ text }) => text);
}

async function assembled(html: string, targets: (string | null)[], options: object = {}) {
  const { bytes, warnings } = await htmlFormat.assemble(Buffer.from(html), targets, { ...EN_DE, ...options });
  return { html: Buffer.from(bytes).toString(), warnings };
}

async function translated(html: string, translate: (text: string) => string, options: object = {}) {
  const segments = await segmentsOf(html, options);
  const targets = segments.map(({ text, copy }) => (copy === true ? null : translate(text)));
  return (await assembled(html, targets, options)).html;
}

describe('texts of a page', () => {
  it('begin and end at the tags of blocks, also of unclosed ones', async () => {
    expect(
      await textsOf(
        '<h1>Big</h1><ul><li>Red car<li>Big <b>house</b></ul><table><tr><td>One<td>Two</table><p>First<p>Second<hr>Third',
      ),
    ).toEqual(['Big', 'Red car', 'Big <1>house</1>', 'One', 'Two', 'First', 'Second', 'Third']);
  });

  it('are for a translator where a break is between a word and an address', async () => {
    const [segment] = await segmentsOf('<p>Questions<br>https://example.org/house</p>');
    expect(segment?.copy).toBeUndefined();
  });

  it('have hard spaces at their ends outside, however those are written', async () => {
    const html =
      '<p>&nbsp;&#160;Red <b>car</b>&#xA0; </p><td>\u00a0Big;&nbsp;\u00a0</td><p>A&nbsp;B&shy;</p>';
    expect(await textsOf(html)).toEqual(['Red <1>car</1>', 'Big;', 'A\u00a0B\u00ad']);
    expect(await translated(html, (text) => `[${text}]`)).toBe(
      '<p>&nbsp;&#160;[Red <b>car</b>]&#xA0; </p><td>\u00a0[Big;]&nbsp;\u00a0</td><p>[A&nbsp;B&shy;]</p>',
    );
  });

  it('have a code for each inline element; links are kept, line breaks are walls', async () => {
    const [segment] = await segmentsOf('<p>See <a href="x">the <i>page</i></a><br>Or <b>ask</b> us</p>');
    expect(segment).toEqual({
      text: 'See <1>the <2>page</2></1><3/>Or <4>ask</4> us',
      rules: { kept: [1], walls: [3] },
    });
  });

  it('fold white space, and leave out what has no words at both ends', async () => {
    const html = '<p>\n  <img src="a.png"> <span class="x">Two\n   words</span>  </p>';
    expect(await textsOf(html)).toEqual(['Two words']);
    expect(await translated(html, () => 'Zwei Worte')).toBe(html.replace('Two\n   words', 'Zwei Worte'));
  });

  it('do not hold what is no text of the page', async () => {
    expect(
      await textsOf(
        `<!-- comment --><style>p {}</style><script>var text = "<p>no</p>";</script><p translate=no>no</p>
        <div class="x notranslate"><p>no</p></div><p lang="fr">non</p><pre><code>no way here</code></pre>
        <math><mi>no</mi></math><p>Press <tt>Esc</tt> now</p>`,
      ),
    ).toEqual(['Press <1/> now']);
  });

  it('of preformatted prose are its lines; code is kept', async () => {
    const html = '<pre>Roses are red\n  violets are blue</pre><pre>$ ls -l\nint x = 1;</pre>';
    expect(await textsOf(html)).toEqual(['Roses are red', 'violets are blue']);
    expect(await translated(html, (text) => (text.startsWith('R') ? 'x = {1};' : 'blau'))).toBe(
      '<pre>x = {1};\n  blau</pre><pre>$ ls -l\nint x = 1;</pre>',
    );
  });

  it('are one for each link of a menu', async () => {
    expect(await textsOf('<nav><a href="a">Home</a> | <a href="b">About us</a></nav>')).toEqual([
      'Home',
      'About us',
    ]);
  });

  it('are in attributes that are shown, before the text around them', async () => {
    const html = `<p>An <img alt='A "red" car' title=Car> image</p><input type=submit value="Send"><input value="kept">`;
    expect(await textsOf('<th abbr=Price>All prices<td abbr=kept>')).toEqual(['Price', 'All prices']);
    expect(await textsOf(html)).toEqual(['A "red" car', 'Car', 'An <1/> image', 'Send']);
    const targets = [`Ein "rotes" 'Auto'`, 'Auto & mehr', 'Ein <1/> Bild', null];
    expect((await assembled(html, targets)).html).toBe(
      `<p>Ein <img alt='Ein "rotes" &#39;Auto&#39;' title="Auto &amp; mehr"> Bild</p><input type=submit value="Send"><input value="kept">`,
    );
  });

  it('have rules that keep links out of one another', async () => {
    const { segments } = await htmlFormat.extract(
      Buffer.from('<p>A<a href=n>1</a> note and <a href=l>a lake</a></p>'),
      { from: 'en', to: 'de', maxSegments: 9 },
    );
    expect(segments[0]!.rules).toMatchObject({ closed: [1, 2], outer: [1, 2] });
  });

  it('are in the title of an embedded page', async () => {
    expect(await textsOf('<iframe src="a" title="A map">no <b>text</b></iframe><p>Words</p>')).toEqual([
      'A map',
      'Words',
    ]);
  });

  it.each([
    ['quoted', `<iframe srcdoc="<p>Red <b title='A'>car</b></p><pre>a = 1;</pre>Its &amp;lt;tag>"></iframe>`],
    [
      'escaped',
      `<iframe srcdoc='&lt;p&gt;Red &lt;b title="A"&gt;car&lt;/b&gt;&lt;/p&gt;&lt;pre&gt;a = 1;&lt;/pre&gt;Its &amp;lt;tag&gt;'></iframe>`,
    ],
  ])('are in a page in an attribute, %s', async (_, frame) => {
    const html = `<p>One ${frame} two</p>`;
    expect(await textsOf(html)).toEqual(['A', 'Red <1>car</1>', 'Its &lt;tag&gt;', 'One <1/> two']);
    const targets = ['Ä', `Rot & "<1>Auto</1>"`, null, 'eins <1/> zwei'];
    const { html: written } = await assembled(
      html,
      targets.map((target) => target?.replace('&', '&amp;') ?? null),
    );
    expect(await textsOf(written)).toEqual([
      'Ä',
      'Rot &amp; "<1>Auto</1>"',
      'Its &lt;tag&gt;',
      'eins <1/> zwei',
    ]);
    expect(written).toContain(frame.includes('&gt;') ? 'a = 1;&lt;/pre&gt;Its' : '<pre>a = 1;</pre>Its');
  });

  it('of a page in an attribute of such a page are kept, with a warning', async () => {
    const warningsOf = async (html: string) =>
      (await htmlFormat.extract(Buffer.from(html), { ...ANY_NUMBER, ...EN_DE })).warnings;
    expect(await warningsOf(`<iframe srcdoc="<iframe srcdoc='<p>Red'>"></iframe>`)).toMatchObject([
      { code: 'embedded_page_kept', count: 1 },
    ]);
    expect(await warningsOf('<iframe srcdoc="<p>Red"></iframe><iframe srcdoc></iframe>')).toEqual([]);
  });

  it('are in further attributes that the job names', async () => {
    const options = { formatOptions: { attributes: ['data-label'] } };
    expect(await textsOf('<td data-label="Price">Free</td>', options)).toEqual(['Price', 'Free']);
  });

  it('go with the heading above them', async () => {
    const segments = await segmentsOf('<title>Zoo</title><h1>Birds</h1><p>Crane</p>');
    expect(segments.map(({ note }) => note)).toEqual([undefined, 'Zoo', 'Birds']);
  });

  it('hold statements of templates that print a value, also at their ends', async () => {
    const html =
      '<p><%= name %> has a car.</p><p>The car of <?= $x ?></p><p><% if x %> A car</p><p><%= x %></p>';
    expect(await textsOf(html)).toEqual(['<1/> has a car.', 'The car of <1/>', 'A car']);
  });

  it('do not hold code of templates', async () => {
    const html = `<p>Hello <?= $user->name ?>, <%= link %> {{ a && b < "c" }}</p><?php if ($a > 1): ?><p>More</p><?php endif; ?>`;
    expect(await textsOf(html)).toEqual(['Hello <1/>, <2/> {{ a &amp;&amp; b &lt; "c" }}', 'More']);
    expect(await translated(html, (text) => text.replace('Hello', 'Hallo').replace('More', 'Mehr'))).toBe(
      html.replace('Hello', 'Hallo').replace('More', 'Mehr'),
    );
  });

  it('have code and other kept words at their ends; elements without words stay outside', async () => {
    expect(
      await textsOf(
        '<p><code>open()</code> returns a <i lang=la>domus</i></p><p><a href=x><kbd>Esc</kbd></a> closes</p>' +
          '<p><code></code>Red<script>no</script></p><p><code>a</code> <code>b</code></p>',
      ),
    ).toEqual(['<1/> returns a <2/>', '<1/> closes', 'Red']);
  });

  it('keep mentions and hashtags that tags divide', async () => {
    expect(
      await textsOf(
        '<p><a href=x>@<span>ana</span></a> sees <b>#<i>home</i></b> and <b># <i>home</i></b></p>',
      ),
    ).toEqual(['<1/> sees <2/> and <3># <4>home</4></3>']);
  });

  it('in svg are its texts; a drawing without texts does not cut a sentence', async () => {
    expect(
      await textsOf(
        '<p>One <svg><path d="M0"/></svg> two</p><svg><title>Map</title><text>North</text></svg>',
      ),
    ).toEqual(['One <1/> two', 'Map', 'North']);
  });
});

describe('a written page', () => {
  it('writes a character as its own text does', async () => {
    const html = '<p>Caf&eacute;&nbsp;&amp; bar</p><p>Tom & Ann é</p>';
    expect(await textsOf(html)).toEqual(['Café\u00a0&amp; bar', 'Tom &amp; Ann é']);
    expect(await translated(html, (text) => `${text} é\u00a0&amp; &lt;b>`)).toBe(
      '<p>Caf&eacute;&nbsp;&amp; bar &eacute;&nbsp;&amp; &lt;b></p><p>Tom & Ann é é\u00a0& &lt;b></p>',
    );
  });

  it('keeps its encoding: what that lacks becomes a reference', async () => {
    const source = Buffer.from('<meta charset=iso-8859-1><p>Gr\xfc\xdfe</p>', 'latin1');
    const { bytes } = await htmlFormat.assemble(source, ['Grüße €Ω'], EN_DE);
    expect(Buffer.from(bytes).toString('latin1')).toBe(
      '<meta charset=iso-8859-1><p>Gr\xfc\xdfe \x80&#x3a9;</p>',
    );
  });

  it('names its new language where it named the source language, and nothing else', async () => {
    const html =
      '<html lang="en-US"><meta property="og:locale" content="en_US"><meta http-equiv=Content-Language content=en>' +
      '<link rel=alternate hreflang=en href=x><p>Hi there<a lang=fr hreflang=fr>Français</a></p></html>';
    expect(await translated(html, () => 'Hallo<1/>')).toBe(
      html
        .replace('lang="en-US"', 'lang="de"')
        .replace('en_US', 'de_DE')
        .replace('content=en', 'content="de"')
        .replace('Hi there', 'Hallo'),
    );
  });

  it('says that it is read from right to left', async () => {
    const { html } = await assembled('<html lang=en><p>Hi</p></html>', ['مرحبا'], { to: 'ar' });
    expect(html).toBe('<html dir="rtl" lang="ar"><p>مرحبا</p></html>');
  });

  it('stays as it was where no text changes', async () => {
    const html = '<!DOCTYPE html>\r\n<HTML lang=en><p class=a>A &amp b <B>c</b></i>\r\n<td>d</HTML>\r\n';
    const texts = await textsOf(html);
    expect((await assembled(html, texts)).html).toBe(html);
  });

  it('keeps the links of a target without codes, and its tags nest', async () => {
    const html = '<p>See <a href="x">the <i>page</i></a> and <b>ask <u>us</u></b></p>';
    const bare = await translated(html, plainText);
    expect(bare).toContain('<a href="x">');
    expect(await translated(html, () => '<4>a <1>b</4> c</1> <2>d')).toMatch(
      /^<p>.*<a href="x">.*<\/a>.*<\/p>$/,
    );
  });

  it('has whole ruby annotations, or their texts alone', async () => {
    const html = '<p>A <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> here</p>';
    const whole = await assembled(html, ['Hier <1>漢<2>(</2><3>kan</3><4>)</4></1>']);
    expect(whole.html).toBe('<p>Hier <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>');
    const broken = await assembled(html, ['Hier <1>漢(</1><3>kan</3>)']);
    expect(broken).toEqual({ html: '<p>Hier 漢(kan)</p>', warnings: [] });
  });

  it('stays well-formed as XHTML', async () => {
    const html =
      '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><p/><p>One</p><script src="a"/><p>Two</p></html>';
    expect(await textsOf(html, { fileName: 'a.xhtml' })).toEqual(['One', 'Two']);
    expect(await translated(html, () => ']]> & < \u0001')).toContain('<p>]]&gt; &amp; &lt;</p>');
  });
});

describe('hostile and broken pages', () => {
  it.each(['pre', 'textarea', 'listing'])('are read once where XHTML has an empty %s', async (name) => {
    const page = (element: string) => `<?xml version="1.0"?><body>Red<${element}<p>House</p></body>`;
    expect(await textsOf(page(`${name}/>`))).toEqual(['Red', 'House']);
    expect(await textsOf(page(`${name}></${name}>`))).toEqual(['Red', 'House']);
  });

  it('are refused where they declare entities', async () => {
    const html = '<!DOCTYPE html [<!ENTITY a "b">]><p>&a;</p>';
    expect(await refusalCode(() => textsOf(html))).toBe('hostile_file');
  });

  it.each([
    ['open elements', '<b>', 20_000],
    ['end tags of nothing', '<i></b>', 20_000],
    ['nested links with words', '<a>x ', 10_000],
    ['lists in lists', '<ul><li>x', 4_000],
    ['unclosed templates', '<% {{ {% <?', 10_000],
    ['drawings in drawings', '<svg>', 10_000],
    ['preformatted in preformatted', '<pre>', 10_000],
    ['references', '&amp;&#1;', 20_000],
  ])('take time in proportion to their size: %s', async (_, piece, times) => {
    const html = `<p>Start</p>${piece.repeat(times)}`;
    const texts = await textsOf(html);
    expect(texts[0]).toBe('Start');
    expect((await assembled(html, ['Anfang'])).html.startsWith('<p>Anfang</p>')).toBe(true);
  });
});

describe('inline elements with separate texts', () => {
  it('come back where an engine loses them', async () => {
    const html = '<p>A <b>bold</b> <span title="the tip">word</span> here</p>';
    const [tip, text] = await segmentsOf(html);
    expect([tip!.text, text]).toEqual([
      'the tip',
      { text: 'A <1>bold</1> <2>word</2> here', rules: { kept: [2] } },
    ]);
  });
});

describe('CDATA sections', () => {
  const page = (body: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

  it('of XHTML are texts in which nothing is escaped, and stay sections', async () => {
    const html = page('<p> <b><![CDATA[ Tom & Jerry <3 &amp; cats ]]></b></p>');
    expect(await textsOf(html)).toEqual(['Tom &amp; Jerry &lt;3 &amp;amp; cats']);
    expect(await translated(html, () => 'Tom &amp; Jerry &lt;b> ]]&gt; &amp;lt;')).toBe(
      page('<p> <b><![CDATA[ Tom & Jerry <b> ]]]]><![CDATA[> &lt; ]]></b></p>'),
    );
  });

  it('within a sentence become text with references', async () => {
    const html = page('<p>See <![CDATA[A & B]]> and <i>C</i></p>');
    expect(await textsOf(html)).toEqual(['See A &amp; B and <1>C</1>']);
    expect(await translated(html, (text) => text.replace('See', 'Siehe'))).toBe(
      page('<p>Siehe A &amp; B and <i>C</i></p>'),
    );
  });

  it('keep code of templates, scripts and styles', async () => {
    const html = page('<style><![CDATA[p > a {}]]></style><p><![CDATA[a <% if %> b]]></p><p>Text</p>');
    expect(await textsOf(html)).toEqual(['Text']);
    expect(await translated(html, () => 'Satz')).toBe(html.replace('Text', 'Satz'));
  });

  it('have a segment for each line where they are preformatted', async () => {
    const html = page('<pre><![CDATA[The first of lines\nThe second & last line]]></pre>');
    expect(await textsOf(html)).toEqual(['The first of lines', 'The second &amp; last line']);
    expect(await translated(html, (text) => text.replace('The', 'Die'))).toBe(html.replaceAll('The', 'Die'));
  });
});
