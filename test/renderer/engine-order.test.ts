import { describe, expect, it } from 'vitest';
import { placeOfDrop, withMoved } from '../../renderer/lib/engine-order.ts';

describe('the order of engines', () => {
  const engines = [{ id: 'a', order: 0 }, { id: 'b', order: 1 }, { id: 'c', order: 2 }, { id: 'off' }];

  it('has one moved up, down, or in from those without a place', () => {
    const ids = (id: string, to: number) => withMoved(engines, id, to).map((engine) => engine.id);
    expect(ids('c', 0)).toEqual(['c', 'a', 'b', 'off']);
    expect(ids('a', 1)).toEqual(['b', 'a', 'c', 'off']);
    expect(ids('off', 3)).toEqual(['a', 'b', 'c', 'off']);
    expect(withMoved(engines, 'off', 3).map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  });

  it('stays as it is when there is no such engine', () => {
    expect(withMoved(engines, 'gone', 0)).toEqual(engines);
  });

  it('takes a drop on the half of a row that the pointer is in', () => {
    expect(placeOfDrop(0, 2, false)).toBe(1);
    expect(placeOfDrop(0, 2, true)).toBe(2);
    expect(placeOfDrop(2, 0, false)).toBe(0);
    expect(placeOfDrop(2, 0, true)).toBe(1);
    expect(placeOfDrop(1, 1, true)).toBe(1);
  });
});
