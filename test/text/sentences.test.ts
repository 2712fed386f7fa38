import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCoded, splitSentences } from '../../service/text/sentences.ts';
import { peelEdges } from '../../service/text/edges.ts';
import { codedSource } from './coded-arbitraries.ts';

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
      { numRuns: 2_000 },
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
  it('gives pieces that are the segment when joined, no pair cut', () => {
    fc.assert(
      fc.property(codedSource, fc.integer({ min: 2, max: 20 }), (coded, size) => {
        const pieces = splitCoded(coded, 'en', size);
        expect(pieces.join('')).toBe(coded);
        for (const piece of pieces) {
          for (const [, id] of piece.matchAll(/<(\d+)>/g)) expect(piece).toContain(`</${id}>`);
        }
      }),
      { numRuns: 1_000 },
    );
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
      { numRuns: 1_000 },
    );
  });

  it('splits a text of millions of letters without going over all of it for each sentence', () => {
    const text = 'The boat 𝄞 is here. It left at nine? '.repeat(80_000);
    const sentences = splitSentences(text, 'en');
    expect(sentences.join('')).toBe(text);
    expect(sentences.length).toBe(160_000);
  });
});
