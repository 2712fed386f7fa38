import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlan, parseJournal, parseSegments, resolveLines } from '../../service/worker/plan.ts';
import type { JournalSegmentLine, SegmentLine } from '../../service/worker/port.ts';

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
  it('cut anywhere by a crash loses only the line that was being written', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), fc.nat(), (targets, at) => {
        const whole = linesOf(targets.map((t, i) => ({ i, t })));
        const cut = whole.subarray(0, at % (whole.length + 1));
        const journal = parseJournal(cut, targets.length);
        const complete = cut.filter((byte) => byte === 0x0a).length;
        expect(journal.lines.size).toBe(complete);
        expect(journal.validBytes).toBe(cut.lastIndexOf(0x0a) + 1);
        for (const [i, line] of journal.lines) expect(line.t).toBe(targets[i]);
      }),
    );
  });

  it.each([
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x0a)],
    ['zero bytes, as a file system leaves after a power cut', Uint8Array.of(0, 0, 0, 0x0a)],
    ['half a line joined to the next', bytesOf('{"i":1,"t":"on{"i":1,"t":"one"}\n')],
    ['an index the job does not have', bytesOf('{"i":7,"t":"x"}\n')],
    ['a line without a text', bytesOf('{"i":1}\n')],
    ['a number', bytesOf('3\n')],
    ['an empty line', bytesOf('\n')],
  ])('ends before %s', (_name, garbage) => {
    const good = bytesOf('{"i":0,"t":"zero"}\n');
    const bytes = Buffer.concat([good, garbage, bytesOf('{"i":2,"t":"two"}\n')]);
    const journal = parseJournal(bytes, 3);
    expect([...journal.lines.keys()]).toEqual([0]);
    expect(journal.validBytes).toBe(good.length);
  });

  it('is read past lines of other kinds, such as how the job ended', () => {
    const bytes = linesOf([
      { i: 0, t: 'a' },
      { status: 'done', at: 'x', charge: 1, warnings: [] },
      { settled: true, rev: 2 },
    ]);
    expect(parseJournal(bytes, 1).validBytes).toBe(bytes.length);
  });

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

describe('a segments file', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(segments, (list) => {
        expect(parseSegments(linesOf(list))).toEqual(list);
      }),
    );
  });

  it('that is damaged is refused: a job must not go on with fewer segments than it had', () => {
    expect(() => parseSegments(bytesOf('{"text":"a"}\n{"te'))).toThrow(SyntaxError);
    expect(() => parseSegments(bytesOf('{"other":1}\n'))).toThrow(SyntaxError);
  });
});

function lineFor(index: number): JournalSegmentLine {
  return { i: index, t: `target ${index}` };
}
