import { expect, it } from 'vitest';
import { lacksNegation } from '../../service/quality/negation.ts';

it.each([
  ['Do not remove the disk.', 'Retire el disco.', 'en', 'es'],
  ['It isn’t supported.', 'Se admite.', 'en', 'es'],
  ['It works without a network.', 'Funktioniert mit Netz.', 'en', 'de'],
  ['Non è possibile.', 'È possibile.', 'it', 'ca'],
  ['No hay nada.', 'Hi ha coses.', 'es', 'ca'],
])('a lost negation is found: %s → %s', (source, target, from, to) =>
  expect(lacksNegation(source, target, from, to)).toBe(true),
);

it.each([
  ['Do not remove the disk.', 'No retire el disco.', 'en', 'es'],
  ['The file is not valid.', 'El archivo es inválido.', 'en', 'es'],
  ['The file is not valid.', 'Die Datei ist ungültig.', 'en', 'de'],
  ['No hay nada.', 'There is nothing.', 'es', 'en'],
  ['It returns None.', 'Devuelve None.', 'en', 'es'],
  ['See No. 5', 'Siehe Nr. 5', 'en', 'de'],
  ['Do not remove it.', 'Poista se.', 'en', 'fi'],
  ['Do not', 'Ðö ñöţ', 'en', 'en-XA'],
])('none is missed: %s → %s', (source, target, from, to) =>
  expect(lacksNegation(source, target, from, to)).toBe(false),
);
