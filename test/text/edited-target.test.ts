import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCoded, parseCoded } from '../../service/text/codes.ts';
import { readEditedTarget } from '../../service/text/edited-target.ts';
import { repairCodes } from '../../service/text/repair.ts';
import { codedSource } from './coded-arbitraries.ts';

const SOURCE = 'See <1>the note</1><2/> below';

describe('a target that a person wrote', () => {
  it.each([
    ['Véase <1>la nota</1><2/> abajo'],
    ['Abajo <2/>véase <1>la nota</1>'],
    ['Véase la nota<2/> abajo (a mere format may go)'],
    ['Véase <1>la nota<2/></1> abajo'],
  ])('is taken with its codes: %s', (target) => {
    expect(readEditedTarget(SOURCE, target)).toEqual({ text: target });
  });

  it.each([
    ['Véase <1>la nota</1> abajo', 'lacks the codes <2/>'],
    ['Véase <1>la nota</1><2/> abajo<2/>', 'more than once'],
    ['Véase <1>la nota</1><2/> <3/>abajo', 'does not have the codes <3/>'],
    ['Véase <1>la nota<2/> abajo', 'a pair is open'],
    ['Véase </1>la nota<1><2/> abajo', 'a pair is open'],
  ])('is refused with broken codes: %s', (target, why) => {
    expect(readEditedTarget(SOURCE, target)).toEqual({
      problem: expect.stringContaining(why) as string,
      reason: 'edit_codes',
    });
  });

  it('may not leave out a pair that the filter wants kept', () => {
    const rules = { kept: [1] };
    expect(readEditedTarget(SOURCE, 'Véase la nota<2/>', { rules })).toHaveProperty('problem');
    expect(readEditedTarget(SOURCE, 'Véase <1>la nota</1><2/>', { rules })).toHaveProperty('text');
  });

  it('is written as XML has it, and in a batch all of it is text', () => {
    expect(readEditedTarget('a', 'a < b & c')).toEqual({ text: 'a &lt; b &amp; c' });
    expect(readEditedTarget('a', '<1>a</1>', { plain: true })).toEqual({ text: '&lt;1&gt;a&lt;/1&gt;' });
  });

  it('is refused where no file can hold it', () => {
    for (const target of ['a\u0000', 'a\ud800', 'x'.repeat(5_000)])
      expect(readEditedTarget('a', target)).toHaveProperty('problem');
  });

  it('may have the control characters of its source, and no others', () => {
    expect(readEditedTarget('a\u0001', 'b\u0001')).toEqual({ text: 'b\u0001' });
    expect(readEditedTarget('a\u0001', 'b\u0001\u0002')).toHaveProperty('problem');
  });

  it('is taken whenever it is what a repaired answer looks like', () => {
    fc.assert(
      fc.property(codedSource, fc.string(), (source, answer) => {
        const { text } = repairCodes(source, answer.replace(/[\p{Cc}\ufffe\uffff]|\p{Cs}/gu, ''));
        expect(readEditedTarget(source, text)).toEqual({ text: formatCoded(parseCoded(text)) });
      }),
    );
  });
});
