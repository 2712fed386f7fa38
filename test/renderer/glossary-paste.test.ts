import { describe, expect, it } from 'vitest';
import { readTerms } from '../../renderer/features/job-options/glossary-paste.ts';

const LOCK = { term: 'lock', translation: 'esclusa' };
const QUAY = { term: 'quay, stone', translation: 'muelle' };

/** Terms of text that the service has read as these rows. */
function termsOf(rows: string[][], options?: Parameters<typeof readTerms>[2]) {
  return readTerms('any', () => Promise.resolve({ rows, has_columns: true }), options);
}

describe('reading a glossary', () => {
  const rows = [
    ['lock', 'esclusa'],
    ['quay, stone', 'muelle'],
  ];

  it('takes the rows of a table, with or without a heading', async () => {
    expect(await termsOf(rows)).toEqual([LOCK, QUAY]);
    expect(await termsOf([['term', 'translation'], ...rows])).toEqual([LOCK, QUAY]);
  });

  it.each([
    ['a JSON list', JSON.stringify([LOCK, QUAY])],
    ['a JSON object', JSON.stringify({ lock: 'esclusa', 'quay, stone': 'muelle' })],
  ])('takes %s, without asking the service', async (_, text) => {
    expect(await readTerms(text, () => Promise.reject(new Error('asked')))).toEqual([LOCK, QUAY]);
  });

  it('takes a first row with the languages of the direction for a heading, and no term that only reads like one', async () => {
    const direction = { from: 'en-GB', to: 'es' };
    expect(await termsOf([['EN', 'es-ES'], rows[0]!], { direction })).toEqual([LOCK]);
    expect(await termsOf([['source', 'fuente'], rows[0]!], { direction })).toHaveLength(2);
    expect(await termsOf([['is', 'es']], { direction })).toHaveLength(1);
  });

  it('leaves out lines that lack one half, unless they are wanted', async () => {
    const halves = [rows[0]!, ['quay', ''], ['', 'muelle'], ['just words']];
    expect(await termsOf(halves)).toEqual([LOCK]);
    expect(await termsOf(halves, { withHalves: true })).toHaveLength(4);
  });

  it('finds no terms in other JSON', async () => {
    expect(await readTerms('[1, null, {"a": "b"}]', () => Promise.reject(new Error('asked')))).toEqual([]);
  });
});
