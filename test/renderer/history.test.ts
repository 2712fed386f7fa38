import { describe, expect, it } from 'vitest';
import { createHistory } from '../../renderer/lib/history.ts';

describe('undo', () => {
  it('goes back step by step, and forth again', () => {
    const history = createHistory<string>();
    history.record('a');
    history.record('b');
    expect(history.undo('c')).toBe('b');
    expect(history.undo('b')).toBe('a');
    expect(history.undo('a')).toBeUndefined();
    expect(history.redo('a')).toBe('b');
    expect(history.redo('b')).toBe('c');
    expect(history.canRedo.value).toBe(false);
  });

  it('takes quick typing in one place as one step', () => {
    let time = 0;
    const history = createHistory<string>(() => time);
    history.record('', 'cell 1');
    time = 500;
    history.record('a', 'cell 1');
    expect(history.undo('ab')).toBe('');
    history.record('', 'cell 1');
    time = 5_000;
    history.record('a', 'cell 1');
    history.record('ab', 'cell 2');
    expect(history.undo('abc')).toBe('ab');
    expect(history.undo('ab')).toBe('a');
  });

  it('forgets what lay ahead once something else is done', () => {
    const history = createHistory<string>();
    history.record('a');
    history.undo('b');
    history.record('a');
    expect(history.canRedo.value).toBe(false);
  });
});
