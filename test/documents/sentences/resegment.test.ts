import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExtractedSegment } from '../../../service/documents/format.ts';
import { joinedSource, joinSentences } from '../../../service/documents/sentences/join-sentences.ts';
import {
  joinedTarget,
  joinExtents,
  segmentedAt,
  splitExtents,
  splitTarget,
} from '../../../service/documents/sentences/resegment.ts';
import { splitParagraph } from '../../../service/documents/sentences/split-paragraph.ts';
import { repairCodes } from '../../../service/text/repair.ts';
import { PROPERTY_RUNS } from '../../support/effort.ts';
import { codedSource } from '../../text/coded-arbitraries.ts';

type Sentences = readonly ExtractedSegment[];

function split(sentences: Sentences, n: number, at: number): ExtractedSegment[] | string {
  const extents = splitExtents(sentences, n, at);
  return typeof extents === 'string' ? extents : segmentedAt(sentences, extents);
}
function join(sentences: Sentences, n: number): ExtractedSegment[] | string {
  return segmentedAt(sentences, joinExtents(sentences, n));
}
function known(found: ExtractedSegment[] | string): ExtractedSegment[] {
  if (typeof found === 'string') throw new Error(found);
  return found;
}
const texts = (found: ExtractedSegment[] | string) => known(found).map(({ text }) => text);

describe('A sentence is split', () => {
  const one = [{ text: 'He left <1>at 5 p.m. She stayed</1> here &amp; there.' }];

  it('at a place in its coded text, with its formats opened and closed in both parts', () => {
    expect(texts(split(one, 0, one[0]!.text.indexOf('She')))).toEqual([
      'He left <1>at 5 p.m.</1>',
      '<1>She stayed</1> here &amp; there.',
    ]);
  });

  it.each([
    ['inside a code', 9, 'split_inside_code'],
    ['inside an escape', one[0]!.text.indexOf('amp;'), 'split_inside_code'],
    ['at its end', one[0]!.text.length, 'split_empty_part'],
    ['behind its end', 10_000, 'split_empty_part'],
  ])('but not %s', (_, at, problem) => {
    expect(split(one, 0, at)).toBe(problem);
  });

  it('but not between the halves of a character, nor within a link', () => {
    expect(split([{ text: 'a 😀 b' }], 0, 3)).toBe('split_inside_code');
    const link = [{ text: 'See <1>the page here</1> now', rules: { kept: [1] } }];
    expect(split(link, 0, link[0]!.text.indexOf('page'))).toBe('split_inside_link');
    expect(texts(split(link, 0, link[0]!.text.indexOf('now')))).toEqual(['See <1>the page here</1>', 'now']);
  });

  it('with its translation cut where a sentence of it ends, or all of it in the first part', () => {
    const whole = { text: 'He left. <1>She</1> stayed.' };
    const parts = known(split([whole], 0, 9)) as [ExtractedSegment, ExtractedSegment];
    expect(splitTarget(whole, 'Se fue. <1>Ella</1> se quedó.', parts, 'es')).toEqual([
      'Se fue.',
      '<1>Ella</1> se quedó.',
    ]);
    expect(splitTarget(whole, 'Se fue y <1>ella</1> se quedó.', parts, 'es')).toEqual([
      'Se fue y ella se quedó.',
      '',
    ]);
  });

  it('with what the file has in its place as before, where all of the translation is in the first part', () => {
    const parts = known(split([{ text: 'One two' }], 0, 4));
    expect(joinSentences(parts, ['Uno dos', ''], 'es')).toEqual(['Uno dos']);
  });
});

describe('Sentences are joined', () => {
  const sentences = splitParagraph({ text: 'A <1>Dr.\tX came. He</1> left. <2/>Why?' }, 'en');

  it('to one, and all of them to the paragraph', () => {
    expect(texts(join(sentences, 0))).toEqual(['A <1>Dr.\tX came. He</1> left.', '<1/>Why?']);
    expect(texts(join(known(join(sentences, 0)), 0))).toEqual(['A <1>Dr.\tX came. He</1> left. <2/>Why?']);
  });

  it('with their translations, a format that spanned both one run again', () => {
    const [into] = known(join(sentences, 0));
    const both = sentences.slice(0, 2) as [ExtractedSegment, ExtractedSegment];
    expect(joinedTarget(both, ['Vino <1>el Dr.\tX.</1>', '<1>Él</1> se fue.'], into!, 'es')).toBe(
      'Vino <1>el Dr.\tX. Él</1> se fue.',
    );
  });
});

/** Sentences end wherever one may: more often than in real texts. */
const paragraph = codedSource.map((text) => text.replace(/ /g, '. T '));

describe('However sentences are split and joined', () => {
  it('they make the very paragraph, with codes that are whole in each', () => {
    let changes = 0;
    fc.assert(
      fc.property(
        paragraph,
        fc.array(fc.tuple(fc.boolean(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
        (text, steps) => {
          let sentences = splitParagraph({ text, rules: { kept: [1] } }, 'en');
          for (const [isSplit, which, place] of steps) {
            const n = which % sentences.length;
            if (!isSplit && n + 1 >= sentences.length) continue;
            const next = isSplit
              ? split(sentences, n, 1 + (place % (sentences[n]!.text.length || 1)))
              : join(sentences, n);
            if (typeof next === 'string') continue;
            changes++;
            sentences = next;
            expect(joinedSource(sentences)).toBe(text);
            for (const one of sentences)
              expect(repairCodes(one.text, one.text, one.rules).outcome).toBe('intact');
          }
        },
      ),
      { numRuns: PROPERTY_RUNS },
    );
    expect(changes).toBeGreaterThan(PROPERTY_RUNS / 10);
  });

  it('a translation keeps its words, and a join takes a split back', () => {
    const words = (coded: string) => coded.replaceAll(/<[^>]*>|\s/g, '');
    fc.assert(
      fc.property(paragraph, fc.nat(), (text, place) => {
        const whole: ExtractedSegment = { text };
        const parts = split([whole], 0, 1 + (place % text.length));
        if (typeof parts === 'string') return;
        const [first, second] = parts as [ExtractedSegment, ExtractedSegment];
        const targets = splitTarget(whole, text, [first, second], 'en');
        expect(words(targets.join(''))).toBe(words(text));
        const [back] = known(join(parts, 0));
        // A format without words at the end is in none of the parts.
        expect(words(back!.text)).toBe(words(text));
        expect(words(joinedTarget([first, second], targets, back!, 'en'))).toBe(words(text));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
