import { describe, expect, it } from 'vitest';
import { markdownFormat } from '../../../service/documents/markdown/markdown-format.ts';
import { expectLinear } from '../../support/linear.ts';
import { refusalCode } from '../support/refusal.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { textTrip } from '../support/text-trip.ts';
import { IS_LONG } from '../../support/effort.ts';

const { texts, segments, translated } = textTrip(markdownFormat);
const mdx = textTrip(markdownFormat, { fileName: 'a.mdx' });
const upper = async (text: string) =>
  (await translated(text, (target) => target.replace(/(?<!<\/?)\p{L}+/gu, (word) => word.toUpperCase())))
    .text;

describe('texts of Markdown', () => {
  it('are those of its blocks, with codes for what is inline', async () => {
    expect(
      await texts(
        '# Big *title* #\n\nSee `code`, the [page](x "Its title")\nand **more**.\n\n- One item\n- [ ] Two items\n\n> Quoted\n\n1. First\n\nTitle\n=====\n\n    code\n\n```\ncode\n```\n',
      ),
    ).toEqual([
      'Big <1>title</1>',
      'Its title',
      'See <1/>, the <2>page</2> and <3>more</3>.',
      'One item',
      'Two items',
      'Quoted',
      'First',
      'Title',
    ]);
  });

  it('are in tables, footnotes, pictures, definitions and HTML blocks', async () => {
    expect(
      await texts(
        '| Head | Col `x` |\n|---|:-:|\n| a big \\| cell | ![A picture](y.png) |\n\nNote[^1] this.\n\n[^1]: The note\n\n[ref]: /x "Def title"\n\n<div title="Tip">\n  <p>Some <b>html</b></p>\n</div>\n',
      ),
    ).toEqual([
      'Head',
      'Col <1/>',
      'a big | cell',
      'A picture',
      'Note<1/> this.',
      'The note',
      'Def title',
      'Tip',
      'Some <1>html</1>',
    ]);
  });

  it('have code at their ends, which alone is none', async () => {
    expect(
      await texts(
        '`open()` returns a [`Car`](x)\n\n**`a`**: red :smile:\n\n`a`\n\n- **`a`**\n- <kbd>Esc</kbd> closes',
      ),
    ).toEqual(['<1/> returns a <2><3/></2>', '<1><2/></1>: red', '<1/> closes']);
  });

  it('have walls at hard breaks, and the heading above as a note', async () => {
    expect(await segments('## Intro\n\nOne line  \nTwo lines\\\n  Three <br> Four')).toEqual([
      { text: 'Intro', kind: 'h2' },
      { text: 'One line<1/>Two lines<2/>Three <3/> Four', rules: { walls: [1, 2, 3] }, note: 'Intro' },
    ]);
  });

  it('leave out syntax beyond CommonMark', async () => {
    expect(
      await texts(
        [
          '## Start {#start}',
          ':::note Take care\nInner text\n:::',
          '!!! tip "Mind the gap"\n\n    Indented text\n\n        code\n',
          '> [!NOTE]\n> A callout',
          '{% if page %}\nA {{ value }} here :smile: and $x^2$ or [[a wiki]]\n{% endif %}',
          '{% highlight js %}\nvar no = "words here";\n{% endhighlight %}',
          '{{< note >}}\nIn a shortcode\n{{< /note >}}',
          '{{< code file="a.html" >}}\n<p>{{ .Title }} words</p>\n\ntitle: x\n{{< /code >}}',
          '[//]: # (a comment)\n[comment]: <> (another)',
          '\\newpage\n\n%% a comment %%\n\nSaid [see @smith2020, p. 3] by [@ann](b) in @fig-plot. ^quote-of',
          '$$\na + b\n$$',
          '<Card title="Kept">\nIn a component\n</Card>',
          'Term\n: Its definition',
        ].join('\n\n'),
      ),
    ).toEqual([
      'Start',
      'Take care',
      'Inner text',
      'Mind the gap',
      'Indented text',
      'A callout',
      'A <1/> here <2/> and <3/> or',
      'In a shortcode',
      'Said <1/> by <2>@ann</2> in <3/>.',
      'In a component',
      'Term',
      'Its definition',
    ]);
  });

  it('of MDX are between its tags, imports and expressions', async () => {
    expect(
      await mdx.texts(
        'import A from "a";\n\nexport const x = {\n  no: "words here",\n};\n\n<Tabs>\n    <Tab label="x">\n        Deep <b>inside</b> {props.name}\n    </Tab>\n</Tabs>\n\n{/* no words here */}\n\n<img alt="A picture" src="x" />\n\nText with <C a={`}>`}>inner</C> end\n',
      ),
    ).toEqual(['Deep <1>inside</1>', 'A picture', 'Text with <1>inner</1> end']);
  });
});

