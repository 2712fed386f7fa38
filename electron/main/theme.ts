import { nativeTheme } from 'electron';
import { keep, readKept } from './kept-file.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Applies the window's last theme before it opens: it would flash in the system's otherwise. */
export function applyKeptTheme(): void {
  const kept = readKept('theme');
  nativeTheme.themeSource = THEMES.find((theme) => theme === kept) ?? 'system';
}

export function keepTheme(theme: Theme): void {
  keep('theme', theme);
}
