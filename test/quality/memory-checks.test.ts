import { describe, expect, it } from 'vitest';
import { learnChecks, memoryFlags, MIN_CONFIRMED } from '../../service/quality/memory-checks.ts';

const NOUNS = ['file', 'door', 'house', 'window', 'letter', 'table', 'garden', 'river', 'street', 'bridge'];
const THEIRS = ['fichero', 'puerta', 'casa', 'ventana', 'carta', 'mesa', 'jardín', 'río', 'calle', 'puente'];
const pairOf = (n: number) => ({
  source: `Please open the ${NOUNS[n % 10]} ${n} with Nautilus before the ${NOUNS[(n * 7 + 3) % 10]} is closed.`,
  target: `Abra la ${THEIRS[n % 10]} ${n} con Nautilus antes de que se cierre la ${THEIRS[(n * 7 + 3) % 10]}.`,
});
const CONFIRMED = Array.from({ length: 240 }, (_, n) => pairOf(n));
const checks = learnChecks(CONFIRMED)!;
const codes = (target: string, more: object = {}) =>
  memoryFlags({ ...pairOf(500), target, ...more }, checks).map(({ code }) => code);

describe('what a translator’s other segments have in common', () => {
  it('flags nothing that reads like them', () => expect(codes(pairOf(500).target)).toEqual([]));

  it.each([
    ['a clause that is cut off', 'Abra con Nautilus.', ['length_unusual']],
    [
      'a word left in the source language',
      'Abra la window 500 con Nautilus antes de que se cierre la ventana.',
      ['source_word_left'],
    ],
    [
      'a name that the others keep',
      'Abra la ventana 500 con el programa antes de que se cierre la ventana.',
      ['name_missing'],
    ],
    [
      'another language',
      'Mae Nautilus yn agor y ffenestr 500 cyn i’r ffenestr gael ei chau heddiw.',
      ['unlike_before'],
    ],
  ])('finds %s', (_, target, expected) => {
    const source = pairOf(500).source.replaceAll(/file|letter/g, 'window');
    expect(codes(target, { source })).toEqual(expect.arrayContaining(expected));
  });

  it('does not blame a word that the engine left as it is', () => {
    const target = 'Abra la file 500 con Nautilus antes de que se cierre la carta.';
    expect(codes(target, { engine: target })).not.toContain('source_word_left');
  });

  it('is unknown before there are enough', () =>
    expect(learnChecks(CONFIRMED.slice(0, MIN_CONFIRMED - 1))).toBeUndefined());

  it('is silent about what it would have flagged too often', () => {
    const short = CONFIRMED.map(({ source, target }, n) => ({
      source,
      target: n % 10 === 0 && n > 120 ? target.replace('Nautilus', 'el gestor') : target,
    }));
    expect(learnChecks(short)).not.toHaveProperty('names');
  });
});
