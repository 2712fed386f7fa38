import { describe, expect, it } from 'vitest';
import { parseGlossary } from '../../renderer/features/job-options/glossary-paste.ts';

const LOCK = { term: 'lock', translation: 'esclusa' };
const QUAY = { term: 'quay, stone', translation: 'muelle' };

describe('reading a glossary', () => {
  it.each([
    ['two columns from a spreadsheet', 'lock\tesclusa\nquay, stone\tmuelle'],
    ['CSV with a heading', 'term,translation\nlock,esclusa\n"quay, stone",muelle'],
    ['CSV with semicolons and a byte order mark', '\uFEFFlock;esclusa\nquay, stone;muelle\n'],
    ['a JSON list', JSON.stringify([LOCK, QUAY])],
    ['a JSON object', JSON.stringify({ lock: 'esclusa', 'quay, stone': 'muelle' })],
  ])('takes %s', (_, text) => {
    expect(parseGlossary(text)).toEqual([LOCK, QUAY]);
  });

  it('takes CSV with commas where a cell has a semicolon, a tab or a bar', () => {
    const text = 'lock,esclusa; compuerta\n"tide\tgate",compuerta\nquay,muelle\npier,embarcadero | muelle';
    expect(parseGlossary(text)).toEqual([
      { term: 'lock', translation: 'esclusa; compuerta' },
      { term: 'tide\tgate', translation: 'compuerta' },
      { term: 'quay', translation: 'muelle' },
      { term: 'pier', translation: 'embarcadero | muelle' },
    ]);
  });

  it('takes a first row with the languages of the direction for a heading, and no term that only reads like one', () => {
    const direction = { from: 'en-GB', to: 'es' };
    expect(parseGlossary('EN,es-ES\nlock,esclusa', { direction })).toEqual([LOCK]);
    expect(parseGlossary('source\tfuente\nlock\tesclusa', { direction })).toEqual([
      { term: 'source', translation: 'fuente' },
      LOCK,
    ]);
    expect(parseGlossary('is,es', { direction })).toHaveLength(1);
  });

  it('leaves out lines that lack one half', () => {
    expect(parseGlossary('lock\tesclusa\nquay\t\n\tmuelle\njust words')).toEqual([LOCK]);
  });

  it('finds no terms in prose or in other JSON', () => {
    expect(parseGlossary('Nothing here')).toEqual([]);
    expect(parseGlossary('[1, null, {"a": "b"}]')).toEqual([]);
  });
});
