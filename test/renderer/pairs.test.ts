import { describe, expect, it } from 'vitest';
import { firstPair, pairFor, wayFor, withRecent } from '../../renderer/lib/pairs.ts';
import { languageChoices, pairOf } from '../../renderer/features/job-options/language-choices.ts';
import type { Directions } from '../../renderer/features/job-options/language-choices.ts';

const PAIRS = [
  { from: '*', to: 'en-XA', ready: true, engines: ['pseudo'] },
  { from: 'en', to: 'de', ready: false, engines: ['bergamot'] },
  { from: 'en', to: 'es', ready: true, engines: ['bergamot'] },
];

describe('directions', () => {
  it('are served exactly, by the language of a region, or by any language', () => {
    expect(pairFor(PAIRS, 'en', 'es')).toBe(PAIRS[2]);
    expect(pairFor(PAIRS, 'en-GB', 'es-MX')).toBe(PAIRS[2]);
    expect(pairFor(PAIRS, 'fr', 'en-XA')).toBe(PAIRS[0]);
    expect(pairFor(PAIRS, 'es', 'en')).toBeUndefined();
  });

  it('prefer an engine that is ready over one that is not', () => {
    const both = [PAIRS[1]!, { from: '*', to: '*', ready: true, engines: ['llm'] }];
    expect(pairFor(both, 'en', 'de')).toBe(both[1]);
  });

  it('begin with one that works now, never with pseudo-localisation', () => {
    expect(firstPair(PAIRS)).toEqual({ from: 'en', to: 'es' });
    expect(firstPair(PAIRS.slice(0, 2))).toEqual({ from: 'en', to: 'de' });
    expect(firstPair(PAIRS.slice(0, 1))).toEqual({ from: 'en', to: 'es' });
    expect(firstPair([])).toEqual({ from: 'en', to: 'es' });
  });

  it('begin with a language of the user where none works yet', () => {
    const waiting = ['fi', 'de', 'es'].map((to) => ({ from: 'en', to, ready: false }));
    expect(firstPair(waiting, ['de-AT', 'en'])).toEqual({ from: 'en', to: 'de' });
    expect(firstPair(waiting, ['en-GB'])).toEqual({ from: 'en', to: 'es' });
  });

  it('go through English where an engine has both halves', () => {
    const halves = [
      { from: 'es', to: 'en', ready: true },
      { from: 'en', to: 'de', ready: false },
    ];
    expect(wayFor(halves, 'es', 'de')).toEqual({ legs: halves, ready: false });
    expect(wayFor(halves, 'es', 'en')?.legs).toEqual(halves.slice(0, 1));
    expect(wayFor(halves, 'fr', 'de')).toBeUndefined();
  });

  it('to pseudo-localisation are never those to English', () => {
    expect(pairFor([{ from: 'es', to: 'en', ready: true }], 'es', 'en-XA')).toBeUndefined();
  });

  it('are remembered latest first, once each, five at most', () => {
    const used = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].map((to) => ({ from: 'en', to }));
    const recent = used.reduce<{ from: string; to: string }[]>(withRecent, []);
    expect(recent.map((pair) => pair.to)).toEqual(['b', 'f', 'e', 'd', 'c']);
  });
});

describe('the list of languages', () => {
  const languages = [
    { value: 'en', label: 'English' },
    { value: 'fr', label: 'French', hint: 'Français' },
    { value: 'de', label: 'German', hint: 'Deutsch' },
    { value: 'es', label: 'Spanish', hint: 'Español' },
  ];
  const words = {
    recent: 'Recent',
    ready: 'Ready',
    notReady: 'Not installed',
    direction: ({ from, to }: { from: string; to: string }) => `${from} → ${to}`,
  };
  const directionsOf = (pairs: readonly { from: string; to: string; ready: boolean }[]): Directions => ({
    pairs,
    isReady: ({ from, to }) => pairFor(pairs, from, to)?.ready ?? false,
    offer: ({ to }) => `Install ${to}`,
  });
  const present = { from: 'en', to: 'es' };

  it('holds only languages possible on that side, those that are ready first', () => {
    const to = languageChoices('to', languages, directionsOf(PAIRS), present, [], words);
    expect(to.map(({ label, group }) => [label, group])).toEqual([
      ['Spanish', 'Ready'],
      ['German', 'Not installed'],
    ]);
  });

  it('says what those that are not installed take', () => {
    const to = languageChoices('to', languages, directionsOf(PAIRS), present, [], words);
    expect(to.map((choice) => choice.hint)).toEqual(['Español', 'Install de']);
  });

  it('has no headings when there is one group only', () => {
    const to = languageChoices('to', languages, directionsOf(PAIRS.slice(2)), present, [], words);
    expect(to.map((choice) => choice.group)).toEqual([undefined]);
  });

  it('leaves out variants of the language on the other side', () => {
    const variants = [...languages, { value: 'en-AU', label: 'English (Australia)', hint: 'English' }];
    const both = [...PAIRS, { from: 'es', to: 'en', ready: true, engines: ['bergamot'] }];
    const to = languageChoices('to', variants, directionsOf(both), present, [], words).map(
      (choice) => choice.value,
    );
    expect(to).toContain('en');
    expect(to).not.toContain('en-AU');
  });

  it('begins with the recent pairs, which set both sides', () => {
    const [first] = languageChoices(
      'from',
      languages,
      directionsOf(PAIRS),
      present,
      [{ from: 'fr', to: 'en-XA' }],
      words,
    );
    expect(first?.label).toBe('fr → en-XA');
    expect(pairOf(first?.value ?? '')).toEqual({ from: 'fr', to: 'en-XA' });
    expect(pairOf('es')).toBeUndefined();
  });
});
