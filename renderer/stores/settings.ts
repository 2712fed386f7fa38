import { defineStore } from 'pinia';
import { watchEffect } from 'vue';
import { tellTheme } from '../api/connect.ts';
import { remembered } from '../lib/remembered.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const ROWS = ['regular', 'compact'] as const;
type Theme = (typeof THEMES)[number];
type Rows = (typeof ROWS)[number];

/** How the window looks, kept on this machine. */
export const useSettings = defineStore('settings', () => {
  const theme = remembered<Theme>('theme', 'system', (value): value is Theme =>
    THEMES.some((one) => one === value),
  );
  const rows = remembered<Rows>('rows', 'regular', (value): value is Rows =>
    ROWS.some((one) => one === value),
  );

  watchEffect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    tellTheme(theme.value);
    document.documentElement.dataset['rows'] = rows.value;
  });

  return { theme, rows };
});
