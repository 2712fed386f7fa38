import { describe, expect, it } from 'vitest';
import { icuChoices, icuSkeleton } from '../../service/text/icu.ts';
import type { IcuPart } from '../../service/text/icu.ts';
import { IS_LONG } from '../support/effort.ts';
import { expectLinear } from '../support/linear.ts';

const skeletonOf = (text: string) => icuSkeleton(text).map(({ start, end }) => text.slice(start, end));

/** The texts of all options, by their selectors. */
function leavesOf(text: string): string[] {
  const walk = (parts: readonly IcuPart[]): string[] =>
    parts.flatMap((part) =>
      part.kind === 'choice'
        ? part.options.flatMap((option) => [
            `${part.argument} ${part.type} ${option.selector}: ${text.slice(option.start, option.end)}`,
            ...walk(option.parts),
          ])
        : [],
    );
  return walk(icuChoices(text));
}

describe('a plural or select of ICU', () => {
  it('has a text for each selector', () => {
    expect(leavesOf('You have {n, plural, offset:1 =0{no car} one {# car} other {# cars}}.')).toEqual([
      'n plural =0: no car',
      'n plural one: # car',
      'n plural other: # cars',
    ]);
  });

  it('may be inside another one', () => {
    const text = '{who, select, her {{n, plural, one {Her car} other {Her {n} cars}}} other {Cars}}';
    expect(leavesOf(text).slice(1)).toEqual([
      'n plural one: Her car',
      'n plural other: Her {n} cars',
      'who select other: Cars',
    ]);
    expect(skeletonOf(text)).toEqual([
      '{who, select, her {',
      '{n, plural, one {',
      '} other {',
      '}}',
      '} other {',
      '}}',
    ]);
  });

  it('distinguishes arguments and numbers from words', () => {
    const [choice] = icuChoices('{n, plural, other {# of {total, number, ::currency/EUR .00} {{x}} cars}}');
    expect(choice!.options[0]!.parts.map(({ kind }) => kind)).toEqual(['number', 'text', 'argument', 'text']);
  });

  it('ends where its braces do, those between apostrophes left out', () => {
    expect(leavesOf("{a, select, x {it''s '{'here'}' don't} other {y}} b}")).toEqual([
      "a select x: it''s '{'here'}' don't",
      'a select other: y',
    ]);
  });

  it.each([
    '{a, plural, one {x}',
    '{a, plural}',
    '{a, plural, }',
    '{a, plural, one}',
    '{n} {a, b}',
    '{a, plurals, one {x}}',
  ])('is empty for an incomplete message: %s', (text) => expect(icuSkeleton(text)).toEqual([]));

  it('may be one of Java, in which limits begin its texts', () => {
    expect(skeletonOf("In {0, choice, 0#no house|1#it''s one|1<{0} {n, plural, other {cars}}}.")).toEqual([
      '{0, choice, 0#',
      '|1#',
      '|1<',
      '{n, plural, other {',
      '}}',
      '}',
    ]);
    expect(icuChoices('{0,choice,0#no|1#one}')).toEqual([]);
    expect(skeletonOf('{0, choice, no}')).toEqual([]);
  });

  it('is text where it is deeper than anyone writes', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'x' : `{a, select, other {${nested(depth - 1)}}}`;
    expect(skeletonOf(nested(6))).toHaveLength(12);
    expect(() => skeletonOf(nested(10_000))).not.toThrow();
  });

  if (IS_LONG)
    it.each([
      '{a, ',
      '{a, plural, one {',
      '{a, plural, one {x} ',
      "{a,plural,one{'}}",
      "{a,plural,one{'}}'{",
      '{a,plural,one{{b}}} {',
      '{{',
      '{0,choice,0#',
      '{0,choice,0#a|1#',
    ])('is read in linear time: %s …', async (part) => {
      await expectLinear((n) => part.repeat(n), icuSkeleton, 16_000);
    });
});
