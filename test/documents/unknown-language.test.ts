import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { formatOf } from '../../service/documents/formats.ts';
import { ANY_NUMBER } from './support/pseudo.ts';

describe('a file whose language is unknown', () => {
  it.each([
    ['docx', 'harbour-museum.docx'],
    ['xlsx', 'museum-shop.xlsx'],
    ['csv', 'audio-guide.csv'],
    ['txt', 'welcome-letter.txt'],
  ] as const)('is read as in any language where its format ignores it: %s', async (type, name) => {
    const format = await formatOf(type);
    const source = readFileSync(join(root, 'resources', 'samples', name));
    const unknown = await format.extract(source, ANY_NUMBER);
    expect(unknown.ignoresLanguage).toBe(true);
    expect(await format.extract(source, { ...ANY_NUMBER, from: 'ar', to: 'de' })).toEqual(unknown);
  });

  it('may read otherwise once it is known: guessed letters, parts in other languages', async () => {
    const [txt, html] = [await formatOf('txt'), await formatOf('html')];
    const guessed = await txt.extract(Buffer.from('Größe', 'latin1'), ANY_NUMBER);
    const page = await html.extract(Buffer.from('<p>Size</p><p lang="de">Größe</p>'), ANY_NUMBER);
    expect([guessed.ignoresLanguage, page.ignoresLanguage]).toEqual([false, false]);
  });
});
