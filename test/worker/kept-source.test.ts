import { crc32 } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createKeptSource } from '../../service/worker/kept-source.ts';

const source = Buffer.from('a document');
const came = { bytes: source.length, crc32: crc32(source) };

describe('the source that was read last', () => {
  it('is given once, to its own job', () => {
    const kept = createKeptSource();
    kept.keep('a', source);
    expect(kept.take('a', came)).toBe(source);
    expect(kept.take('a', came)).toBeUndefined();
    kept.keep('a', source);
    expect(kept.take('b', came)).toBeUndefined();
    expect(kept.take('a', came)).toBeUndefined();
  });

  it('is not given where it is not what came, or where that is not known', () => {
    const kept = createKeptSource();
    for (const other of [undefined, { ...came, crc32: 1 }, { ...came, bytes: 1 }]) {
      kept.keep('a', source);
      expect(kept.take('a', other)).toBeUndefined();
    }
  });

  it('gives way to the next, and is not kept for long, nor where it is large', () => {
    const kept = createKeptSource();
    kept.keep('a', source);
    kept.drop();
    expect(kept.take('a', came)).toBeUndefined();
    vi.useFakeTimers();
    kept.keep('a', source);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(kept.take('a', came)).toBeUndefined();
    const large = Buffer.alloc(1_048_577);
    kept.keep('a', large);
    expect(kept.take('a', { bytes: large.length, crc32: crc32(large) })).toBeUndefined();
  });
});
