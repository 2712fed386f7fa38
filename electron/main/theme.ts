import { nativeTheme } from 'electron';
import { keep, readKept } from './kept-file.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/**
 * The theme that the window had last, before it is made: chosen apart from the system's, it would else flash
 * in the other one.
 */
export function applyKeptTheme(): void {
  const kept = readKept('theme');
  nativeTheme.themeSource = THEMES.find((theme) => theme === kept) ?? 'system';
}

export function keepTheme(theme: Theme): void {
  keep('theme', theme);
}
