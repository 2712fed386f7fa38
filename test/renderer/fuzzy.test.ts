import { describe, expect, it } from 'vitest';
import { filtered, fuzzyRank } from '../../renderer/features/palette/fuzzy.ts';

describe('searching for a command', () => {
  it('ranks the start of the name before the start of a word, that before a middle, that before scattered letters', () => {
    const ranks = ['Save all', 'Do save', 'Unsaved', 'Start over very early'].map((text) =>
      fuzzyRank('save', text),
    );
    expect(ranks).toEqual([5, 4, 3, 1]);
  });

  it('wants every word, in any order, whatever case and accents', () => {
    expect(fuzzyRank('espan into', 'Translate into Español')).toBeGreaterThan(0);
    expect(fuzzyRank('fra into', 'Translate into French', ['Français'])).toBeGreaterThan(0);
    expect(fuzzyRank('espan from', 'Translate into Español')).toBe(0);
    expect(fuzzyRank('zq', 'Zebra quartet')).toBe(0);
  });

  it('finds by keywords, after names, and shows some only when asked', () => {
    const all = [
      { label: 'Translate into German', keywords: ['Deutsch'], onlySearched: true },
      { label: 'Deutsch lernen.txt' },
      { label: 'Settings' },
    ];
    expect(filtered(all, 'deutsch').map(({ label }) => label)).toEqual([
      'Deutsch lernen.txt',
      'Translate into German',
    ]);
    expect(filtered(all, ' ').map(({ label }) => label)).toEqual(['Deutsch lernen.txt', 'Settings']);
  });
});
