import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJournal } from '../../service/records/journal.ts';
import type { JournalSegmentLine } from '../../service/records/journal.ts';
import type { SegmentLine } from '../../service/records/segments.ts';
import { resolveLines } from '../../service/records/resolve-lines.ts';
import { makePlan } from '../../service/worker/text/plan.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const linesOf = (values: readonly unknown[]) =>
  bytesOf(values.map((value) => `${JSON.stringify(value)}\n`).join(''));

const text = fc.constantFrom('Hello', 'World', 'Guten Tag', '<1>bold</1> &amp; more', '🎉 party', '1', '');
const segment: fc.Arbitrary<SegmentLine> = fc.record(
  { text, copy: fc.constant(true as const) },
  { requiredKeys: ['text'] },
);
const segments = fc.array(segment, { minLength: 1, maxLength: 40 });

/** Segments with journal lines for some of them, as a run that was interrupted leaves behind. */
const interrupted = segments.chain((list) =>
  fc.record({
    list: fc.constant(list),
    journalled: fc.uniqueArray(fc.nat({ max: list.length - 1 }), { maxLength: list.length }),
  }),
);

describe('the plan of a job', () => {
  it('has every segment either complete or in the weight of exactly one pending one', () => {
    fc.assert(
      fc.property(interrupted, ({ list, journalled }) => {
        const plan = makePlan(list, parseJournal(linesOf(journalled.map(lineFor)), list.length));
        const open = plan.pending.reduce((sum, { weight }) => sum + weight, 0);
        expect(plan.completed + open).toBe(list.length);
        expect(plan.segmentCount).toBe(list.length);
      }),
    );
  });

  it('takes texts for equal only where the rules for their codes are', () => {
    const list: SegmentLine[] = [
      { text: 'a<1/>b', rules: { walls: [1] } },
      { text: 'a<1/>b' },
      { text: 'a<1/>b', rules: { walls: [1] } },
    ];
    const { pending } = makePlan(list, parseJournal(linesOf([]), list.length));
    expect(pending.map(({ index, weight }) => [index, weight])).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  it('asks for each text once, at its first place, and never for a copied one', () => {
    fc.assert(
      fc.property(interrupted, ({ list, journalled }) => {
        const { pending } = makePlan(list, parseJournal(linesOf(journalled.map(lineFor)), list.length));
        const texts = pending.map(({ index }) => list[index]!.text);
        expect(new Set(texts).size).toBe(texts.length);
        for (const { index } of pending) {
          expect(list[index]!.copy).toBeUndefined();
          expect(list.findIndex((other) => !other.copy && other.text === list[index]!.text)).toBe(index);
        }
      }),
    );
  });

  it('is empty once each pending segment has a line, and every segment then has a target', () => {
    fc.assert(
      fc.property(interrupted, ({ list, journalled }) => {
        const before = journalled.map(lineFor);
        const { pending } = makePlan(list, parseJournal(linesOf(before), list.length));
        const after = [...before, ...pending.map(({ index }) => lineFor(index))];
        const journal = parseJournal(linesOf(after), list.length);
        expect(makePlan(list, journal)).toMatchObject({ pending: [], completed: list.length });
        resolveLines(list, journal).forEach((line, index) => {
          expect(line === undefined).toBe(list[index]!.copy === true);
        });
      }),
    );
  });

  it('counts characters as code points of the visible text', () => {
    const { pending } = makePlan([{ text: '<1>a</1>&amp;🎉' }], parseJournal(bytesOf(''), 1));
    expect(pending).toEqual([{ index: 0, chars: 3, weight: 1 }]);
  });
});

describe('a journal', () => {
  it('takes the last line of a segment: an edit comes after what it replaces', () => {
    const journal = parseJournal(
      linesOf([
        { i: 0, t: 'machine' },
        { i: 0, t: 'person' },
      ]),
      2,
    );
    expect(resolveLines([{ text: 'same' }, { text: 'same' }], journal).map((line) => line?.t)).toEqual([
      'person',
      'person',
    ]);
  });

  it('gives a segment its own line before that of an equal one', () => {
    const journal = parseJournal(
      linesOf([
        { i: 0, t: 'first' },
        { i: 1, t: 'own' },
      ]),
      2,
    );
    expect(resolveLines([{ text: 'same' }, { text: 'same' }], journal).map((line) => line?.t)).toEqual([
      'first',
      'own',
    ]);
  });
});

function lineFor(index: number): JournalSegmentLine {
  return { i: index, t: `target ${index}` };
}
