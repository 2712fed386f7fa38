import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHtml } from '../../service/engines/bergamot/html.ts';
import { compileGlossary } from '../../service/text/glossary.ts';
import { prepareSegment as prepare } from '../../service/text/prepare.ts';
import type { PrepareOptions } from '../../service/text/prepare.ts';
import type { CodeRules } from '../../service/text/code-rules.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

const options = { from: 'en', glossary: compileGlossary([]), locksTerms: true, inlineCodes: true };

type Given = PrepareOptions & { readonly rules?: CodeRules };

/** With the texts of its questions only. */
function prepareSegment(text: string, { rules, ...given }: Given) {
  const prepared = prepare(text, given, rules);
  return { ...prepared, questions: prepared.questions.map((question) => question.text) };
}

describe('a segment on its way to an engine', () => {
  it('is asked where a break parts words that would read as one code without it', () => {
    expect(prepareSegment('www.example.org<1/>Telephone', options).questions).not.toEqual([]);
    expect(prepareSegment('end.<1/>boat', options).questions).not.toEqual([]);
  });

  it('is copied where there is nothing for a translator in it', () => {
    expect(prepareSegment('www.example.org<1/>', options).questions).toEqual([]);
    expect(prepareSegment('<1>42</1>', options).questions).toEqual([]);
  });

  it.each([
    ['N/A', 'N/D'],
    ['<1>USD</1> ', '<1>dólares</1> '],
    ['A4', 'DIN A4'],
    ['A &amp; B', 'A &amp; C'],
    ['userName', 'userName'],
    ['/USD', '/USD'],
  ])('that is a glossary term is its translation, and nobody is asked: %s', (text, target) => {
    const glossary = compileGlossary([
      { term: 'N/A', translation: 'N/D' },
      { term: 'USD', translation: 'dólares' },
      { term: 'A4', translation: 'DIN A4' },
      { term: 'A & B', translation: 'A & C' },
      { term: 'username', translation: 'nombre de usuario' },
    ]);
    for (const locksTerms of [true, false]) {
      expect(shouted(text, { glossary, locksTerms })).toEqual({ questions: [], target });
    }
  });

  it.each([
    ['{n, plural, one {# red car} other {# red cars}}', ['# red car', '# red cars']],
    [
      'You have {n, plural, one {<1>one</1> car} other {cars}} now',
      ['You have', '<1>one</1> car', 'cars', 'now'],
    ],
    ['{n, plu<1>ral, one {ca</1>r} other {cars}}', ['<2>car</2>', 'cars']],
    [
      '{% if open %}The house is open.{% else %}It is closed.{% endif %}',
      ['The house is open.', 'It is closed.'],
    ],
    [
      '&lt;ul&gt;&lt;li&gt;Red car&lt;/li&gt;&lt;li&gt;Big house&lt;/li&gt;&lt;/ul&gt;',
      ['Red car', 'Big house'],
    ],
    ['&lt;p&gt;The &lt;b&gt;red&lt;/b&gt; car&lt;/p&gt;', ['The <1/>red<2/> car']],
    ['Dear &lt;%= name %&gt;, {{#if a}}yes{{/if}}', ['Dear <1/>,', 'yes']],
    ['Open Settings &gt; House', ['Open Settings', 'House']],
    ['if a &gt; b then', ['if a &gt; b then']],
    ['{% for car in cars %}', []],
    ['The o\ufb03ce of Jose\u0301', ['The office of José']],
  ])('is asked without the codes between its texts: %j', (text, asked) => {
    const { questions, restore } = prepareSegment(text, options);
    expect(questions).toEqual(asked);
    expect(restore(questions).text).toBe(text);
  });

  it('has its words parted where a break was, for an engine that sees no codes', () => {
    const { questions } = prepareSegment('The end.<1/>A new boat', { ...options, inlineCodes: false });
    expect(questions).toEqual(['The end. A new boat']);
  });

  /** The questions, and the target of answers that are the questions in capitals. */
  const shouted = (text: string, more: Partial<Given> = {}) => {
    const { questions, restore } = prepareSegment(text, { ...options, ...more });
    const capitals = (coded: string) => coded.replace(/[a-zß-ÿ]+/g, (word) => word.toUpperCase());
    return { questions, target: restore(questions.map(capitals)).text };
  };

  it.each([
    ['Signed <1>by </1>', 'FIRMADO <1>POR</1>', 'FIRMADO <1>POR </1>'],
    ['<1> of</1> three', '<1>DE</1> TRES', '<1> DE</1> TRES'],
    ['the <1>red <2>house </2></1>', 'LA <2>CASA</2> <1>ROJA</1>', 'LA <2>CASA</2> <1>ROJA </1>'],
    ['Signed <1>by</1>', 'FIRMADO <1>POR</1>', 'FIRMADO <1>POR</1>'],
  ])(
    'keeps the spaces in the formats at its ends, before what stands outside: %s',
    (text, answer, target) => {
      expect(prepareSegment(text, options).restore([answer]).text).toBe(target);
    },
  );

  it.each([
    ['<1>P</1>ast midnight', 'Past midnight', 'Medianoche pasada', '<1>M</1>edianoche pasada'],
    ['<1>“I</1>t is red', '“It is red', '“Es rojo', '<1>“E</1>s rojo'],
    [
      '<1>P</1><2>ast the</2> door',
      '<2>Past the</2> door',
      '<2>Pasada la</2> puerta',
      '<1>P</1><2>asada la</2> puerta',
    ],
    ['<1><2>I</2></1>’m here', 'I’m here', '¡Soy aquí', '<1><2>¡S</2></1>oy aquí'],
  ])('has its drop cap around the first letter of the translation: %s', (text, asked, answer, target) => {
    const { questions, restore } = prepareSegment(text, options);
    expect(questions).toEqual([asked]);
    expect(restore([answer]).text).toBe(target);
  });

  it.each(['<1>A</1> house', '<1>n</1>th house', '<1>Ja</1>va', '<1>V</1><2>max</2> is'])(
    'has no drop cap in %s',
    (text) => {
      const { questions } = prepareSegment(text, options);
      expect(questions[0]).toMatch(/^<\d>/);
    },
  );

  it.each([
    ['tabs and line breaks of a file', 'Street 5<1/>London<2/>United Kingdom', [1, 2]],
    ['line breaks in a text', 'Street 5\nLondon\r\nUnited Kingdom', []],
    ['tabs in a text', 'Street 5\tLondon \t United Kingdom', []],
    ['spaces wide enough to be layout', 'Street 5      London   United Kingdom', []],
  ])('is asked in pieces between %s', (_what, text, walls) => {
    const { questions, target } = shouted(text, { rules: { walls } });
    expect(questions).toEqual(['Street 5', 'London', 'United Kingdom']);
    expect(target).toBe(text.toUpperCase());
  });

  it('is asked in pieces between signs that separate texts in one line, and not of placeholders', () => {
    const { questions, target } = shouted('draft | <1>change plan</1> • use {{ name | upper }} here');
    expect(questions).toEqual(['draft', 'change plan', 'use <2/> here']);
    expect(target).toBe('DRAFT | <1>CHANGE PLAN</1> • USE {{ name | upper }} HERE');
  });

  it.each([
    ['{{n}} file|{{n}} files', ['<1/> file', '<1/> files']],
    ['Home » Products / Red cars', ['Home', 'Products', 'Red cars']],
    ['☐ Yes ☐ No', ['☐ Yes', 'No']],
    ['and / or «the car» now', ['and / or «the car» now']],
    ['One\\nTwo\\tThree', ['One', 'Two', 'Three']],
    ['The car\\Nis red', ['The car<1/>is red']],
    ['{{> head}}The car {{! note }}is', ['The car', 'is']],
    ['@if (a) { The car } @else { The house }', ['The car', 'The house }']],
    ['#if($a)The car{{/if}}', ['The car']],
    ['{0, choice, 0#no files|1<{0} files}', ['no files', '<1/> files']],
  ])('is asked in pieces between statements and separators: %s', (text, asked) => {
    expect(prepareSegment(text, options).questions).toEqual(asked);
  });

  it('shows apostrophes of a message of ICU as a reader sees them', () => {
    const { questions, restore } = prepareSegment("{n, plural, other{the user''s}}", options);
    expect(questions).toEqual(["the user's"]);
    expect(restore(["l'usuario"]).text).toBe("{n, plural, other{l''usuario}}");
    const { restore: bare } = prepareSegment('{n, plural, other{of {name}}}', options);
    expect(bare(["d'<1/>"]).text).toBe('{n, plural, other{d’{name}}}');
  });

  it.each([
    ['A.<1/>purpose of it', ['purpose of it']],
    ['A<1/>purpose of it', ['purpose of it']],
    ['b)\tpurpose', ['purpose']],
    ['hombres\ny\nmujeres', ['hombres', 'y', 'mujeres']],
    ['HOMBRES\nY\nMUJERES', ['HOMBRES', 'Y', 'MUJERES']],
  ])('keeps the letter that a list has before a tab: %j', (text, expected) => {
    expect(shouted(text, { rules: { walls: [1] } }).questions).toEqual(expected);
  });

  it('is asked in pieces where wide space goes on over the end of a format, and keeps all of it', () => {
    const { questions, target } = shouted('see <1> Note  </1>  If you want');
    expect(questions).toEqual(['see <1> Note</1>', 'If you want']);
    expect(target).toBe('SEE <1> NOTE  </1>  IF YOU WANT');
    expect(shouted('see <1>the </1> house').questions).toEqual(['see <1>the </1> house']);
  });

  it('is asked whole over a code that is no wall', () => {
    expect(shouted('Street 5<1/> London', { rules: { walls: [] } }).questions).toEqual([
      'Street 5<1/> London',
    ]);
  });

  it('keeps one pair around the pieces that it is around', () => {
    const { questions, target } = shouted('the <1>bold name<2/>of this<3/>street</1> is long', {
      rules: { walls: [2, 3] },
    });
    expect(questions).toEqual(['the <1>bold name</1>', 'of this', '<1>street</1> is long']);
    expect(target).toBe('THE <1>BOLD NAME<2/>OF THIS<3/>STREET</1> IS LONG');
  });

  it('keeps white space with its own format beside the break', () => {
    const { questions, target } = shouted('<1>Introduction to</1><2> <3/> </2>the house', {
      rules: { walls: [3] },
    });
    expect(questions).toEqual(['Introduction to', 'the house']);
    expect(target).toBe('<1>INTRODUCTION TO</1><2> <3/> </2>THE HOUSE');
  });

  it('keeps a pair over a wall where the engine has lost its part of one piece', () => {
    const { questions, restore } = prepareSegment('the <1>bold name<2/>of this</1> street', {
      ...options,
      rules: { walls: [2] },
    });
    expect(questions).toEqual(['the <1>bold name</1>', '<1>of this</1> street']);
    expect(restore(['el nombre', '<1>de esta</1> calle'])).toEqual({
      text: 'el nombre<2/><1>de esta</1> calle',
      outcome: 'fallback',
    });
  });

  it('keeps markup and placeholders from the engine that formats divide', () => {
    const { questions, target } = shouted('set &lt;na<1>me</1>&gt; to {<2>va</2>lue} now');
    expect(questions).toEqual(['set <3/> to <4/> now']);
    expect(target).toBe('SET &lt;na<1>me</1>&gt; TO {<2>va</2>lue} NOW');
  });

  it.each([
    ['N/A', 'not N/A yet'],
    ['3-3A', 'use 3-3A now'],
    ['(a)', 'see (a) there'],
    ['(iv)', 'see (iv) there'],
    ['(a)', 'see 4.2(a) there'],
    ['(b)', 'see 3(1)(b) there'],
    ['A', 'row A is red'],
    ['A', 'an A-level here'],
    ['A', 'by A. Smith'],
    ['Q&amp;A', 'a Q&amp;A here'],
    ['a)', 'point a) there'],
    ['.NET', 'the .NET word'],
    ['C#', 'the C# word'],
    ['VC++', 'the VC++ word'],
    ['ISO-9001', 'by ISO-9001 now'],
    ['A', 'see option A.'],
    ['package.json', 'the package.json file'],
    ['max_value', 'set max_value now'],
    ['--dry-run', 'use --dry-run now'],
    ['/etc/hosts', 'edit /etc/hosts now'],
    ['/invoice[1]/items/item', 'each /invoice[1]/items/item now'],
  ])('keeps %s from the engine', (name, text) => {
    const { questions, target } = shouted(text);
    expect(questions.join()).not.toContain(name);
    expect(target).toBe(text.replace(name, '@').toUpperCase().replace('@', name));
  });

  it.each([
    '10-day trial',
    'and/or',
    'the 1990s',
    'item(s) left',
    'well-known',
    'A house is here.',
    'Once. A house',
    'the U.S.A. today',
    'THIS IS A HOUSE',
    '1st place',
  ])('leaves %s to the engine', (text) => {
    expect(shouted(text).questions).toEqual([text]);
  });

  it.each([
    ['a formula', 'of CO<1>2</1> and H<2>2</2>O here', 'OF CO<1>2</1> AND H<2>2</2>O HERE'],
    ['a unit', 'ten m<1>2</1> here', 'TEN m<1>2</1> HERE'],
    ['an index', 'the VS<1>1</1> here', 'THE VS<1>1</1> HERE'],
    ['a number behind a word', 'the house<1>2</1> here', 'THE HOUSE<1>2</1> HERE'],
    ['an initial', 'the <1>i</1>nner one', 'THE <1>I</1>NNER ONE'],
    ['an ending', 'the 1<1>st</1> one', 'THE 1<1>ST</1> ONE'],
    ['the middle of a word', 'an un<1>believ</1>able one', 'AN UN<1>BELIEV</1>ABLE ONE'],
    ['a pair around a formula', 'all <1>CO<2>2</2></1> here', 'ALL <1>CO<2>2</2></1> HERE'],
  ])('keeps a format on its part of a word: %s', (_what, text, expected) => {
    expect(shouted(text).target).toBe(expected);
  });

  it('puts the format of a part of a word on the same part of its translation', () => {
    const { questions, restore } = prepareSegment('the <1>I</1>nternational <2>C</2>ourt', options);
    expect(questions).toEqual(['the <3>International</3> <4>Court</4>']);
    expect(restore(['la <4>Corte</4> <3>Internacional</3>']).text).toBe(
      'la <2>C</2>orte <1>I</1>nternacional',
    );
  });

  it.each([
    ['<1>very un</1>believable', '<1>very </1><2>unbelievable</2>'],
    ['an unbeliev<1>able story</1>', 'an <2>unbelievable</2><1> story</1>'],
    ['<1>b</1><2>oa</2><3>t now</3>', '<4>boat</4><3> now</3>'],
    ['the <1>C</1><2>O2 here</2>', 'the <2><3/> here</2>'],
    ['<1>the book</1>s', '<1>the <2>books</2></1>'],
    ['the <1>hou</1><2>se now</2> here', 'the <3>house</3><2> now</2> here'],
  ])(
    'asks for a word whole and puts the borders of formats back where they stood in it: %s',
    (text, asked) => {
      const { questions, target } = shouted(text);
      expect(questions).toEqual([asked]);
      expect(target).toBe(text.toUpperCase());
    },
  );

  it('leaves the border of a format at a word that has moved away from it', () => {
    const { restore } = prepareSegment('an unbeliev<1>able story</1>', options);
    expect(restore(['una <1>historia</1> <2>increíble</2>']).text).toBe('una <1>historia</1> increíble');
    expect(restore(['una <2>increíble</2> <1>historia</1>']).text).toBe('una incre<1>íble historia</1>');
  });

  it('takes a number against the end of a link for a number, not for a part of the word', () => {
    const { questions, target } = shouted('with <1>styled markup</1>2.', { rules: { kept: [1] } });
    expect(questions).toEqual(['with <1>styled markup</1><2/>.']);
    expect(target).toBe('WITH <1>STYLED MARKUP</1>2.');
  });

  it('begins a new piece with a capital against the end of a link, an insertion or a control', () => {
    const { questions, target } = shouted('inside the <1>revision</1><2>The last</2> run', {
      rules: { kept: [1] },
    });
    expect(questions).toEqual(['inside the <1>revision</1>', '<2>The last</2> run']);
    expect(target).toBe('INSIDE THE <1>REVISION</1><2>THE LAST</2> RUN');
    expect(shouted('use <1>Java</1>Script now').questions).toEqual(['use <2>JavaScript</2> now']);
  });

  it('says what an engine may see of that which it is not to change', () => {
    const glossary = compileGlossary([{ term: 'server', translation: 'servidor' }]);
    const text = `ask the server {{name}} at CO<1>2</1> or https://${'a'.repeat(100)}.org`;
    const { questions } = prepare(text, { ...options, glossary });
    expect(questions.map((question) => question.text)).toEqual(['ask the <5/> <3/> at <2/> or <4/>']);
    expect([...questions[0]!.shown!].sort()).toEqual([
      [2, 'CO2'],
      [3, '{{name}}'],
      [5, 'servidor'],
    ]);
    const [{ text: asked, shown }] = questions as [(typeof questions)[number]];
    expect(encodeHtml(asked, 'en', shown).html).toBe(
      'ask the <var id="5">servidor</var> <var id="3">{{name}}</var> at <var id="2">CO2</var> or <img id="4">',
    );
  });

  it.each([
    ['server', [], 'servidor'],
    ['<1>Server</1><2/>', [], '<1>Servidor</1><2/>'],
    ['N/A: server', [], 'N/A: servidor'],
    ['server\nThe end', ['The end'], 'servidor\nTHE END'],
    ['A server', ['A <1/>'], 'A servidor'],
    ['A {{name}}', ['A <1/>'], 'A {{name}}'],
    ['A\tserver', [], 'A\tservidor'],
    ['Buy a 3D printer', ['Buy a <1/>'], 'BUY A impresora 3D'],
    ['See server.conf', ['See <1/>'], 'SEE server.conf'],
  ])('has its terms, whatever else is asked: %j', (text, asked, target) => {
    const glossary = compileGlossary([
      { term: 'server', translation: 'servidor' },
      { term: '3D printer', translation: 'impresora 3D' },
    ]);
    expect(shouted(text, { glossary })).toEqual({ questions: asked, target });
  });

  it('comes to the same by the short way of plain texts as by the long one', () => {
    const part = fc.constantFrom(
      ...[
        'The',
        'house',
        'A',
        'is',
        '3A',
        'N/A',
        'a)',
        'snake_case',
        '42',
        '%s',
        '{x}',
        'www.a.bc',
        '世界',
        'é',
      ],
      ...['&amp;', '&lt;b>', '>', '<1/>', '.', '!', '(', '|', '-', '\t', '\n', '  ', ' ', ' '],
    );
    const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const given = fc.constantFrom('Casa', ' the house\n', 'a & b', '<1>x</1>', 'x < 3 > y', '(&lt;)', '5');
    // With a glossary there is no short way; this one has no term of the texts.
    const glossary = compileGlossary([{ term: 'zzz', translation: 'y' }]);
    fc.assert(
      fc.property(text, given, fc.boolean(), (source, answer, inlineCodes) => {
        const short = prepare(source, { ...options, inlineCodes });
        const long = prepare(source, { ...options, inlineCodes, glossary });
        expect(short.questions).toEqual(long.questions);
        const answers = short.questions.map(() => answer);
        expect(short.restore(answers)).toEqual(long.restore(answers));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('says which whole a piece between tabs or breaks is part of', () => {
    const { questions } = prepare('Baker Street<1/>London', options, { walls: [1] });
    expect(questions.map(({ whole }) => whole)).toEqual(['Baker Street London', 'Baker Street London']);
    expect(prepare('Baker Street', options).questions[0]).not.toHaveProperty('whole');
  });

  it('is copied where it has more codes than a text can have', () => {
    const prepared = prepareSegment(`word${tabs(5_001)}`, options);
    expect(prepared).toMatchObject({ questions: [], hasTooManyCodes: true });
    expect(prepareSegment(`word${tabs(5_000)}word`, options).hasTooManyCodes).toBe(false);
  });
});

function tabs(count: number): string {
  return Array.from({ length: count }, (_, n) => `<${n + 1}/>`).join('');
}
