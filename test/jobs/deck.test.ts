import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeck } from '../../service/jobs/deck.ts';
import type { Chunk, Deck, Item } from '../../service/jobs/deck.ts';
import { createPace } from '../../service/jobs/pace.ts';

function items(count: number, chars = 40): Item[] {
  return Array.from({ length: count }, (_, index) => ({ index, chars, weight: 1 }));
}

function finish(deck: Deck, chunk: Chunk, ms = 200): void {
  deck.translated(chunk, ms);
  deck.stored(chunk);
}

describe('dealing chunks', () => {
  it('takes the jobs in turn', () => {
    const deck = createDeck({ slots: 1, perJob: 2 });
    for (const id of ['a', 'b', 'c']) deck.add(id, 'engine', items(12));
    const turns: string[] = [];
    for (let chunk = deck.next(); chunk; chunk = deck.next()) {
      turns.push(chunk.jobId);
      finish(deck, chunk);
    }
    expect(turns.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('keeps to the slots over all jobs and to two chunks of one', () => {
    const deck = createDeck({ slots: 3, perJob: 2 });
    deck.add('a', 'engine', items(100));
    expect([deck.next()?.jobId, deck.next()?.jobId, deck.next()]).toEqual(['a', 'a', undefined]);
    deck.add('b', 'engine', items(100));
    expect([deck.next()?.jobId, deck.next()]).toEqual(['b', undefined]);
  });

  it('gives each engine slots of its own, so that one that hangs holds up no other', () => {
    const deck = createDeck({ slots: 2, perJob: 2 });
    deck.add('slow', 'apertium', items(100));
    expect([deck.next()?.jobId, deck.next()?.jobId, deck.next()]).toEqual(['slow', 'slow', undefined]);
    deck.add('quick', 'pseudo', items(100));
    expect(deck.next()).toMatchObject({ jobId: 'quick', engine: 'pseudo' });
  });

  it('frees the slot when a chunk is translated, but the job’s place only when it is stored', () => {
    const deck = createDeck({ slots: 1, perJob: 1 });
    deck.add('a', 'engine', items(100));
    deck.add('b', 'engine', items(100));
    const chunk = deck.next()!;
    deck.translated(chunk, 200);
    expect(deck.next()?.jobId).toBe('b');
    deck.stored(chunk);
    expect(deck.next()).toBeUndefined();
  });

  it('deals a suspect’s segments one by one and only while nothing else is at work', () => {
    const deck = createDeck({ slots: 4, perJob: 2 });
    deck.add('a', 'engine', items(4));
    deck.add('b', 'engine', items(8));
    deck.setSuspect('b', true);
    const first = deck.next()!;
    expect(first).toMatchObject({ jobId: 'a', alone: false });
    expect(deck.next()).toBeUndefined();
    finish(deck, first);
    const second = deck.next()!;
    expect(second).toMatchObject({ jobId: 'b', alone: true });
    expect(second.items).toHaveLength(1);
    expect(deck.next()).toBeUndefined();
  });

  it('deals each segment exactly once unless it was put back, whatever the order of events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(9), { maxLength: 60 }),
        (sizes, choices) => {
          const deck = createDeck({ slots: 3, perJob: 2 });
          sizes.forEach((size, i) => deck.add(`job ${i}`, 'engine', items(size)));
          const stored: string[] = [];
          const open: Chunk[] = [];
          for (let step = 0; ; step++) {
            const chunk = deck.next();
            if (chunk) open.push(chunk);
            else if (open.length === 0) break;
            const choice = choices[step] ?? 1;
            if (chunk && choice % 2 === 0) continue;
            const [ended] = open.splice(choice % open.length, 1);
            if (choice === 9) {
              deck.putBack(ended!);
              deck.wake(ended!.jobId);
              continue;
            }
            finish(deck, ended!, 50);
            stored.push(...ended!.items.map(({ index }) => `${ended!.jobId}/${index}`));
          }
          const all = sizes.flatMap((size, i) => items(size).map(({ index }) => `job ${i}/${index}`));
          expect(stored.sort()).toEqual(all.sort());
        },
      ),
    );
  });
});

describe('the size of chunks', () => {
  it('starts with four segments', () => {
    expect(createPace().take('engine', items(100))).toBe(4);
  });

  it('grows with a fast engine to 512 segments, step by step', () => {
    const pace = createPace();
    const sizes: number[] = [];
    for (let i = 0; i < 5; i++) {
      const count = pace.take('engine', items(1_000));
      sizes.push(count);
      pace.measured('engine', items(count), 1);
    }
    expect(sizes).toEqual([4, 16, 64, 256, 512]);
  });

  it('shrinks to one segment with a slow engine, and never below', () => {
    const pace = createPace();
    pace.measured('engine', items(4), 4_000);
    expect(pace.take('engine', items(100))).toBe(1);
  });

  it('aims at 200 ms a chunk', () => {
    const pace = createPace();
    for (let i = 0; i < 20; i++) {
      const count = pace.take('engine', items(1_000));
      pace.measured('engine', items(count), count * 10);
    }
    expect(pace.take('engine', items(1_000))).toBe(20);
  });

  it('stays under 60,000 characters, but takes a longer segment whole', () => {
    const pace = createPace();
    for (let i = 0; i < 5; i++) pace.measured('engine', items(128), 0.1);
    expect(pace.take('engine', items(100, 9_000))).toBe(6);
    expect(pace.take('engine', items(3, 70_000))).toBe(1);
  });
});
