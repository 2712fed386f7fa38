import { describe, expect, it } from 'vitest';
import { nextCell, nextRow } from '../../renderer/ui/grid-keys.ts';

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, more = {}) => ({ ...NO_KEYS, key, ...more });
const caret = (value: string, at: number) => ({ value, start: at, end: at });

describe('keys in the grid of a glossary', () => {
  const next = (key: string, row: number, column: number, more = {}) =>
    nextCell(press(key, more), { row, column }, 2, caret('text', 2));

  it('Enter goes from term to translation to the next term, Shift+Enter back', () => {
    expect(next('Enter', 2, 0)).toEqual({ row: 2, column: 1 });
    expect(next('Enter', 2, 1)).toEqual({ row: 3, column: 0 });
    expect(next('Enter', 2, 1, { shiftKey: true })).toEqual({ row: 2, column: 0 });
    expect(next('Enter', 2, 0, { shiftKey: true })).toEqual({ row: 1, column: 1 });
  });

  it('Tab passes from the translation to the next term, and is the browser’s elsewhere', () => {
    expect(next('Tab', 2, 1)).toEqual({ row: 3, column: 0 });
    expect(next('Tab', 2, 0)).toBeUndefined();
    expect(next('Tab', 2, 1, { shiftKey: true })).toBeUndefined();
  });

  it('arrows keep the column', () => {
    expect(next('ArrowDown', 2, 1)).toEqual({ row: 3, column: 1 });
    expect(next('ArrowUp', 2, 1)).toEqual({ row: 1, column: 1 });
  });
});

describe('keys in the batch grid', () => {
  it('Enter goes to the next row, Shift+Enter stays and breaks the line', () => {
    expect(nextRow(press('Enter'), 2, caret('text', 1))).toBe(3);
    expect(nextRow(press('Enter', { shiftKey: true }), 2, caret('text', 1))).toBeUndefined();
  });

  it('arrows leave a text only from its first and last line', () => {
    const text = 'first\nsecond';
    expect(nextRow(press('ArrowUp'), 2, caret(text, 3))).toBe(1);
    expect(nextRow(press('ArrowUp'), 2, caret(text, 8))).toBeUndefined();
    expect(nextRow(press('ArrowDown'), 2, caret(text, 3))).toBeUndefined();
    expect(nextRow(press('ArrowDown'), 2, caret(text, 8))).toBe(3);
  });

  it('leaves other keys and shortcuts to the text', () => {
    expect(nextRow(press('a'), 2, caret('', 0))).toBeUndefined();
    expect(nextRow(press('ArrowDown', { altKey: true }), 2, caret('', 0))).toBeUndefined();
  });
});
