import { describe, expect, it } from 'vitest';
import { formatCoded, parseCoded } from '../../service/text/codes.ts';
import { encode } from '../../service/engines/apertium/codec.ts';
import { REPLY_REPAIRS, REWRITINGS } from '../../service/engines/apertium/repairs.ts';
import { STAND_INS, withStandIns } from '../../service/engines/apertium/signs.ts';
import { flatten } from '../../service/engines/apertium/stream.ts';

describe.each(REWRITINGS)('asked in other words: $id', ({ from, rewrite, examples }) => {
  it.each(examples)('%s', (coded, asked) => {
    expect(rewrite(coded)).toBe(asked);
    expect(encode(coded, undefined, { from }).wire).toBe(encode(asked, undefined, { from }).wire);
  });

  it('is left alone in another language', () => {
    const [coded, asked] = examples[0]!;
    expect(encode(coded, undefined, { from: 'qa' }).wire).not.toBe(
      encode(asked, undefined, { from: 'qa' }).wire,
    );
  });
});

describe.each(STAND_INS)('asked with another sign: $id', ({ examples }) => {
  it.each(examples)('%s', (plain, asked) => {
    expect(withStandIns(plain).written).toBe(asked);
  });
});

describe.each(REPLY_REPAIRS)('repaired in answers: $id', ({ repair, examples }) => {
  it.each(examples)('%s', (source, answer, repaired) => {
    expect(formatCoded([...repair(parseCoded(answer), flatten(parseCoded(source)).plain, 'es')])).toBe(
      repaired,
    );
  });
});
