import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkQueue } from '../../service/jobs/run/work-queue.ts';
import type { Chunk, Item, QueueLimits, WorkQueue } from '../../service/jobs/run/work-queue.ts';
import { createChunkSizer } from '../../service/jobs/run/chunk-sizer.ts';

function items(count: number, chars = 40): Item[] {
  return Array.from({ length: count }, (_, index) => ({ index, chars, weight: 1 }));
}

function add(queue: WorkQueue, id: string, engine: string, pending: Item[], accountId = 'local'): void {
  queue.add({ id, accountId, direction: { engine, pair: { from: 'en', to: 'es' } }, pending });
}

function limits(chunks: number, perJob: number): QueueLimits {
  return () => ({ chunks, perJob, shares: chunks });
}

function finish(queue: WorkQueue, chunk: Chunk, ms = 500): void {
  queue.translated(chunk, ms);
  queue.stored(chunk);
}

describe('the work queue', () => {
  it('serves the jobs of an account round robin', () => {
    const queue = createWorkQueue(limits(1, 2));
    for (const id of ['a', 'b', 'c']) add(queue, id, 'engine', items(12));
    const order: string[] = [];
    for (let chunk = queue.next(); chunk; chunk = queue.next()) {
      order.push(chunk.jobId);
      finish(queue, chunk);
    }
    expect(order.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('serves the accounts round robin, however many jobs each of them has', () => {
    const queue = createWorkQueue(limits(1, 2));
    for (let n = 0; n < 50; n++) add(queue, `many ${n}`, 'engine', items(40), 'busy');
    add(queue, 'one', 'engine', items(12), 'other');
    const order: string[] = [];
    for (let chunk = queue.next(); chunk && order.length < 6; chunk = queue.next()) {
      order.push(chunk.jobId);
      finish(queue, chunk);
    }
    expect(order).toEqual(['many 0', 'one', 'many 1', 'one', 'many 2', 'one']);
  });

  it('keeps to the engine’s limit over all jobs and to two chunks of one', () => {
    const queue = createWorkQueue(limits(3, 2));
    add(queue, 'a', 'engine', items(100));
    expect([queue.next()?.jobId, queue.next()?.jobId, queue.next()]).toEqual(['a', 'a', undefined]);
    add(queue, 'b', 'engine', items(100));
    expect([queue.next()?.jobId, queue.next()]).toEqual(['b', undefined]);
  });

  it('gives an engine up to twice as many chunks where all that it has are done in a moment', () => {
    const takenOf = (ms: number): number => {
      const queue = createWorkQueue(limits(2, 9));
      add(queue, 'a', 'engine', items(4));
      finish(queue, queue.next()!, ms);
      add(queue, 'b', 'engine', items(1_000));
      let taken = 0;
      while (queue.next()) taken++;
      return taken;
    };
    expect([takenOf(4), takenOf(20), takenOf(4_000)]).toEqual([4, 3, 2]);
  });

  it('gives each engine its own limit, so that one that hangs holds up no other', () => {
    const queue = createWorkQueue(limits(2, 2));
    add(queue, 'slow', 'apertium', items(100));
    expect([queue.next()?.jobId, queue.next()?.jobId, queue.next()]).toEqual(['slow', 'slow', undefined]);
    add(queue, 'quick', 'pseudo', items(100));
    expect(queue.next()).toMatchObject({ jobId: 'quick', direction: { engine: 'pseudo' } });
  });

  it('frees the engine when a chunk is translated, but the job’s place only when it is stored', () => {
    const queue = createWorkQueue(limits(1, 1));
    add(queue, 'a', 'engine', items(100));
    add(queue, 'b', 'engine', items(100));
    const chunk = queue.next()!;
    queue.translated(chunk, 200);
    expect(queue.next()?.jobId).toBe('b');
    queue.stored(chunk);
    expect(queue.next()).toBeUndefined();
  });

  it('dispatches a suspect’s segments one at a time, to be worked on alone, and other jobs meanwhile', () => {
    const queue = createWorkQueue(limits(4, 2));
    add(queue, 'a', 'engine', items(4));
    add(queue, 'b', 'engine', items(8));
    add(queue, 'c', 'engine', items(4), 'other');
    queue.setSuspect('b', true);
    const taken = [queue.next()!, queue.next()!, queue.next()!];
    expect(taken.map(({ jobId, alone, items: own }) => [jobId, alone, own.length])).toEqual([
      ['a', false, 4],
      ['c', false, 4],
      ['b', true, 1],
    ]);
    expect(queue.next()).toBeUndefined();
    finish(queue, taken[2]!);
    expect(queue.next()).toMatchObject({ jobId: 'b', alone: true });
  });

  it('asks for the limits of each direction, and takes them as they are at the time', () => {
    const chunks: Record<string, number> = { near: 1, far: 3 };
    const queue = createWorkQueue(({ engine }) => ({ chunks: chunks[engine]!, perJob: 9, shares: 1 }));
    add(queue, 'a', 'near', items(100));
    add(queue, 'b', 'far', items(100));
    const takeAll = (): string[] => {
      const jobs: string[] = [];
      for (let chunk = queue.next(); chunk; chunk = queue.next()) jobs.push(chunk.jobId);
      return jobs;
    };
    expect(takeAll()).toEqual(['a', 'b', 'b', 'b']);
    chunks['far'] = 4;
    expect(takeAll()).toEqual(['b']);
  });

  it('dispatches each segment exactly once unless it was put back, whatever the order of events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(9), { maxLength: 60 }),
        (sizes, choices) => {
          const queue = createWorkQueue(limits(3, 2));
          sizes.forEach((size, i) => add(queue, `job ${i}`, 'engine', items(size)));
          const stored: string[] = [];
          const open: Chunk[] = [];
          for (let step = 0; ; step++) {
            const chunk = queue.next();
            if (chunk) open.push(chunk);
            else if (open.length === 0) break;
            const choice = choices[step] ?? 1;
            if (chunk && choice % 2 === 0) continue;
            const [ended] = open.splice(choice % open.length, 1);
            if (choice === 9) {
              queue.putBack(ended!);
              queue.wake(ended!.jobId);
              continue;
            }
            finish(queue, ended!, 50);
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
    expect(createChunkSizer().next('engine', items(100))).toBe(4);
  });

  it('grows with a fast engine to 512 segments, step by step, as the first measurement may be a lucky one', () => {
    const sizer = createChunkSizer();
    const sizes: number[] = [];
    for (let i = 0; i < 5; i++) {
      const count = sizer.next('engine', items(1_000));
      sizes.push(count);
      sizer.measured('engine', items(count), 1);
    }
    expect(sizes).toEqual([4, 64, 512, 512, 512]);
  });

  it('shrinks to one segment with a slow engine, and never below', () => {
    const sizer = createChunkSizer();
    sizer.measured('engine', items(4), 4_000);
    expect(sizer.next('engine', items(100))).toBe(1);
  });

  it('gives an engine that is slow with few words enough of them', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 3; i++) sizer.measured('engine', items(8), 8_000, 900);
    expect(sizer.next('engine', items(100))).toBe(22);
  });

  it('aims at half a second a chunk', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 20; i++) {
      const count = sizer.next('engine', items(1_000));
      sizer.measured('engine', items(count), count * 10);
    }
    expect(sizer.next('engine', items(1_000))).toBe(50);
  });

  it('forgets soon that the engine had to be loaded first', () => {
    const sizer = createChunkSizer();
    sizer.measured('engine', items(4), 1_500);
    for (let i = 0; i < 10; i++) {
      const count = sizer.next('engine', items(1_000));
      sizer.measured('engine', items(count), count * 10);
    }
    expect(sizer.next('engine', items(1_000))).toBeGreaterThanOrEqual(45);
  });

  it('makes the first chunk of a job small, so that a fast engine need not wait for it', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 5; i++) sizer.measured('engine', items(128), 12.8);
    expect(sizer.next('engine', items(1_000), { isFirst: true })).toBe(32);
    expect(sizer.next('engine', items(1_000))).toBe(512);
    expect(sizer.next('engine', items(3), { isFirst: true })).toBe(3);
  });

  it('does not make it small where the engine does the whole job at once', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 5; i++) sizer.measured('engine', items(128), 0.1);
    expect(sizer.next('engine', items(1_000), { isFirst: true })).toBe(512);
  });

  it('cuts the end of a job into shares, so that no thread works at it alone', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 5; i++) sizer.measured('engine', items(128), 1_280);
    expect([300, 90, 30, 9, 3].map((left) => sizer.next('engine', items(left), { shares: 3 }))).toEqual([
      50, 30, 10, 5, 3,
    ]);
  });

  it('does not cut into shares what an engine does at once', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 5; i++) sizer.measured('engine', items(128), 12.8);
    expect([600, 300, 9].map((left) => sizer.next('engine', items(left), { shares: 3 }))).toEqual([
      500, 300, 9,
    ]);
  });

  it('stays under 60,000 characters, but takes a longer segment whole', () => {
    const sizer = createChunkSizer();
    for (let i = 0; i < 5; i++) sizer.measured('engine', items(128), 0.1);
    expect(sizer.next('engine', items(100, 9_000))).toBe(6);
    expect(sizer.next('engine', items(3, 70_000))).toBe(1);
  });
});
