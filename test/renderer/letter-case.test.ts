import { expect, it } from 'vitest';
import { nextCase } from '../../renderer/lib/letter-case.ts';

it('goes from small letters to capitals at each word, to all capitals, and back', () => {
  const first = nextCase(['the old house'], 'en');
  expect(first).toEqual(['The Old House']);
  const second = nextCase(first, 'en');
  expect(second).toEqual(['THE OLD HOUSE']);
  expect(nextCase(second, 'en')).toEqual(['the old house']);
  expect(nextCase(['The old house'], 'en')).toEqual(['the old house']);
});

it('changes the letters of the language, and words across codes', () => {
  expect(nextCase(['istanbul'], 'tr')).toEqual(['İstanbul']);
  expect(nextCase(['ISPARTA IĞDIR'], 'tr')).toEqual(['ısparta ığdır']);
  expect(nextCase(['Straße'], 'de')).toEqual(['STRASSE']);
  expect(nextCase(['el ca', 'pitán d’o', 'r'], 'es')).toEqual(['El Ca', 'pitán D’o', 'r']);
  expect(nextCase(['ўзбек'], 'en-XA')).toEqual(['Ўзбек']);
});
