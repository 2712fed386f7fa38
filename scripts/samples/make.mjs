// Makes the sample documents in resources/samples: `npm run samples`. They are committed, so that quickstart needs
// nothing but them; this script is how they came to be. The picture is harbour.svg rendered at 960 × 400.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { docxParts } from './docx.mjs';
import { xlsxParts } from './xlsx.mjs';
import { csvText, txtText } from './texts.mjs';
import JSZip from 'jszip';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const out = (name) => fileURLToPath(new URL(`../../resources/samples/${name}`, import.meta.url));

/** Same input, same bytes: every entry carries one fixed date. */
const date = new Date('2026-01-01T00:00:00Z');

async function pack(parts) {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(parts))
    zip.file(name, content, { date, createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const picture = await readFile(here('harbour.png'));
await writeFile(out('harbour-museum.docx'), await pack(docxParts(picture)));
await writeFile(out('museum-shop.xlsx'), await pack(xlsxParts()));
await writeFile(out('audio-guide.csv'), csvText);
await writeFile(out('welcome-letter.txt'), txtText);
