import { describe, expect, it } from 'vitest';
import { canHave, COMMANDS, commandOf, KEY_SET_IDS, KEY_SETS, keyOf } from '../../renderer/lib/key-sets.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe.each(KEY_SET_IDS)('the key set %s', (id) => {
  const { keys, instead } = KEY_SETS[id];
  it('has a key of its own for each command', () => {
    expect(Object.keys(keys).sort()).toEqual([...COMMANDS].sort());
    const all = Object.values(keys);
    expect(all.filter((key, n) => all.indexOf(key) !== n)).toEqual([]);
  });
  it('takes no key that a browser, the system or the window keeps', () => {
    expect(Object.values(keys).filter((key) => !canHave(key))).toEqual([]);
  });
  it('says which keys of the other program it cannot have', () => {
    expect(instead.filter(({ theirs }) => canHave(theirs))).toEqual([]);
  });
});

describe('keys', () => {
  it('are known by their letters, and in other scripts by their places', () => {
    expect(press('j', { ctrlKey: true, code: 'KeyJ' })).toBe('Mod+J');
    expect(press('a', { ctrlKey: true, code: 'KeyQ' })).toBe('Mod+A');
    expect(press('ت', { ctrlKey: true, code: 'KeyJ' })).toBe('Mod+J');
    expect(press('∆', { altKey: true, code: 'KeyJ' })).toBe('Alt+J');
    expect(press('*', { ctrlKey: true, shiftKey: true, code: 'Digit8' })).toBe('Mod+Shift+8');
    expect(press(' ', { metaKey: true, shiftKey: true })).toBe('Mod+Shift+Space');
    expect(press('F3', { shiftKey: true })).toBe('Shift+F3');
  });
  it('typed with AltGr are letters', () => {
    const getModifierState = (name: string) => name === 'AltGraph';
    expect(press('ś', { ctrlKey: true, altKey: true, code: 'KeyS', getModifierState })).toBe('');
  });
  it('do what the set says', () => {
    expect(commandOf('own', 'Mod+J')).toBe('join');
    expect(commandOf('omegat', 'Mod+J')).toBe('goTo');
    expect(commandOf('own', '')).toBeUndefined();
  });
});
