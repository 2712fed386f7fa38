import { describe, expect, it } from 'vitest';
import { nextRow } from '../../renderer/ui/grid-keys.ts';

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, more = {}) => ({ ...NO_KEYS, key, ...more });
const caret = (value: string, at: number) => ({ value, start: at, end: at });

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
