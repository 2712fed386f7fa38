import { describe, expect, it, vi } from 'vitest';
import { createKeptSource } from '../../service/worker/kept-source.ts';

const source = Buffer.from('a document');

describe('the source that was read last', () => {
  it('is given once, to its own job', () => {
    const kept = createKeptSource();
    kept.keep('a', source);
    expect(kept.take('a')).toBe(source);
    expect(kept.take('a')).toBeUndefined();
    kept.keep('a', source);
    expect(kept.take('b')).toBeUndefined();
    expect(kept.take('a')).toBeUndefined();
  });

  it('gives way to the next, and is not kept for long, nor where it is large', () => {
    const kept = createKeptSource();
    expect(kept.take(undefined)).toBeUndefined();
    kept.keep('a', source);
    expect(kept.take(undefined)).toBeUndefined();
    expect(kept.take('a')).toBeUndefined();
    vi.useFakeTimers();
    kept.keep('a', source);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(kept.take('a')).toBeUndefined();
    const large = Buffer.alloc(1_048_577);
    kept.keep('a', large);
    expect(kept.take('a')).toBeUndefined();
  });
});
