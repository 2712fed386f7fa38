// @ts-check
// Which check holds for which file, and whether a refusal is right.
import { extname } from 'node:path';
import { checkDocx, checkSimple, countDocxSegments } from './docx.mjs';
import { readPackage } from './package.mjs';
import { checkCsv, checkTxt, countCsvSegments, countTxtSegments } from './text.mjs';
import { checkXlsx, countXlsxSegments } from './xlsx.mjs';

/**
 * @typedef {import('./package.mjs').Violation} Violation
 * @typedef {{least: number, most: number, chars?: number}} Count
 *
 * @typedef {object} Format
 * @property {(source: Buffer, result: Buffer, name: string) => Violation[]} check
 * @property {(source: Buffer, name: string) => Count} count
 * @property {(layout: Buffer, simple: Buffer) => Violation[]} [checkSimple]
 */

/** @type {Record<string, Format>} */
export const FORMATS = {
  docx: { check: checkDocx, count: countDocxSegments, checkSimple },
  xlsx: { check: checkXlsx, count: countXlsxSegments },
  csv: { check: checkCsv, count: countCsvSegments },
  txt: { check: checkTxt, count: countTxtSegments },
};

/** @type {WeakMap<Buffer, Count>} */
const counts = new WeakMap();

/** Reads a file only the first time it is asked about it. @param {Format} format @param {Buffer} source @param {string} name @returns {Count} */
export function countOf(format, source, name) {
  const count = counts.get(source) ?? format.count(source, name);
  counts.set(source, count);
  return count;
}

const MOST_SEGMENTS = 1_100;
const MOST_BYTES = 10 * 1024 * 1024;
const OPEN_MAIN_TYPES = /(?:wordprocessingml\.document|spreadsheetml\.sheet)\.main\+xml$/;

/** The format a name stands for; others (templates, macros) are put through too, and expected to be refused. @param {string} name */
export function formatOf(name) {
  const extension = extname(name).slice(1).toLowerCase();
  if (/^(?:docx|docm|dotx|dotm)$/.test(extension)) return 'docx';
  if (/^(?:xlsx|xlsm|xltx|xltm)$/.test(extension)) return 'xlsx';
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  return extension === 'txt' ? 'txt' : undefined;
}

/**
 * Why a file may be refused, or nothing where it has to be taken.
 * @param {Buffer} source
 * @param {string} name
 * @param {'least' | 'most'} [segments] where the rules leave the number open
 * @returns {string | undefined}
 */
export function reasonToRefuse(source, name, segments = 'most') {
  const kind = formatOf(name);
  if (kind === undefined) return 'other format';
  if (source.length === 0) return 'empty';
  if (source.length > MOST_BYTES) return 'too large';
  try {
    if (kind === 'docx' || kind === 'xlsx') {
      const pack = readPackage(source);
      if (pack.entries.some((entry) => entry.encrypted)) return 'encrypted';
      if (!OPEN_MAIN_TYPES.test(pack.mainType)) return `main part is ${pack.mainType}`;
    }
    const format = FORMATS[kind];
    if (format && countOf(format, source, name)[segments] > MOST_SEGMENTS) return 'too many segments';
  } catch (error) {
    return `damaged: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}
