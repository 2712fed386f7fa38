// @ts-check
// Input number `seed`: one file, damaged in one way. The same seed and files always give the same bytes.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatOf } from '../corpus/formats.mjs';
import { root } from '../lib/steps.mjs';
import { mutateBytes } from './bytes.mjs';
import { mutatePackage, mutateParts } from './packages.mjs';
import { createRandom } from '../lib/random.mjs';
import { mutateText } from './texts.mjs';
import { readEntries } from './zip.mjs';

/**
 * @typedef {import('../lib/random.mjs').Random} Random
 * @typedef {'docx' | 'xlsx' | 'csv' | 'txt'} Format
 * @typedef {{name: string, bytes: Buffer, how: string}} Input
 */

/** @type {readonly Format[]} */
export const FORMATS = ['docx', 'xlsx', 'csv', 'txt'];

/** The samples and, where a folder is given, all files in it, by format. @param {string | undefined} folder @returns {Record<Format, string[]>} */
export function sourcesIn(folder) {
  const folders = [join(root, 'resources/samples'), ...(folder && existsSync(folder) ? [folder] : [])];
  const files = folders.flatMap((one) =>
    readdirSync(one, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
  const of = (/** @type {Format} */ format) => files.filter((file) => formatOf(file) === format);
  return { docx: of('docx'), xlsx: of('xlsx'), csv: of('csv'), txt: of('txt') };
}

/** @param {Format} format @param {number} seed @param {readonly string[]} files @returns {Input} */
export function makeInput(format, seed, files) {
  const random = createRandom(seed);
  const file = random.pick(files);
  const { bytes, how } = mutate(readFileSync(file), format, random);
  return { name: `fuzz.${format}`, bytes, how: `${basename(file)}: ${how.join(', ')}` };
}

/** @param {Buffer} source @param {Format} format @param {Random} random */
function mutate(source, format, random) {
  if (random.chance(0.2)) return mutateBytes(source, random);
  if (format === 'csv' || format === 'txt') return mutateText(source, format === 'csv', random);
  const entries = readEntries(source);
  if (!entries || entries.length === 0) return mutateBytes(source, random);
  try {
    return random.chance(0.7) ? mutateParts(entries, random) : mutatePackage(entries, random);
  } catch {
    // Among real files are some whose parts do not unpack.
    return mutateBytes(source, random);
  }
}
