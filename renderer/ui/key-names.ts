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

/** A key with ⌘ or Ctrl, in one word. */
export function withMod(t: Words['t'], key: string): string {
  return IS_MAC ? `⌘${key}` : `${t('keys.control')}+${key}`;
}
