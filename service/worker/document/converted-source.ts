import { readFile } from 'node:fs/promises';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import type { Conversion, ExtractOptions, Format } from '../../documents/format.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { errorCode } from '../../lib/error-code.ts';
import type { Fingerprint } from '../../records/job-record.ts';

/** Where a converted file and its layout are kept. */
export interface ConversionPaths {
  readonly convertedPath: string;
  readonly layoutPath: string;
}

/** Whether a document is of a format that is converted, with its conversion: the one at `paths`, or a new one. */
export async function convertedSource(
  format: Format,
  source: Uint8Array,
  context: ExtractOptions,
  paths: ConversionPaths | undefined,
): Promise<Conversion | undefined> {
  if (!format.convert) return undefined;
  const kept = paths && (await readConversion(paths));
  if (kept) return kept;
  const made = await format.convert(source, context);
  if (paths) await writeConversion(made, paths);
  return made;
}

/** The size and checksum of a converted file. */
export function fingerprintOf({ bytes }: Conversion): Fingerprint {
  return { bytes: bytes.byteLength, crc32: crc32(bytes) };
}

/** The layout last: with it the conversion is whole. It is not synced; the job's folder is, as a whole. */
async function writeConversion(
  { bytes, ...rest }: Conversion,
  { convertedPath, layoutPath }: ConversionPaths,
): Promise<void> {
  await writeAtomically(convertedPath, bytes, { durable: false });
  await writeAtomically(layoutPath, gzipSync(JSON.stringify(rest)), { durable: false });
}

async function readConversion({
  convertedPath,
  layoutPath,
}: ConversionPaths): Promise<Conversion | undefined> {
  const layout = await readIfThere(layoutPath);
  const bytes = layout && (await readIfThere(convertedPath));
  if (!layout || !bytes) return undefined;
  return { bytes, ...parseLayout(layout) };
}

/** A stored layout, with what else is known of the conversion. */
export function parseLayout(stored: Uint8Array): Omit<Conversion, 'bytes'> {
  return JSON.parse(gunzipSync(stored).toString('utf8')) as Omit<Conversion, 'bytes'>;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
