import { app } from 'electron';
import { shownLanguage } from '../../../i18n/languages.ts';
import type { Backend } from '../backend.ts';
import { shellWords } from './words.ts';
import type { ShellWords } from './words.ts';

let chosen: string | null = null;
let words: ShellWords | undefined;

/** The shell's words in the interface's language, which may change: ask at display time, after `ready`. */
export function spoken(): ShellWords {
  // The same list as `navigator.languages` of the window (shell/browser/api/electron_api_web_contents.cc).
  const code = shownLanguage(chosen, [app.getLocale(), ...app.getPreferredSystemLanguages()]);
  if (words?.code !== code) words = shellWords(code);
  return words;
}

/**
 * Follows the setting `language`, which any window or program may change.
 * @param show called now and at each change, for texts that stay visible
 */
export function followLanguage(settings: Backend['settings'], show: () => void): void {
  const take = () => {
    chosen = settings.values().language;
    show();
  };
  settings.onChange((changed) => {
    if (changed.has('language')) take();
  });
  take();
}
