import { expect, it } from 'vitest';
import { exportName, translatedName } from '../../service/contract/translated-name.ts';

it.each([
  ['contract.docx', 'en', 'es', 'contract.es.docx'],
  // A PDF comes back as a Word document.
  ['contract.pdf', 'en', 'es', 'contract.es.docx'],
  ['messages.en.json', 'en', 'es', 'messages.es.json'],
  ['strings_en.properties', 'en', 'pt-BR', 'strings_pt_BR.properties'],
  ['index-en-GB.html', 'en', 'de', 'index-de.html'],
  ['en.yml', 'en-GB', 'de', 'de.yml'],
  // Another language than the source's is part of the name.
  ['de.po', 'en', 'es', 'de.es.po'],
  // Office documents are not looked for by their language.
  ['letter.en.docx', 'en', 'es', 'letter.en.es.docx'],
  // Never the source's own name.
  ['film.en.srt', 'en', 'en', 'film.en.en.srt'],
  ['often.json', 'en', 'es', 'often.es.json'],
  ['README', 'en', 'es', 'README.es'],
])('%s from %s into %s is %s', (name, from, to, expected) => {
  expect(translatedName(name, { from, to })).toBe(expected);
});

it('a table for reviewers is not taken for the translation beside it', () => {
  expect(exportName('rental contract.docx', 'es', 'docx')).toBe('rental contract – review es.docx');
  expect(exportName('rental contract.docx', 'es', 'xlsx')).toBe('rental contract – review es.xlsx');
  expect(exportName('rental contract.docx', 'es', 'xliff12')).toBe('rental contract.docx.es.xlf');
  expect(exportName('batch', 'es', 'tmx')).toBe('batch.es.tmx');
});
