import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCoded, splitCoded, splitSentences } from '../../service/text/sentences.ts';
import { peelEdges } from '../../service/text/edges.ts';
import { codedSource } from './coded-arbitraries.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

describe('splitSentences', () => {
  it.each([
    ['en', 'He left. She stayed.', ['He left. ', 'She stayed.']],
    ['en', 'Dr. Smith met Mr. Jones at 5 p.m. on Monday.', ['Dr. Smith met Mr. Jones at 5 p.m. on Monday.']],
    [
      'en',
      'See J. R. Tolkien, e.g. The Hobbit. Then go.',
      ['See J. R. Tolkien, e.g. The Hobbit. ', 'Then go.'],
    ],
    ['es', 'El Sr. Pérez llegó. ¿Quién? Nadie.', ['El Sr. Pérez llegó. ', '¿Quién? ', 'Nadie.']],
    ['de', 'Das gilt z.B. hier. Ende.', ['Das gilt z.B. hier. ', 'Ende.']],
    ['ja', '今日は。明日。', ['今日は。', '明日。']],
    ['en', '', []],
  ])('%s: %j', (language, text, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });

  it('loses nothing and keeps to the limit, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(fc.constantFrom('Dr. ', 'a', '; ', ', ', '. ', '!', '\n', '😀', '世'))
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 50 }), (plain, longest) => {
        const sentences = splitSentences(plain, 'en', longest);
        expect(sentences.join('')).toBe(plain);
        expect(Math.max(0, ...sentences.map((sentence) => sentence.length))).toBeLessThanOrEqual(longest);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('cuts an overlong sentence after a semicolon rather than in a word', () => {
    expect(splitSentences('first part here; second part, third', 'en', 30)).toEqual([
      'first part here;',
      ' second part, third',
    ]);
  });
});

describe('splitCoded', () => {
  it('gives well-formed pieces that are the segment when joined', () => {
    fc.assert(
      fc.property(codedSource, fc.integer({ min: 2, max: 20 }), (coded, size) => {
        const pieces = splitCoded(coded, 'en', size);
        expect(joinCoded(pieces)).toBe(coded);
        for (const piece of pieces) {
          for (const [, id] of piece.matchAll(/<(\d+)>/g)) expect(piece).toContain(`</${id}>`);
        }
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it.each([
    ['a pair around most of it', `Read <1>${'this sentence of it. '.repeat(500)}</1> now.`],
    ['thousands of standalone codes', Array.from({ length: 4_000 }, (_, id) => `<${id + 1}/>`).join('')],
    [
      'thousands of short pairs',
      Array.from({ length: 4_000 }, (_, id) => `<${id + 1}>a</${id + 1}>`).join(''),
    ],
  ])('makes no piece long of %s', (_, coded) => {
    const pieces = splitCoded(coded, 'en', 2_000);
    expect(joinCoded(pieces)).toBe(coded);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(8_000);
  });

  it('keeps a short pair whole', () => {
    const coded = `${'Some words. '.repeat(10)}<1>Bold words. More of them.</1> ${'Others. '.repeat(10)}`;
    const pieces = splitCoded(coded, 'en', 130);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.filter((piece) => piece.includes('<1>'))).toHaveLength(1);
  });
});

describe('peelEdges', () => {
  it('takes spaces, standalone codes and all-embracing pairs off', () => {
    expect(peelEdges(' <1/><2>Hello <3>world</3></2><4/> ')).toEqual({
      lead: ' <1/><2>',
      core: 'Hello <3>world</3>',
      trail: '</2><4/> ',
    });
  });

  it('leaves a pair that ends in the middle', () => {
    expect(peelEdges('<1>a</1> b')).toEqual({ lead: '', core: '<1>a</1> b', trail: '' });
  });

  it('always gives the segment back when joined', () => {
    fc.assert(
      fc.property(codedSource, (coded) => {
        const { lead, core, trail } = peelEdges(coded);
        expect(lead + core + trail).toBe(coded);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('splits a text of millions of letters without going over all of it for each sentence', () => {
    const text = 'The boat 𝄞 is here. It left at nine? '.repeat(80_000);
    const sentences = splitSentences(text, 'en');
    expect(sentences.join('')).toBe(text);
    expect(sentences.length).toBe(160_000);
  });
});
