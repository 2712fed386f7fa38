import { storeLocally } from './local-item.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const ITEM = 'interlinear.theme';

/** The browser's copy of the theme: the service, which stores the choice, answers after the first paint. */
export interface ThemeCopy {
  theme: Theme;
  /** Whether the service has stored it too. */
  isStored: boolean;
}

export function readTheme(): ThemeCopy {
  try {
    const { theme, isStored } = JSON.parse(localStorage.getItem(ITEM) ?? '{}') as Partial<ThemeCopy>;
    if (theme && THEMES.includes(theme)) return { theme, isStored: isStored === true };
  } catch {
    // Not ours.
  }
  return { theme: 'system', isStored: true };
}

export function copyTheme(copy: ThemeCopy): void {
  storeLocally(ITEM, JSON.stringify(copy));
}

export function paintTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
