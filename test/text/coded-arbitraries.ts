import fc from 'fast-check';
import { formatCoded } from '../../service/text/codes.ts';
import type { Token } from '../../service/text/codes.ts';

const word = fc.constantFrom(
  'the',
  'house',
  'rot',
  '世界',
  'a',
  'x.',
  '(big)',
  'naïve',
  '&',
  '<b>',
  '5',
  'мир',
  '!',
);
const space = fc.constantFrom(' ', ' ', '', '  ', '\n');

const plainRun = fc
  .array(fc.tuple(word, space), { minLength: 0, maxLength: 5 })
  .map((parts) => parts.flat().join(''));

const ALONE = Symbol('a standalone code');
type Node = string | typeof ALONE | Node[];
const { tree } = fc.letrec<{ tree: Node[]; node: Node }>((tie) => ({
  tree: fc.array(tie('node'), { maxLength: 4 }),
  node: fc.oneof({ maxDepth: 3, depthSize: 'small' }, plainRun, fc.constant<Node>(ALONE), tie('tree')),
}));

/** A well-formed coded segment: every id once, pairs nested. */
export const codedSource: fc.Arbitrary<string> = tree.map((nodes) => {
  let id = 0;
  const write = (all: Node[]): Token[] =>
    all.flatMap((node): Token[] => {
      if (node === ALONE) return [{ kind: 'standalone', id: ++id }];
      if (typeof node === 'string') return [{ kind: 'text', text: node }];
      const own = ++id;
      return [{ kind: 'open', id: own }, ...write(node), { kind: 'close', id: own }];
    });
  return formatCoded(write(nodes));
});

/** Anything an engine may answer: codes lost, doubled, crossed, of the wrong kind, invented. */
export const codedAnswer: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      plainRun.map((text): Token => ({ kind: 'text', text })),
      fc.record({
        kind: fc.constantFrom('open' as const, 'close' as const, 'standalone' as const),
        id: fc.integer({ min: 1, max: 7 }),
      }),
    ),
    { maxLength: 14 },
  )
  .map(formatCoded);
