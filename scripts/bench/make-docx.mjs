import { readFileSync } from 'node:fs';
import { pack } from '../lib/ooxml.mjs';
import { docxParts } from '../samples/docx.mjs';

const PICTURE = new URL('../samples/harbour.png', import.meta.url);
const SUBJECTS = [
  'The sailor',
  'The old woman',
  'My friend',
  'The captain',
  'A young teacher',
  'The doctor',
  'The fisherman',
];
const VERBS = ['sees', 'buys', 'finds', 'describes', 'remembers', 'sells', 'visits'];
const OBJECTS = [
  'the white boat',
  'a small house',
  'the lighthouse',
  'the new museum',
  'three books',
  'the harbour',
];
const WHEN = [
  'every morning',
  'in the winter',
  'after the war',
  'with great care',
  'because the sea is calm',
];

/** Sentence `i` of an endless text: real English words, all different for the first 1,470. */
export function sentence(i) {
  const pick = (list, step) => list[Math.floor(i / step) % list.length];
  return `${pick(SUBJECTS, 1)} ${pick(VERBS, 7)} ${pick(OBJECTS, 49)} ${pick(WHEN, 294)}.`;
}

/** A DOCX of the sample's make-up, with `picture` in place of its own, whose body is `count` paragraphs with a bold run each. */
export async function makeDocx(count, picture = readFileSync(PICTURE)) {
  const parts = docxParts(picture);
  const paragraphs = Array.from({ length: count }, (_, i) => {
    const [first, ...rest] = sentence(i).split(' ');
    return `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${first} </w:t></w:r><w:r><w:t>${rest.join(' ')}</w:t></w:r></w:p>`;
  });
  // Header, footer and the two footnotes of the sample are segments too: they are left out of the count asked for.
  parts['word/document.xml'] = parts['word/document.xml'].replace(/<w:body>.*(<w:sectPr>)/s, (_, section) => {
    return `<w:body>${paragraphs.join('')}${section}`;
  });
  return pack(parts);
}
