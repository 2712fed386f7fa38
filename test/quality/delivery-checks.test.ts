import { describe, expect, it } from 'vitest';
import type { CheckCode } from '../../service/contract/index.ts';
import { deliveryFaults } from '../../service/quality/delivery-checks.ts';

function codesOf(
  source: string,
  target: string,
  { from = 'en', to = 'es', percent = 200 } = {},
): CheckCode[] {
  return deliveryFaults({ source, target, from, to, percent }, () => true).map(({ code }) => code);
}

type Row = readonly [source: string, target: string, more?: { from?: string; to?: string }];
/** Each check: texts in which it finds its fault, and nothing else is found; and neighbours without any finding. */
const ROWS: Partial<Record<CheckCode, { faulty: readonly Row[]; innocent: readonly Row[] }>> = {
  empty: { faulty: [['The house', ' ']], innocent: [['—', '']] },
  untranslated: {
    faulty: [
      ['The house is red.', 'The house is red.'],
      ['Hello world', 'Hello world', { to: 'en-XA' }],
    ],
    innocent: [
      ['Larry Hastings', 'Larry Hastings'],
      ['error', 'error'],
      ['The colour is red.', 'The colour is red.', { from: 'en-GB', to: 'en-US' }],
      ['gnome-terminal', 'gnome-terminal'],
    ],
  },
  spaces: {
    faulty: [
      ['The house is red.', 'La casa  es roja.'],
      ['The house is red', 'La casa es roja '],
    ],
    innocent: [
      ['The house.  It is red.', 'La casa.  Es roja.'],
      ['The house <1/> is red.', 'La casa <1/> es roja.'],
    ],
  },
  repeated_word: {
    faulty: [
      ['The house of the king', 'La casa de de la reina'],
      ['The red house', 'La puerta puerta roja'],
    ],
    innocent: [
      ['Slowly up the hill', 'Piano piano su per la collina', { to: 'it' }],
      ['We wash ourselves in the river.', 'Nous nous lavons dans la rivière.', { to: 'fr' }],
    ],
  },
  brackets: {
    faulty: [['The house (red)', 'La casa (roja']],
    innocent: [
      ['The house (red)', 'La casa, que es roja'],
      ['and the house)', 'y la casa)'],
    ],
  },
  quotes: {
    faulty: [
      ['He said “yes”.', 'Dijo «sí.'],
      ['He said "yes" again.', 'Dijo sí otra vez.'],
    ],
    innocent: [
      ['He said “yes”.', 'Er sagte „ja“.', { to: 'de' }],
      ['He said "yes, and', 'Dijo: «sí, y'],
      ['A screen of 15" is enough.', 'Basta una pantalla de 15 pulgadas.'],
    ],
  },
  numbers: {
    faulty: [
      ['It costs 1,250 in May.', 'Cuesta 1.520 en mayo.'],
      ['It is cheap in May.', 'Cuesta 730 en mayo.'],
    ],
    innocent: [
      ['It costs 1,250.50 in May.', 'Cuesta 1.250,50 en mayo.'],
      ['Two houses', '2 casas'],
    ],
  },
  units: {
    faulty: [
      ['It is 10 km long.', 'Mide 10 m de largo.'],
      ['It takes 20 ms.', 'Tarda 20.'],
      ['It costs $50.', 'Cuesta 50 €.'],
    ],
    innocent: [
      ['It is 10 km long.', 'Mide 10 kilómetros de largo.'],
      ['Between 5 km and 10 km', 'Entre 5 y 10 km'],
      ['It costs $50.', 'Cuesta 50 $.'],
      ['It is 10 km long.', 'Длина 10 км.', { to: 'ru' }],
    ],
  },
  capital_start: {
    faulty: [
      ['The house is red.', 'la casa es roja.'],
      ['the red house', 'La casa roja'],
    ],
    innocent: [
      ['Monday', 'lunes'],
      ['iPhone of the house', 'El iPhone de la casa'],
      ['a good house', 'Haus mit Garten', { to: 'de' }],
      ['a) the house', 'a) La casa'],
      ['The house', 'البيت', { to: 'ar' }],
    ],
  },
  full_stop: {
    faulty: [
      ['The house is red.', 'La casa es roja'],
      ['The red house', 'La casa roja.'],
      ['The house is red.', '家是红色的', { to: 'zh' }],
    ],
    innocent: [
      ['The house is red.', '家是红色的。', { to: 'zh' }],
      ['The house is red.', 'บ้านเป็นสีแดง', { to: 'th' }],
      ['The house and so on', 'La casa, etc.'],
      ['He said “it is red.”', 'Dijo: «es roja».'],
    ],
  },
  too_long: {
    faulty: [['The house', 'La casa en la que vivo']],
    innocent: [['The house', 'La casa roja']],
  },
  tags: {
    faulty: [
      ['The <1>house</1> is red.', 'La casa es roja.'],
      ['You have %d houses.', 'Tiene casas.'],
    ],
    innocent: [
      ['The <1>house</1> is <2>red</2>.', 'Es <2>roja</2> la <1>casa</1>.'],
      ['Press Ctrl+C.', 'Drücken Sie Strg+C.', { to: 'de' }],
    ],
  },
};

describe('checks before delivery', () => {
  for (const [code, { faulty, innocent }] of Object.entries(ROWS)) {
    it(`${code} finds its faults, and is silent about their neighbours`, () => {
      const found = faulty.map(([source, target, more]) => codesOf(source, target, more));
      expect(found).toEqual(faulty.map(() => [code]));
      expect(innocent.filter(([source, target, more]) => codesOf(source, target, more).length > 0)).toEqual(
        [],
      );
    });
  }

  it('a check that is off finds nothing', () => {
    const pair = { source: 'The house is red.', target: 'la casa  es roja', from: 'en', to: 'es' };
    expect(deliveryFaults(pair, (code) => code === 'spaces').map(({ code }) => code)).toEqual(['spaces']);
    expect(deliveryFaults(pair, () => false)).toEqual([]);
  });
});
