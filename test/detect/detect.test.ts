import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectLanguages } from '../../service/detect/detect-languages.ts';

/** Two short sentences of each of twenty languages. */
const SENTENCES = JSON.parse(readFileSync(new URL('sentences.json', import.meta.url), 'utf8')) as [
  code: string,
  text: string,
][];

const best = (text: string) => detectLanguages(text)[0]?.code;

describe('detectLanguages', () => {
  it('knows at least 36 of 40 short sentences in 20 languages', () => {
    expect(new Set(SENTENCES.map(([code]) => code)).size).toBe(20);
    const wrong = SENTENCES.filter(([code, text]) => best(text) !== code);
    expect(SENTENCES).toHaveLength(40);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(4);
  });

  it.each([
    ['en', 'proton beam'],
    ['es', 'Hola'],
    ['it', 'Ciao'],
    ['fr', 'Bonjour'],
    ['de', 'guten Tag'],
    ['en', 'Hello, World!'],
    ['en', 'Hello'],
    ['en', 'Save'],
    ['en', 'Login'],
    ['de', 'Hallo'],
    ['fr', 'Merci'],
    ['pt', 'Olá'],
    ['no', 'Hei verden'],
    ['nl', 'Hallo wereld'],
    ['it', 'casa rossa'],
  ])('knows short texts: %s %s', (code, text) => {
    expect(best(text)).toBe(code);
  });

  it('says nothing of a text without letters', () => {
    for (const text of ['', '  ', '12 345,67 €', '🙂 🙂', '…']) expect(detectLanguages(text)).toEqual([]);
  });

  it('answers with at most five canonical tags, best first, each with a confidence of 0 to 1', () => {
    for (const [, text] of SENTENCES) {
      const found = detectLanguages(text);
      expect(found.length).toBeLessThanOrEqual(5);
      expect(found.map(({ confidence }) => confidence)).toEqual(
        found.map(({ confidence }) => confidence).sort((a, b) => b - a),
      );
      for (const { code, confidence } of found) {
        expect(Intl.getCanonicalLocales(code)).toEqual([code]);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }
  });

  it('looks at the words, not at addresses, placeholders and numbers before them', () => {
    const noise = 'https://example.com/the/way/of/the/world {{user.name}} 2026-01-01 '.repeat(40);
    expect(best(`${noise}Bitte starten Sie den Drucker neu.`)).toBe('de');
    expect(best(`${' '.repeat(5_000)}Veuillez redémarrer l’imprimante.`)).toBe('fr');
  });
});
