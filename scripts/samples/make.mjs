// Makes the sample documents in resources/samples. They are committed, so that quickstart needs nothing but them; this script is
// how they came to be. The picture is harbour.svg rendered at 960 × 400.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from '../lib/command-line.mjs';
import { pack } from '../lib/ooxml.mjs';
import { root } from '../lib/steps.mjs';
import { docxParts } from './docx.mjs';
import { csvText, txtText } from './texts.mjs';
import { xlsxParts } from './xlsx.mjs';

await script({ usage: 'Usage: npm run samples\nMakes the sample documents anew.' }, async () => {
  const write = (name, content) => writeFileSync(join(root, 'resources', 'samples', name), content);
  const picture = readFileSync(join(import.meta.dirname, 'harbour.png'));
  write('harbour-museum.docx', await pack(docxParts(picture)));
  write('museum-shop.xlsx', await pack(xlsxParts()));
  write('audio-guide.csv', csvText);
  write('welcome-letter.txt', txtText);
});
