import { describe, expect, it } from 'vitest';
import { expectLinear } from './linear.ts';
import { IS_LONG } from '../support/effort.ts';

const text = (n: number) => 'a'.repeat(n);

describe('the check that time grows in proportion', () => {
  it('passes one look at each character', async () => {
    await expectLinear(text, (input) => input.includes('b'), 100_000);
  });

  if (IS_LONG)
    it('fails a pattern that looks at the rest again from each character', async () => {
      await expect(expectLinear(text, (input) => /a*b/.test(input), 2_000)).rejects.toThrow('ms for');
    });
});
