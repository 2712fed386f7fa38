// @ts-check
// What is right: a refusal with a reason, or a result that opens again with the same segments and all its entries.
import { SaxesParser } from 'saxes';
import { letters } from './targets.mjs';
import { contentOf, readEntries } from './zip.mjs';

/**
 * @typedef {import('./targets.mjs').Segment} Segment
 * @typedef {{rule: string, detail: string}} Fault
 *
 * @typedef {object} Translation
 * @property {string} fileType
 * @property {Buffer} source
 * @property {readonly Segment[]} segments of the source
 * @property {readonly (string | null)[]} targets
 * @property {Buffer} result
 * @property {readonly Segment[]} found segments of the result
 * @property {readonly {code: string, count?: number}[]} warnings of the assembly
 * @property {boolean} isSimple a new document was made, of which only the texts are the source's
 */

/** Warnings that say of so many segments that they keep their source or stand there changed. */
const EXCUSES = new Set(['cell_too_long', 'table_header_untranslated', 'formula_escaped']);

/** @param {Translation} translation @returns {Fault | undefined} the first thing that is wrong */
export function faultIn(translation) {
  const { fileType, source, segments, targets, result, isSimple } = translation;
  const isSame = targets.every((target, i) => target === null || target === segments[i]?.text);
  if (isSame && !isSimple && !result.equals(source)) {
    return { rule: 'identity', detail: 'nothing was translated, but the file differs' };
  }
  const isPackage = fileType === 'docx' || fileType === 'xlsx';
  const fault = isPackage && !isSimple ? packageFault(source, result) : undefined;
  return fault ?? segmentFault(translation);
}

/** In other encodings the result may be read otherwise than the source: which one it is has to be guessed. @param {Buffer} bytes */
function isUnicode(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Escape sequences: ISO-2022-JP, which is ASCII too.
    return !bytes.includes(0x1b);
  } catch {
    return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  }
}

/** @param {Translation} translation @returns {Fault | undefined} */
function segmentFault({ fileType, source, segments, targets, found, warnings }) {
  if (found.length !== segments.length) {
    return { rule: 'segment_count', detail: `${segments.length} segments became ${found.length}` };
  }
  if ((fileType === 'csv' || fileType === 'txt') && !isUnicode(source)) return undefined;
  const expected = sortedLetters(segments.map(({ text }, i) => targets[i] ?? text));
  const actual = sortedLetters(found.map(({ text }) => text));
  const excused = warnings.reduce((sum, { code, count }) => sum + (EXCUSES.has(code) ? (count ?? 1) : 0), 0);
  const missing = without(expected, actual);
  if (missing.length <= excused) return undefined;
  return {
    rule: 'text',
    detail: `${JSON.stringify(missing[0])} became ${JSON.stringify(without(actual, expected)[0])}`,
  };
}

/** Order is left out: a text box that a translation moved comes at another place. @param {readonly string[]} texts */
function sortedLetters(texts) {
  return texts.map(letters).sort();
}

/** @param {readonly string[]} list @param {readonly string[]} other both sorted @returns {string[]} */
function without(list, other) {
  const counts = new Map();
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) + 1);
  return list.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** @param {Buffer} source @param {Buffer} result @returns {Fault | undefined} */
function packageFault(source, result) {
  const before = readEntries(source);
  const after = readEntries(result);
  if (!after) return { rule: 'zip', detail: 'the directory of the result cannot be read' };
  if (!before) return undefined;
  const [old, now] = [before, after].map((entries) =>
    entries.map(({ name }) => name.replaceAll('\\', '/')).join('\n'),
  );
  if (old !== now) return { rule: 'entries', detail: 'the result has other entries than the source' };
  for (const [i, entry] of after.entries()) {
    const original = before[i];
    if (!original || original.packed.equals(entry.packed)) continue;
    const fault = partFault(entry);
    if (fault) return fault;
  }
  return undefined;
}

/** A part that was written must unpack and be XML. @param {import('./zip.mjs').Entry} entry @returns {Fault | undefined} */
function partFault(entry) {
  try {
    const data = contentOf(entry);
    if (data[0] === 0xfe || data[0] === 0xff || data[1] === 0) return undefined;
    const parser = new SaxesParser({ xmlns: true, position: false });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(data.toString('utf8')).close();
    return undefined;
  } catch (error) {
    return { rule: 'part', detail: `${entry.name}: ${String(error)}` };
  }
}