it('a long table is read in pieces as the whole is', async () => {
  const rows = Array.from({ length: 800 }, (_, n) => `| Row *${n}* | a \\| b |\n`).join('');
  const source = `| One | Two |\n|-----|:---:|\n${rows}\nEnd\n`;
  const { segments } = await markdownFormat.extract(Buffer.from(source), ANY_NUMBER);
  expect([segments.length, segments.at(-3)?.text, segments.at(-1)?.text]).toEqual([
    1_603,
    'Row <1>799</1>',
    'End',
  ]);
  const { text, warnings } = await translated(source, (target) => target.replace('Row', 'Fi|la'));
  expect([text, warnings]).toEqual([source.replaceAll('Row', 'Fi\\|la'), []]);
});

describe('a README', () => {
  it('with an import in its sample code is no MDX', async () => {
    const source = '```js\nimport a from "b";\n```\n\n<p align="center">Some <b>html</b></p>\n\nSet { a }\n';
    expect(await translated(source, ['Algo de <1>html</1>', 'Pon { a }'])).toMatchObject({
      text: '```js\nimport a from "b";\n```\n\n<p align="center">Algo de <b>html</b></p>\n\nPon { a }\n',
      warnings: [],
    });
  });

  it('has definitions without a space behind the colon', async () => {
    expect(await texts('See [b].\n\n[a]:http://a.example\n[b]:http://b.example\n')).toEqual([
      'See <1>b</1>.',
    ]);
  });
});

