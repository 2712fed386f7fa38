// Input number `seed`: one file, damaged in one way. The same seed and files always give the same bytes.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatOf } from '../corpus/formats.ts';
import { root } from '../../scripts/lib/steps.mjs';
import { mutateBytes } from './bytes.ts';
import { mutatePackage, mutateParts } from './packages.ts';
import { createRandom } from '../support/random.ts';
import { mutateText } from './texts.ts';
import { readEntries } from '../support/zip.ts';
import type { Random } from '../support/random.ts';

export type Format = 'docx' | 'xlsx' | 'csv' | 'txt';

export interface Input {
  name: string;
  bytes: Buffer;
  how: string;
}

export const FORMATS: readonly Format[] = ['docx', 'xlsx', 'csv', 'txt'];

/** The samples and, where a folder is given, all files in it, by format. */
export function sourcesIn(folder: string | undefined): Record<Format, string[]> {
  const folders = [join(root, 'resources/samples'), ...(folder && existsSync(folder) ? [folder] : [])];
  const files = folders.flatMap((one) =>
    readdirSync(one, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
  const of = (format: Format) => files.filter((file) => formatOf(file) === format);
  return { docx: of('docx'), xlsx: of('xlsx'), csv: of('csv'), txt: of('txt') };
}

export function makeInput(format: Format, seed: number, files: readonly string[]): Input {
  const random = createRandom(seed);
  const file = random.pick(files);
  const { bytes, how } = mutate(readFileSync(file), format, random);
  return { name: `fuzz.${format}`, bytes, how: `${basename(file)}: ${how.join(', ')}` };
}

function mutate(source: Buffer, format: Format, random: Random) {
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
