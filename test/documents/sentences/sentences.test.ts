import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExtractedSegment } from '../../../service/documents/format.ts';
import { joinedSource, joinSentences } from '../../../service/documents/sentences/join-sentences.ts';
import { segmented, splitParagraph } from '../../../service/documents/sentences/split-paragraph.ts';
import { repairCodes } from '../../../service/text/repair.ts';
import { PROPERTY_RUNS } from '../../support/effort.ts';
import { codedSource } from '../../text/coded-arbitraries.ts';

const textsOf = (text: string, more: Partial<ExtractedSegment> = {}, language = 'en') =>
  splitParagraph({ text, ...more }, language).map((sentence) => sentence.text);

describe('A paragraph is split into sentences', () => {
  it.each([
    ['en', 'He left. She stayed! Why?', ['He left.', 'She stayed!', 'Why?']],
    [
      'en',
      'Dr. Smith paid approx. 5 EUR, cf. No. 7. The end.',
      ['Dr. Smith paid approx. 5 EUR, cf. No. 7.', 'The end.'],
    ],
    [
      'en',
      'The answer is no. Then she left, etc. Nobody asked.',
      ['The answer is no.', 'Then she left, etc.', 'Nobody asked.'],
    ],
    [
      'en',
      'See example.com/a.php?id=5 now. “Stop!” he said. Go.',
      ['See example.com/a.php?id=5 now.', '“Stop!” he said.', 'Go.'],
    ],
    ['en', '1. Introduction of it. 2.1. Next one.', ['1. Introduction of it.', '2.1. Next one.']],
    [
      'de',
      'Das gilt z. B. am 5. Mai und u. a. Sonntags. Im 19. Jahrhundert nicht. Er wird 80. Sie auch.',
      [
        'Das gilt z. B. am 5. Mai und u. a. Sonntags.',
        'Im 19. Jahrhundert nicht.',
        'Er wird 80.',
        'Sie auch.',
      ],
    ],
    [
      'es',
      'El Sr. Pérez, p. ej., llegó. ¿Quién? ¡Nadie! Vea la pág. 5.',
      ['El Sr. Pérez, p. ej., llegó.', '¿Quién?', '¡Nadie!', 'Vea la pág. 5.'],
    ],
    ['ja', '今日は。「はい。」明日。', ['今日は。', '「はい。」', '明日。']],
    ['en', 'Hard space.\u00a0Tab.\tLine\nbreak.  Two.', ['Hard space.', 'Tab.', 'Line\nbreak.', 'Two.']],
    ['en', 'A title\n\nIts text.', ['A title', 'Its text.']],
    ['en', '*** In 1999. 2000. ***', ['*** In 1999. 2000. ***']],
  ])('%s: %s', (language, text, sentences) => {
    expect(textsOf(text, {}, language)).toEqual(sentences);
  });

  it('with a format that spans several opened and closed in each, its ids counted anew', () => {
    expect(textsOf('One <1>two. Three. Four</1> five. <2>Six.</2>')).toEqual([
      'One <1>two.</1>',
      '<1>Three.</1>',
      '<1>Four</1> five.',
      '<1>Six.</1>',
    ]);
  });

  it('without cutting a link', () => {
    const rules = { kept: [1] };
    expect(textsOf('See <1>Who? What? Where.</1> It helps.', { rules })).toEqual([
      'See <1>Who? What? Where.</1>',
      'It helps.',
    ]);
  });

  it('with note marks behind a full stop and line breaks left between, fields kept with their words', () => {
    const rules = { walls: [2] };
    expect(textsOf('One.<1/> Two.<2/>Three <3/>. <4/> is it.', { rules })).toEqual([
      'One.',
      'Two.',
      'Three <1/>.',
      '<1/> is it.',
    ]);
  });

  it('but not where it is copied or has a translation, a limit or a group', () => {
    const text = 'One. Two.';
    for (const more of [{ copy: true as const }, { target: 'x' }, { maxChars: 9 }, { group: 'g' }]) {
      expect(textsOf(text, more)).toEqual([text]);
    }
  });

  it('up to the limit of segments', () => {
    const options = { maxSegments: 2, formatOptions: { segmentation: 'sentence' } };
    expect(segmented({}, [{ text: 'One. Two.' }], options)).toHaveLength(2);
    expect(() => segmented({}, [{ text: 'One. Two. Three.' }], options)).toThrow(/more than 2 segments/);
  });
});

/** Sentences end wherever one may: more often than in real texts. */
const paragraph = codedSource.map((text) => text.replace(/ /g, '. T '));

describe('Sentences are joined', () => {
  it('to the very paragraph, whatever its codes', () => {
    let splits = 0;
    fc.assert(
      fc.property(paragraph, fc.boolean(), (text, isKept) => {
        const sentences = splitParagraph({ text, ...(isKept ? { rules: { kept: [1, 2] } } : {}) }, 'en');
        splits += sentences.length > 1 ? 1 : 0;
        expect(joinedSource(sentences)).toBe(text);
        for (const sentence of sentences) {
          if (sentences.length > 1) expect(sentence.text).toBe(sentence.text.trim());
          expect(repairCodes(sentence.text, sentence.text, sentence.rules).outcome).toBe('intact');
        }
      }),
      { numRuns: PROPERTY_RUNS },
    );
    expect(splits).toBeGreaterThan(PROPERTY_RUNS / 10);
  });

  it('with the codes where they were, when each sentence is translated', () => {
    const changed = (text: string) => text.replaceAll('T', 'U');
    fc.assert(
      fc.property(paragraph, (text) => {
        const sentences = splitParagraph({ text }, 'en');
        const targets = sentences.map((sentence) => changed(sentence.text));
        const [target] = joinSentences(sentences, targets, 'en-XA');
        if (sentences.length > 1) expect(target ?? text).toBe(changed(text));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  const join = (text: string, targets: (string | null)[], language = 'es') =>
    joinSentences(splitParagraph({ text }, 'en'), targets, language)[0];

  it('as no change where none changes', () => {
    expect(join('One. Two.', [null, 'Two.'])).toBeNull();
  });

  it('with a format that ends earlier in a translation made one run again', () => {
    expect(join('<1>One. Two.</1> Three.', ['<1>Uno</1>.', '<1>Dos.</1>', 'Tres.'])).toBe(
      '<1>Uno. Dos.</1> Tres.',
    );
  });

  it('with every code, where sentences have lost some', () => {
    expect(join('A <1/> b. <2>C</2> <3/> d.', ['A.', 'C d.'])).toMatch(/<1\/>.*<3\/>/);
  });

  it('with a space that the language of the translation needs, and without one that it has not', () => {
    const japanese = splitParagraph({ text: '今日は。明日。' }, 'ja');
    expect(joinSentences(japanese, ['Today.', 'Tomorrow.'], 'en')).toEqual(['Today. Tomorrow.']);
    expect(join('Today. Tomorrow.', ['今日は。', '明日。'], 'ja')).toBe('今日は。明日。');
  });

  it('paragraph by paragraph, beside ones that were not split', () => {
    const segments = ['One. Two.', 'Three.', 'Four. Five.'].flatMap((text) => splitParagraph({ text }, 'en'));
    expect(joinSentences(segments, ['1.', null, 'T.', null, null], 'en')).toEqual(['1. Two.', 'T.', null]);
  });
});
