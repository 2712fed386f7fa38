// Which check holds for which file, and whether a refusal is right.
import { extname } from 'node:path';
import { checkDocx, checkSimple, countDocxSegments } from './docx.ts';
import { readPackage } from './package.ts';
import { checkCsv, checkTxt, countCsvSegments, countTxtSegments } from './text.ts';
import { checkXlsx, countXlsxSegments } from './xlsx.ts';
import type { Violation } from './package.ts';

export interface Count {
  least: number;
  most: number;
  chars?: number;
}

export interface Format {
  check: (source: Buffer, result: Buffer, name: string) => Violation[];
  count: (source: Buffer, name: string) => Count;
  checkSimple?: (layout: Buffer, simple: Buffer) => Violation[];
}

export const FORMATS: Record<string, Format> = {
  docx: { check: checkDocx, count: countDocxSegments, checkSimple },
  xlsx: { check: checkXlsx, count: countXlsxSegments },
  csv: { check: checkCsv, count: countCsvSegments },
  txt: { check: checkTxt, count: countTxtSegments },
};

const counts = new WeakMap<Buffer, Count>();

/** Reads a file only the first time it is asked about it. */
export function countOf(format: Format, source: Buffer, name: string): Count {
  const count = counts.get(source) ?? format.count(source, name);
  counts.set(source, count);
  return count;
}

const MAX_SEGMENTS = 1_100;
const MAX_BYTES = 10 * 1024 * 1024;
const OPEN_MAIN_TYPES = /(?:wordprocessingml\.document|spreadsheetml\.sheet)\.main\+xml$/;

/** The format for a file name; others (templates, macros) are put through too, and expected to be refused. */
export function formatOf(name: string) {
  const extension = extname(name).slice(1).toLowerCase();
  if (/^(?:docx|docm|dotx|dotm)$/.test(extension)) return 'docx';
  if (/^(?:xlsx|xlsm|xltx|xltm)$/.test(extension)) return 'xlsx';
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  return extension === 'txt' ? 'txt' : undefined;
}

/**
 * Why a file may be refused, or nothing where it has to be taken.
 * `segments` says which number counts where the rules leave it open.
 */
export function reasonToRefuse(
  source: Buffer,
  name: string,
  segments: 'least' | 'most' = 'most',
): string | undefined {
  const kind = formatOf(name);
  if (kind === undefined) return 'other format';
  if (source.length === 0) return 'empty';
  if (source.length > MAX_BYTES) return 'too large';
  try {
    if (kind === 'docx' || kind === 'xlsx') {
      const pack = readPackage(source);
      if (pack.entries.some((entry) => entry.encrypted)) return 'encrypted';
      if (!OPEN_MAIN_TYPES.test(pack.mainType)) return `main part is ${pack.mainType}`;
    }
    const format = FORMATS[kind];
    if (format && countOf(format, source, name)[segments] > MAX_SEGMENTS) return 'too many segments';
  } catch (error) {
    return `damaged: ${error instanceof Error ? error.message : String(error)}`;
  }
  return undefined;
}
