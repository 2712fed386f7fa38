import { expect, it } from 'vitest';
import { examineFragments } from '../../service/worker/text/examine-fragments.ts';
import { expectLinear } from '../support/linear.ts';

const names = (n: number) => Array.from({ length: n }, (_, index) => `name-${index}`);

it('names of elements take time in proportion to their number, however many elements there are', async () => {
  await expectLinear(
    (n) => ({ text: '<b>a</b>'.repeat(n), ignored: names(n) }),
    ({ text, ignored }) =>
      examineFragments([text], { kind: 'html', ignored, splitting: ignored, nonSplitting: ignored }),
    250,
  );
});

it('elements whose names are given in any case are kept', () => {
  const { segments } = examineFragments(['One <Var>two</Var> three'], { kind: 'html', ignored: ['VAR'] });
  expect(segments.map(({ text }) => text)).toEqual(['One <1/> three']);
});
