import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArchiveLine, parseIndex } from '../../service/records/job-entry.ts';
import { parseJobRecord } from '../../service/records/job-record.ts';
import { encodeJournalLine, parseJournal, parseJournalEnd } from '../../service/records/journal.ts';

import { encodeSegmentLine, parseSegments } from '../../service/records/segments.ts';
import { parseSettings } from '../../service/records/settings-record.ts';
import { untranslated } from '../../service/records/stored-flags.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const linesOf = (lines: object[]) => bytesOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const END = { status: 'failed', at: '2026-11-01T10:00:00.000Z', charge: 0, warnings: [] } as const;

describe('a journal', () => {
  it('cut anywhere by a crash loses only the line that was being written', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), fc.nat(), (targets, at) => {
        const whole = linesOf(targets.map((t, i) => ({ i, t })));
        const cut = whole.subarray(0, at % (whole.length + 1));
        const journal = parseJournal(cut, targets.length);
        expect(journal.size).toBe(cut.filter((byte) => byte === 0x0a).length);
        for (const [i, line] of journal) expect(line.t).toBe(targets[i]);
      }),
    );
  });

  it.each([
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x0a)],
    ['zero bytes, as a file system leaves after a power cut', Uint8Array.of(0, 0, 0, 0x0a)],
    ['half a line joined to the next', bytesOf('{"i":1,"t":"on{"i":1,"t":"one"}\n')],
    ['an index the job does not have', bytesOf('{"i":7,"t":"x"}\n')],
    ['a line without a text', bytesOf('{"i":1}\n')],
    ['half an index', bytesOf('{"i":1.5,"t":"x"}\n')],
    ['an invalid origin', bytesOf('{"i":1,"t":"x","o":1}\n')],
    ['an invalid flag', bytesOf('{"i":1,"t":"x","f":[1]}\n')],
    ['a number', bytesOf('3\n')],
    ['an empty line', bytesOf('\n')],
  ])('loses %s, and nothing before or after', (_name, garbage) => {
    const bytes = Buffer.concat([bytesOf('{"i":0,"t":"zero"}\n'), garbage, bytesOf('{"i":2,"t":"two"}\n')]);
    expect([...parseJournal(bytes, 3).keys()]).toEqual([0, 2]);
  });

  it('finds how the job ended by one rule with the segments: a torn line does not count, a damaged one is skipped', () => {
    const end = linesOf([END]);
    expect(parseJournalEnd(end.subarray(0, -1))).toEqual({});
    const damaged = Buffer.concat([bytesOf('{"i":0,"t":"a"}\n\0\0{"i":1\n'), end, bytesOf('{"sett\n')]);
    expect(parseJournalEnd(damaged)).toEqual({ end: END });
    const settled = Buffer.concat([
      end,
      linesOf([{ settled: true, rev: 4 }, { settled: true, rev: 9 }, END]),
    ]);
    expect(parseJournalEnd(settled)).toEqual({ end: END, settledRev: 9 });
  });

  it('does not depend on the order of the members of a line', () => {
    const bytes = bytesOf(
      '{"t":"zero","i":0}\n{"warnings":[],"charge":0,"at":"2026-11-01T10:00:00.000Z","status":"failed"}\n',
    );
    expect(parseJournal(bytes, 1).get(0)?.t).toBe('zero');
    expect(parseJournalEnd(bytes)).toEqual({ end: END });
  });

  it('is read with codes that this release does not know', () => {
    const warnings = [{ code: 'of_a_later_release', message: 'New.' }];
    expect(parseJournalEnd(linesOf([{ ...END, warnings }])).end?.warnings).toEqual(warnings);
  });

  it('comes back as it was written', () => {
    const line = { i: 3, t: 'drei\u2028', o: 'memory' as const, f: [untranslated()] };
    expect(parseJournal(bytesOf(encodeJournalLine(line)), 4).get(3)).toEqual(line);
  });
});

describe('a segments file', () => {
  const segment = fc.record(
    { text: fc.string(), id: fc.string(), copy: fc.constant(true as const) },
    { requiredKeys: ['text'] },
  );

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.array(segment), (list) => {
        expect(parseSegments(bytesOf(list.map(encodeSegmentLine).join('')))).toEqual(list);
      }),
    );
  });

  it('that is damaged is refused: a job must not go on with fewer segments than it had', () => {
    expect(() => parseSegments(bytesOf('{"text":"a"}\n{"te'))).toThrow();
    for (const line of [
      '{"other":1}',
      '{"text":1}',
      '{"text":"a","copy":false}',
      '{"text":"a","rules":[]}',
      '3',
    ])
      expect(() => parseSegments(bytesOf(`{"text":"a"}\n${line}\n`))).toThrow();
  });
});

describe('a line with members that this release does not know', () => {
  const more = { constructor: 1, of_a_later_release: [] };
  it('is read without them', () => {
    expect(parseSegments(linesOf([{ text: 'a', id: '1', ...more }]))).toEqual([{ text: 'a', id: '1' }]);
    expect(parseJournal(linesOf([{ i: 0, t: 'a', ...more }]), 1).get(0)).toEqual({ i: 0, t: 'a' });
  });
});

describe('a record', () => {
  it('of another version does not count', () => {
    expect(parseSettings({ version: 1, values: {}, engines: {} })).toBeDefined();
    expect(parseSettings({ version: 2, values: {}, engines: {} })).toBeUndefined();
  });

  it('in a damaged job.json does not count', () => {
    expect(parseJobRecord('{"version":1')).toBeUndefined();
    expect(parseJobRecord('{"version":1}')).toBeUndefined();
  });
});

describe('a row of the index', () => {
  const id = '01a09eee-2f88-7000-8199-cc20e6b67c38';
  const row = {
    id,
    account_id: 'local',
    kind: 'batch',
    status: 'done',
    segment_count: 1,
    source_chars: 5,
    from: 'en',
    to: 'es',
    engine: 'pseudo',
    engine_pair: { from: 'en', to: 'es' },
    options: {},
    created_at: '2026-09-14T08:00:06.000Z',
    updated_at: '2026-09-14T08:00:09.000Z',
    finished_at: '2026-09-14T08:00:09.000Z',
    completed: 1,
    settled: true,
    warnings: [],
  };
  it('comes back as it was written', () => {
    expect(parseIndex({ version: 1, entries: { [id]: row } })).toEqual({
      version: 1,
      entries: { [id]: row },
    });
    expect(parseArchiveLine(row)).toEqual(row);
  });

  it('can say that the job is gone', () => {
    expect(parseArchiveLine({ removed: id })).toEqual({ removed: id });
    expect(parseArchiveLine({ removed: 3 })).toBeUndefined();
  });
});
