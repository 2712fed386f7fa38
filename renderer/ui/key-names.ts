import type { Words } from '../i18n/words.ts';

const IS_MAC = navigator.platform.startsWith('Mac');

/** Keys by their labels on the user's keyboard, as far as known. */
export function keyNames(t: Words['t']): { mod: string; alt: string; enter: string; shift: string } {
  return {
    mod: IS_MAC ? '⌘' : t('keys.control'),
    alt: IS_MAC ? '⌥' : t('keys.alt'),
    enter: t('keys.enter'),
    shift: IS_MAC ? '⇧' : t('keys.shift'),
  };
}

/** The parts of a key of lib/key-sets.ts, by their labels. */
export function keyParts(t: Words['t'], key: string): string[] {
  const { mod, alt, enter, shift } = keyNames(t);
  const labels: Readonly<Record<string, string>> = {
    ...{ Mod: mod, Alt: alt, Shift: shift, Enter: enter },
    ...{ ArrowDown: '↓', ArrowUp: '↑', Space: t('keys.space'), Insert: t('keys.insert') },
  };
  return key.split('+').map((part) => labels[part] ?? part);
}

/** The same in one word. */
export function keyWord(t: Words['t'], key: string): string {
  return keyParts(t, key).join(IS_MAC ? '' : '+');
}

/** A key with ⌘ or Ctrl, in one word. */
export function withMod(t: Words['t'], key: string): string {
  return IS_MAC ? `⌘${key}` : `${t('keys.control')}+${key}`;
}