describe('a translation', () => {
  it('keeps all else byte for byte', async () => {
    const source =
      '\ufeff# A *b* #\r\n\r\n* one `x`  \r\n  two\r\n\r\n> > [ref][]\r\n> > lines\r\n\r\n| a b | c d |\r\n|-----|:---:|\r\n| e f \\| | g   |\r\n\r\n[ref]: <x y> (title here)\r\n';
    expect(await upper(source)).toBe(
      '\ufeff# A *B* #\r\n\r\n* ONE `x`  \r\n  TWO\r\n\r\n> > [REF][]\r\n> > LINES\r\n\r\n| A B | C D |\r\n|-----|:---:|\r\n| E F \\| | g   |\r\n\r\n[ref]: <x y> (TITLE HERE)\r\n',
    );
    const { text } = await translated(source, (target) => target);
    expect(text).toBe(source);
  });

  it('of a reference still leads to its definition', async () => {
    const source = '[One] and [two][] and ![three]\n\n[One]\n\n[one]: /1\n[two]: /2\n[three]: /3\n';
    const { text } = await translated(source, ['drei', '<1>Eins</1> und <2>zwei</2> und ', 'Eins']);
    expect(text).toBe(
      '[Eins][One] und [zwei][two] und ![drei][three]\n\n[Eins][One]\n\n[one]: /1\n[two]: /2\n[three]: /3\n',
    );
  });

  it.each([
    ['A b', '- x', '\\- x'],
    ['A b', '# x', '\\# x'],
    ['A b', '1. x', '1\\. x'],
    ['A b', '2 * 3 *x* snake_case _x_', '2 * 3 \\*x\\* snake_case \\_x\\_'],
    ['A b', 'x [y](z) `c` &lt;b&gt; &amp;amp; \\*', 'x \\[y\\](z) \\`c\\` \\<b> \\&amp; \\\\\\*'],
    ['A [b] c', 'X [y] z', 'X [y] z'],
    ['A [b c][other.file] d', 'X [y z][other.file] w', 'X [y z][other.file] w'],
    ['| A b |\n|---|', 'x | y', '| x \\| y |\n|---|'],
    ['A &nbsp;© b', 'x\u00a0© y', 'x&nbsp;© y'],
    ['A **b** c', 'x<1>„y“</1>z', 'x<strong>„y“</strong>z'],
    ['A _b_ c', 'x<1>y</1>z', 'x*y*z'],
    ['- **![](a)**: b', 'una lista', '- **![](a)** una lista'],
    ['- **![](a)**: b', '; lista', '- **![](a)**; lista'],
    ['b:**![](a)**', 'ver', 'ver **![](a)**'],
    ['- **`a`**: b', '<1><2/></1> una lista', '- **`a`** una lista'],
    ['`a` b', '# x <1/>', '\\# x `a`'],
    ['A b', '\\x', '\\\\x'],
    ['A **b** c', 'x<1> y </1>z', 'x **y** z'],
    ['See [b c](d)!', 'Wow!<1>x</1>', 'Wow\\![x](d)'],
    ['See http://a.b and http://c.d!', '<2/>.<1/> x', '<http://c.d>.http://a.b x'],
  ])('of %j as %j is written %j', async (source, target, written) => {
    const { text, warnings } = await translated(source, [target]);
    expect([text, warnings]).toEqual([written, []]);
  });

  it('has lines no longer than the longest of its source, none of which begins another block', async () => {
    const source = '> One two three four\n> five six\n';
    const { text } = await translated(source, ['uno dos tres cuatro cinco - seis 7. siete # ocho nueve']);
    expect(text).toBe('> uno dos tres\n> cuatro cinco -\n> seis 7. siete #\n> ocho nueve\n');
  });

  it('keeps statements of templates that print a value in their sentence', async () => {
    expect(await texts('<%= name %> has a car.\n\nThe car of <%= name %>\n\n<%= name %>\n')).toEqual([
      '<1/> has a car.',
      'The car of <1/>',
    ]);
  });

  it('that breaks the structure even so is left out, with a warning', async () => {
    const { text, kept } = await mdx.translated('# T\n\nOne\n\nTwo', ['T', '<1/>', 'import a from "b"']);
    expect(text).toBe('# T\n\nOne\n\nTwo');
    // A text without words is none either.
    expect(kept).toEqual([{ index: 1 }, { index: 2 }]);
  });

  it('of front matter in JSON stays JSON, with its lines', async () => {
    const source =
      '{\n  "title": "Plain \\"red\\"",\n  "date": "2024-01-01",\n  "tags": ["kept"],\n  "hero": { "tagline": "Deep" }\n}\n\nBody\n';
    const trip = textTrip(markdownFormat, { formatOptions: { front_matter: ['hero.tagline'] } });
    expect(await trip.texts(source)).toEqual(['Plain "red"', 'Deep', 'Body']);
    const { text } = await trip.translated(source, ['Un "rouge"', 'Profond', 'Corps']);
    expect(text).toBe(
      source.replace('Plain \\"red\\"', 'Un \\"rouge\\"').replace('Deep', 'Profond').replace('Body', 'Corps'),
    );
    for (const paragraph of ['{"title"} is red', '{ "title": "a" } is red', '{ "title": red }'])
      expect(await texts(paragraph)).toEqual([paragraph]);
  });

  it('of front matter is quoted where it needs to be', async () => {
    const source = `---\ntitle: Plain\ndescription: 'It''s'\nslug: kept-here\nhero:\n  tagline: Deep words\nsummary: >\n  Folded\n  text\n---\n\nBody\n`;
    const trip = textTrip(markdownFormat, { formatOptions: { front_matter: ['hero.tagline'] } });
    expect(await trip.texts(source)).toEqual(['Plain', "It's", 'Deep words', 'Folded text\n', 'Body']);
    const { text } = await trip.translated(source, ['Un titre : deux', "C'est", 'x #y', 'Plié', 'Corps']);
    expect(text).toBe(
      `---\ntitle: "Un titre : deux"\ndescription: 'C''est'\nslug: kept-here\nhero:\n  tagline: "x #y"\nsummary: >\n  Plié\n---\n\nCorps\n`,
    );
  });

  it('warns of links to headings whose anchors change, or gives these their old ones', async () => {
    const source = '# Get started\n\n## Kept {#kept}\n\n[Up](#get-started) [Side](#kept)\n';
    const targets = ['Empezar', 'Queda', '<1>Arriba</1> <2>Lado</2>'];
    const { warnings } = await translated(source, targets);
    expect(warnings).toMatchObject([{ code: 'anchors_changed', count: 1 }]);
    const withIds = textTrip(markdownFormat, { formatOptions: { anchors: 'ids' } });
    const { text } = await withIds.translated(source, targets);
    expect(text).toBe(
      '# Empezar {#get-started}\n\n## Queda {#kept}\n\n[Arriba](#get-started) [Lado](#kept)\n',
    );
  });

  it('keeps links apart and every code, whatever an engine does', async () => {
    const source = 'A [b](c), `d`, [e](f) and <u>g</u>.';
    const { text } = await translated(source, ['x <1>y <3>z</3></1>']);
    for (const code of ['](c)', '`d`', '](f)']) expect(text).toContain(code);
    expect(text).not.toMatch(/\[[^\]]*\[/);
  });
});

describe('hostile Markdown', () => {
  it.each(['>'.repeat(5_000), '- '.repeat(5_000)])(
    'is refused where it nests absurdly deep',
    async (text) => {
      const extract = () => markdownFormat.extract(Buffer.from(`${text}a`), { ...ANY_NUMBER });
      expect(await refusalCode(extract)).toBe('hostile_file');
    },
  );

  it.each(['<A b={', '{%', '{{', '[[a', '<!--', '$$\n', ':::a\n', 'import {\n\n'])(
    'of many unclosed %j is read in linear time',
    async (sign) => {
      expect(await mdx.segments(sign.repeat(2_000))).toBeDefined();
    },
  );

  it.each(['*_', 'a <!-- ', 'a <?', '~a*b_', '[a]('])(
    'of many %j, which end nothing, is read in linear time',
    async (sign) => {
      const read = (text: string) => markdownFormat.extract(Buffer.from(text), { ...ANY_NUMBER });
      await expectLinear((n) => sign.repeat(n), read, Math.ceil(1_500 / sign.length));
    },
  );

  it.each(IS_LONG ? ['$a_', '[a]('] : ['$a_'])(
    'of a paragraph with absurdly many %j is refused',
    async (sign) => {
      const extract = () => markdownFormat.extract(Buffer.from(sign.repeat(200_000)), { ...ANY_NUMBER });
      expect(await refusalCode(extract)).toBe('hostile_file');
    },
  );

  it('has its signs again in the next paragraph', async () => {
    const [, second] = await texts(`${'*_'.repeat(20_000)}\n\nA *red* [car](x) and <!-- no --> more`);
    expect(second).toBe('A <1>red</1> <2>car</2> and <3/> more');
  });

  it('stops at the first segment over the limit', async () => {
    const text = 'A paragraph of the text.\n\n'.repeat(4_000);
    const extract = () => markdownFormat.extract(Buffer.from(text), { maxSegments: 100 });
    expect(await refusalCode(extract)).toBe('too_many_segments');
  });
});
