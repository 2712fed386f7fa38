import { describe, expect, it } from 'vitest';
import { contradiction, isTelling } from '../../renderer/lib/told-language.ts';

describe('a chosen language', () => {
  const guesses = (...pairs: [string, number][]) => pairs.map(([code, confidence]) => ({ code, confidence }));

  it('is contradicted by a text that is certainly in another', () => {
    expect(contradiction(guesses(['de', 0.8], ['en', 0.4]), 'en-GB')).toBe('de');
    expect(contradiction(guesses(['de', 0.8]), 'en')).toBe('de');
  });

  it('is not by its own region or name, a relative, or a doubtful guess', () => {
    expect(contradiction(guesses(['pt', 0.9]), 'pt-BR')).toBeUndefined();
    expect(contradiction(guesses(['no', 0.9]), 'nb')).toBeUndefined();
    expect(contradiction(guesses(['da', 0.8], ['nb', 0.71]), 'nb')).toBeUndefined();
    expect(contradiction(guesses(['de', 0.66]), 'en')).toBeUndefined();
    expect(contradiction([], 'en')).toBeUndefined();
  });

  it('needs more than a few words to be doubted', () => {
    expect(isTelling({ source_chars: 9 })).toBe(false);
    expect(isTelling({ source_chars: 76 })).toBe(true);
  });
});
