import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCoded, plainText } from '../../service/text/codes.ts';
import { decode, encode } from '../../service/engines/apertium/codec.ts';
import { missingProgram, pairOfMode } from '../../service/engines/apertium/discovery.ts';
import { codedSource } from '../text/coded-arbitraries.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

/** A request without the marks of words outside of all pairs. */
function unmarked(wire: string): string {
  return wire.replace(/\[\[t:c:0\]\]([^[\]]*(?:\\.[^[\]]*)*)\[\[\/\]\]/g, '$1');
}

describe('coded text in Apertium’s stream format', () => {
  it.each([
    ['Hello world', 'Hello world. []'],
    ['Hello world.', 'Hello world. []'],
    ['a <1>very big</1> house', 'a [[t:c:1]]very big[[/]] house. []'],
    ['note<1/> here.', 'note[c0] here. []'],
    ['Open <1/>the window', ', Open [c0]the window. []'],
    ['Functions that open', 'Functions that open. []'],
    ['note<1><2/></1> here.', 'note[c0] here. []'],
    ['un<1>believ</1>able', '[[t:c:1]]unbelievable[[/]]. []'],
    ['a/b [c] {d} ^e$ f@g \\ &lt;h&gt;.', 'a\\/b \\[c\\] \\{d\\} \\^e\\$ f\\@g \\\\ \\<h\\>. []'],
  ])('%j is asked as %j', (coded, wire) => {
    expect(unmarked(encode(coded).wire)).toBe(wire);
  });

  it('takes away what was put before a verb', () => {
    expect(decode(', Abre la ventana. []', encode('Open the window.'))).toBe('Abre la ventana.');
    expect(decode('abre la ventana. []', encode('Open the window.'))).toBe('Abre la ventana.');
  });

  it('follows formatting to where the words went', () => {
    const encoded = encode('the <1>red</1> house');
    expect(decode('la casa [[t:c:1]]roja[[/]]. []', encoded)).toBe('la casa <1>roja</1>');
  });

  it('leaves each of two words in one blank its own format', () => {
    const encoded = encode('It <1>is</1> and <2>inline code</2>.');
    expect(
      decode(
        '[[t:c:0]]Ello[[/]] [[t:c:1]]es[[/]] [[t:c:0; t:c:2]]e código[[/]] [[t:c:2]]inline[[/]]. []',
        encoded,
      ),
    ).toBe('Ello <1>es</1> e <2>código inline</2>.');
  });

  it('keeps one pair around its words where the engine puts others between them', () => {
    const encoded = encode('The <1>harbour museum</1> is open');
    const answer =
      '[[t:c:0]]El[[/]] [[t:c:1]]museo[[/]] de [[t:c:1]]puerto[[/]] está [[t:c:0]]abierto[[/]]. []';
    expect(decode(answer, encoded)).toBe('El <1>museo de puerto</1> está abierto');
  });

  it('puts the spaces back that a change of order has lost', () => {
    const encoded = encode('<1>open</1> processing');
    expect(decode('[[t:c:0]]Tramitación[[/]][[t:c:1]]abierta[[/]]. []', encoded)).toBe(
      'tramitación <1>abierta</1>',
    );
  });

  it('takes back the full stop it added, and spaces that moved words left', () => {
    const encoded = encode('This is a <1>test</1>');
    expect(decode(' Esto  es una [[t:c:1]]prueba[[/]] . []', encoded)).toBe('Esto es una <1>prueba</1>');
  });

  it('parts a number from the word before it that came back glued to it', () => {
    const encoded = encode('of <1>3 big</1> cats');
    expect(decode('[[t:c:0]]de[[/]][[t:c:1]]3[[/]] [[t:c:1]]grandes[[/]]. []', encoded)).toBe(
      'de <1>3 grandes</1>',
    );
  });

  it('marks all words, so that the engine cannot glue them', () => {
    const encoded = encode('non-interactive mode');
    expect(encoded.wire).toBe('[[t:c:0]]non-interactive mode[[/]]. []');
    expect(decode('[[t:c:0]]Modo[[/]][[t:c:0]]no[[/]][[t:c:0]]interactivo[[/]]. []', encoded)).toBe(
      'modo no interactivo',
    );
  });

  it('puts the signs between words back, each where the engine left its semicolon', () => {
    const encoded = encode('Sales &amp; input/output; no');
    expect(unmarked(encoded.wire)).toBe('Sales ; input;output; no; []');
    expect(decode('Ventas ; entrada;salida; no; []', encoded)).toBe('Ventas &amp; entrada/salida; no');
  });

  it('is to be asked plainly where the engine has lost one of them', () => {
    const encoded = encode('this/that name; yes');
    expect(decode('este nombre; sí. []', encoded)).toBeUndefined();
    const plain = encode('this/that name; yes', undefined, { plainly: true });
    expect(unmarked(plain.wire)).toBe('this\\/that name; yes. []');
    expect(decode('este nombre; sí. []', plain)).toBe('este nombre; sí');
  });

  it.each([
    ['the "quick" answer', 'the [[t:c:1]]quick[[/]] answer. []'],
    ['The “<1>new</1>” rules', 'The [[t:c:2]]new[[/]] rules. []'],
    ['The 5" screen and a 7" one', 'The 5" screen and a 7" one. []'],
    ['"Save" "Cancel"', '"Save" "Cancel". []'],
    ['"I am tired," she said', '"I am tired;" she said. []'],
    ["the 'quick' answer isn't 'here, now'", 'the [[t:c:1]]quick[[/]] answer isn\'t "here, now". []'],
    ["the '__init__' one", 'the "__init__" one. []'],
    ['see "<1>this" and</1> that', 'see "[[t:c:1]]this" and[[/]] that. []'],
  ])('asks %j with pairs for quotation marks around words alone: %j', (coded, wire) => {
    expect(unmarked(encode(coded).wire)).toBe(wire);
  });

  it.each([
    ['See Fig. 4 at 10 AM.', 'See [c0] 4 at 10 [c1]. []'],
    ['Art. 5, a 10 in. screen', '[c0] 5, a 10 [c1] screen. []'],
    ['Sat and Sun', '[c0] and [c1]. []'],
    ['Open <1>Sat</1>, <2>Sat:</2>', 'Open [c0], [c1]. []'],
    ['<1><2>Sat</2><3/></1> is free', '[c0] is free. []'],
    ['Sat down in the sun. I am in.', 'Sat down in the sun. I am in. []'],
  ])('keeps from the engine what it takes for another word: %j', (coded, wire) => {
    const encoded = encode(coded);
    expect(unmarked(encoded.wire)).toBe(wire);
    expect(decode(encoded.wire, encoded)).toBe(coded);
  });

  it('has quotation marks follow their words', () => {
    const encoded = encode('The "quick" answer');
    expect(decode('La respuesta [[t:c:1]]rápida[[/]]. []', encoded)).toBe('La respuesta "rápida"');
    const nested = encode('A <1>"very good"</1> idea is <2>here</2>');
    const answer = 'Una idea [[t:c:2]]muy[[/]] [[t:c:2]]buena[[/]] es [[t:c:4]]aquí[[/]]. []';
    expect(decode(answer, nested)).toBe('Una idea <1>"muy buena"</1> es <2>aquí</2>');
  });

  it('puts quotation marks around the most of what came out in parts, and is to be asked plainly without it', () => {
    const encoded = encode('The "red houses" of Rome');
    const parted = '[[t:c:1]]Casas[[/]] en [[t:c:1]]rojo[[/]] de Roma. []';
    expect(decode(parted, encoded)).toBe('"Casas en rojo" de Roma');
    expect(decode('Roma. []', encoded)).toBeUndefined();
    expect(unmarked(encode('The "red houses" of Rome', undefined, { plainly: true }).wire)).toBe(
      'The "red houses" of Rome. []',
    );
  });

  it('takes the capital of a sentence from a text that begins small, and leaves it to names', () => {
    expect(decode('Dos libros. []', encode('two books'))).toBe('dos libros');
    expect(decode('Dos libros. []', encode('Two books'))).toBe('Dos libros');
    expect(decode('[c0] \\(Dos libros\\). []', encode('<1/> (two books)'))).toBe('<1/> (dos libros)');
    expect(decode('eBay Compra. []', encode('eBay buys'))).toBe('eBay compra');
    const encoded = encode('beautiful Spain and the Bank of Spain');
    expect(unmarked(encoded.wire)).toBe(
      'beautiful [[t:c:1]]Spain[[/]] and the [[t:c:1]]Bank of Spain[[/]]. []',
    );
    expect(decode('[[t:c:1]]España[[/]] Bella. []', encoded)).toBe('España Bella');
  });

  it('takes the capital of a sentence from the word behind one that the engine does not know', () => {
    expect(decode('Footnotes Y dos. []', encode('Footnotes and two'))).toBe('Footnotes y dos');
    expect(decode('Footnotes España. []', encode('Footnotes Spain'))).toBe('Footnotes España');
    expect(decode('Notas Y dos. []', encode('Notes and two'))).toBe('Notas y dos');
    expect(decode('LibreOffice Calc Lo lee. []', encode('LibreOffice Calc reads it'))).toBe(
      'LibreOffice Calc lo lee',
    );
    expect(decode('GitHub Y GitLab son. []', encode('GitHub and GitLab are'))).toBe('GitHub y GitLab son');
    expect(decode('Radio Londres es. []', encode('Radio London is'))).toBe('Radio Londres es');
    expect(decode('Apache POI. Abre uno. []', encode('Apache POI: Open one'))).toBe('Apache POI: Abre uno');
    expect(decode('Hotel no Londres. []', encode('Hotel no London'))).toBe('Hotel no Londres');
  });

  it.each([
    [
      'It is red. <1>It</1> was blue.',
      '[[t:c:0]]es[[/]] rojo. era [[t:c:0]]azul[[/]].',
      'Es rojo. Era azul.',
    ],
    ['The U.S. Senate. Really.', 'El senado de EE.UU. aprobó.', 'El senado de EE.UU. aprobó.'],
    ['<1/> is here.', '[c0] es aquí.', '<1/> es aquí.'],
    ['The area is big.', 'EL área es grande.', 'El área es grande.'],
    ['<1/>The photos', '[c0]las fotos', '<1/>Las fotos'],
    ['It was. <1/> The <2/> is.', 'Esto. [c0] el [c1] es.', 'Esto. <1/> El <2/> es.'],
    ['The <1/> is here.', '[c0] es aquí.', '<1/> es aquí.'],
    ['<1/> Smith is here.', '[c0] Smith es aquí.', '<1/> Smith es aquí.'],
    ['npm works. It is fast.', 'npm obras. es rápido.', 'npm obras. Es rápido.'],
    [
      'The U.S. army left. It did.',
      'El ejército de EE.UU. dejó. Lo hizo.',
      'El ejército de EE.UU. dejó. Lo hizo.',
    ],
  ])('gives sentences the capitals that they have in the source: %s', (source, reply, target) => {
    expect(decode(`${reply} []`, encode(source))).toBe(target);
  });

  it('keeps what is all in capitals so', () => {
    expect(decode('Horario DE INVERSORES. []', encode('SCHEDULE OF INVESTORS'))).toBe(
      'HORARIO DE INVERSORES',
    );
    expect(decode('Otro. []', encode('OTHER'))).toBe('OTRO');
    expect(decode('Agencia. []', encode('NASA'))).toBe('Agencia');
  });

  it('keeps text at the start of a pair in it', () => {
    const encoded = encode('Cell: <1><5/> a <2>b</2></1>');
    expect(
      decode('[[t:c:0]]Celda[[/]][[t:c:0]]:[[/]] [c0] [[t:c:1]]una[[/]] [[t:c:2]]b[[/]]. []', encoded),
    ).toBe('Celda: <1><5/> una <2>b</2></1>');
    // The word behind it has left the pair.
    const moved = encode('read <1><5/> manual</1> now');
    expect(decode('[[t:c:1]]manual[[/]] [c0] [[t:c:0]]leído[[/]] [[t:c:0]]ahora[[/]]. []', moved)).toBe(
      '<1>manual <5/></1> leído ahora',
    );
  });

  it('leaves the space behind a closing quotation mark', () => {
    const encoded = encode('The <1>"Save"</1> button');
    expect(decode('El [[t:c:2]]Salvar[[/]] botón. []', encoded)).toBe('El <1>"Salvar"</1> botón');
    const next = encode('a="1" <1>type</1>');
    expect(decode('a="1" [[t:c:1]]tipo[[/]]. []', next)).toBe('a="1" <1>tipo</1>');
  });

  it('takes off the space that a dropped pronoun leaves behind an opening quotation mark', () => {
    expect(decode('( Estoy aquí) y [[t:c:1]]allá[[/]] no. []', encode('(I am here) and "there" not'))).toBe(
      '(Estoy aquí) y "allá" no',
    );
  });

  it('ends a text in "no" with a sign that does not make it an abbreviation', () => {
    expect(unmarked(encode('Yes or no').wire)).toBe('Yes or no; []');
    expect(decode('Sí o no; []', encode('Yes or no'))).toBe('Sí o no');
    expect(unmarked(encode('Casino').wire)).toBe('Casino. []');
  });

  it('parts words where the engine has put one of its own against a marked one', () => {
    const encoded = encode('human-computer interaction focus');
    const answer =
      '[[t:c:0]]Foco[[/]]de[[t:c:0]]interacción[[/]] que[[t:c:0]]exploran[[/]][[t:c:0]]web[[/]]. []';
    expect(decode(answer, encoded)).toBe('foco de interacción que exploran web');
  });

  it('tidies spaces also where the source has a double one', () => {
    expect(decode(' Uno  dos   tres . []', encode('One  two three'))).toBe('Uno dos tres');
  });

  it('keeps words of one pair together over the space between them', () => {
    const encoded = encode('<1>one <2>two</2></1> x');
    expect(decode('[[t:c:1]]uno[[/]] [[t:c:2]]dos[[/]] x. []', encoded)).toBe('<1>uno <2>dos</2></1> x');
  });

  it('leaves no sign of the stream bare, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (plain) => {
        const { wire } = encode(plain.replaceAll('<', ''));
        const bare = wire
          .replace(/\\[^]/g, '')
          .replace(/\[c\d+\]/g, '')
          // Around what is known by its letters and digits.
          .replace(/\[\[t:c:\d+\]\]|\[\[\/\]\]/g, '')
          .replace(/\[\]$/, '');
        expect(bare).not.toMatch(/[[\]{}^$@<>/\\\0]/);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('leaves a size or a grade in one where all words are marked', () => {
    const encoded = encode('a 3x2 non-table');
    expect(
      decode(
        '[[t:c:0]]Una[[/]] [[t:c:0]]3[[/]][[t:c:0]]x2[[/]] [[t:c:0]]mesa[[/]][[t:c:0]]no[[/]]. []',
        encoded,
      ),
    ).toBe('una 3x2 mesa no');
  });

  it('gives back what it asked when the engine changes nothing', () => {
    fc.assert(
      fc.property(codedSource, (coded) => {
        const encoded = encode(coded);
        const answer = decode(encoded.wire, encoded)!;
        const letters = (text: string) => plainText(text).replace(/[\s.]/gu, '');
        expect(letters(answer)).toBe(letters(coded));
        const alones = (text: string) => parseCoded(text).filter((token) => token.kind === 'standalone');
        expect(alones(answer)).toEqual(alones(coded));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});

describe('the names of modes', () => {
  it.each([
    ['eng-spa', { from: 'en', to: 'es' }],
    ['spa-eng_US', { from: 'es', to: 'en-US' }],
    ['en-es', { from: 'en', to: 'es' }],
    ['spa-cat_valencia', { from: 'es', to: 'ca-valencia' }],
    ['nno-nob', { from: 'nn', to: 'nb' }],
    ['eng-spa-tagger', undefined],
    ['qaa-eng', undefined],
    ['eng-eng', undefined],
  ])('%s', (name, pair) => {
    expect(pairOfMode(name)).toEqual(pair);
  });
});

it('a pipeline names the program that it lacks', async () => {
  expect(await missingProgram("node -z 'a.bin' | no-such-proc -w 'b.bin' | node $1 'c.bin'")).toBe(
    'no-such-proc',
  );
  expect(await missingProgram("node -z 'a.bin' | node $1 'c.bin'")).toBeUndefined();
});

describe('a glossary term', () => {
  const terms = new Map([[1, 'project']]);
  const answerOf = (coded: string, reply: string) => decode(reply, encode(coded, terms));

  it('is asked as a word, and its code replaces the result', () => {
    expect(encode('the <1/> team', terms).wire).toBe(
      '[[t:c:0]]the[[/]] [[t:c:1]]project[[/]] [[t:c:0]]team[[/]]. []',
    );
    const reply = '[[t:c:0]]El[[/]] [[t:c:0]]equipo[[/]] de [[t:c:1]]proyecto[[/]]. []';
    expect(answerOf('The <1/> team', reply)).toBe('El equipo de <1/>');
    expect(answerOf('<2>The <1/></2> team', '[[t:c:1]]Equipo[[/]] [[t:c:2]]proyecto[[/]]. []')).toBe(
      '<2>Equipo <1/></2>',
    );
  });

  it.each([
    ['C++', 'C'],
    ['C#', 'C'],
    ['house+', 'house'],
    ['.net', 'net'],
  ])('is sent without signs at its ends, which would come back beside its code: %s', (term, word) => {
    const signed = new Map([[1, term]]);
    expect(encode('the <1/> team', signed).wire).toContain(`[[t:c:1]]${word}[[/]]`);
    const reply = `[[t:c:0]]El[[/]] [[t:c:0]]equipo[[/]] de [[t:c:1]]${word}[[/]]. []`;
    expect(decode(reply, encode('The <1/> team', signed))).toBe('El equipo de <1/>');
    expect(encode('the <1/> team', new Map([[1, '++']])).wire).toBe(encode('the <1/> team').wire);
  });

  it.each(["the <1/>'", "l'<1/>", '<2/><1/>', 'pre-<1/>', '<3>re</3><1/>'])(
    'is a code where it is a part of a word, or another code stands beside it: %s',
    (coded) => {
      expect(encode(coded, terms).wire).toBe(encode(coded).wire);
    },
  );

  it('may own something, and is a code where that is read as *is*', () => {
    const owner = '[[t:c:0]]El[[/]] [[t:c:0]]equipo[[/]] [[t:c:0]]del[[/]] [[t:c:1]]proyecto[[/]]. []';
    expect(answerOf("The <1/>'s team", owner)).toBe('El equipo del <1/>');
    const is = '[[t:c:0]]El[[/]] [[t:c:1]]proyecto[[/]] [[t:c:1]]es[[/]] [[t:c:0]]rojo[[/]]. []';
    expect(answerOf("The <1/>'s red", is)).toBeUndefined();
  });

  it.each([
    ['is one word with others', 'The <1/> team', '[[t:c:1; t:c:0]]Equipo[[/]]. []'],
    ['is in parts', 'The <1/> team', '[[t:c:1]]pro[[/]] [[t:c:0]]equipo[[/]] [[t:c:1]]yecto[[/]]. []'],
    ['is gone', 'The <1/> team', '[[t:c:0]]Equipo[[/]]. []'],
    ['now begins the sentence', 'Annual <1/>', '[[t:c:1]]Proyecto[[/]] [[t:c:0]]anual[[/]]. []'],
  ])('has no answer where it %s', (_how, coded, reply) => {
    expect(answerOf(coded, reply)).toBeUndefined();
  });

  it('has none where it has left the start of the sentence with its capital', () => {
    const encoded = encode('<1/> team', new Map([[1, 'Project']]));
    expect(decode('[[t:c:0]]Equipo[[/]] de [[t:c:1]]proyecto[[/]]. []', encoded)).toBeUndefined();
    expect(decode('[[t:c:1]]Proyecto[[/]] [[t:c:0]]unido[[/]]. []', encoded)).toBe('<1/> unido');
  });
});
