import { describe, expect, it } from 'vitest';
import { glossaryColumns } from '../../service/contract/glossary-heading.ts';

const EN_ES = { from: 'en', to: 'es' };

describe('the first row of a table of terms', () => {
  it.each([
    ['term,translation', EN_ES, [0, 1]],
    ['Source term,Target term', EN_ES, [0, 1]],
    ['Source language;Target language', EN_ES, [0, 1]],
    ['source_text,target_text', EN_ES, [0, 1]],
    ['From,To', EN_ES, [0, 1]],
    ['Término,Traducción', { from: 'es', to: 'en' }, [0, 1]],
    ['Begriff,Übersetzung', { from: 'de', to: 'en' }, [0, 1]],
    ['Terme,Traduction', { from: 'fr', to: 'en' }, [0, 1]],
    ['EN,es-ES', EN_ES, [0, 1]],
    ['en_US,es_MX', EN_ES, [0, 1]],
    ['English,Spanish', EN_ES, [0, 1]],
    ['English term,Spanish term', EN_ES, [0, 1]],
    ['Inglés,Español', EN_ES, [0, 1]],
    ['Englisch,Spanisch', EN_ES, [0, 1]],
    ['ES,EN', EN_ES, [1, 0]],
    ['ID,German,English,Spanish', EN_ES, [2, 3]],
    ['Note,Source,Target,Source language,Target language', EN_ES, [1, 2]],
    ['en-GB,en-US', { from: 'en-US', to: 'en-GB' }, [1, 0]],
  ] as const)('names its columns: %s', (row, direction, [term, translation]) => {
    expect(glossaryColumns([row.split(/[,;]/), ['a', 'b', 'c', 'd', 'e']], direction)).toEqual({
      term,
      translation,
    });
  });

  it.each([
    ['house,vivienda', EN_ES],
    ['English,inglesa', EN_ES],
    ['source,fuente', EN_ES],
    ['term,término', EN_ES],
    ['to,a', EN_ES],
    ['English,Spanish', { from: 'de', to: 'fr' }],
    ['text,Text', { from: 'en', to: 'de' }],
    ['', EN_ES],
  ])('is a term: %s', (row, direction) => {
    expect(glossaryColumns([row.split(','), ['a', 'b', 'c', 'd']], direction)).toBeUndefined();
  });

  it('is a term where each row names its languages', () => {
    const row = ['house', 'vivienda', 'EN', 'ES'];
    expect(glossaryColumns([row, ['garden', 'Garten', 'EN', 'DE']], EN_ES)).toBeUndefined();
    expect(glossaryColumns([row], EN_ES)).toBeUndefined();
  });
});
