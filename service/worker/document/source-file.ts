import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { ProblemError } from '../../contract/index.ts';
import { readOffsets, readZip } from '../../documents/zip/read.ts';
import type { ZipEntry } from '../../documents/zip/read.ts';
import { refilledZip, writeZip } from '../../documents/zip/write.ts';

/** A document as the formats read it. */
export interface SourceFile {
  /** For a large archive: without the contents of pictures, films and the like, which no format reads. */
  readonly bytes: Uint8Array;
  /** Size of the file itself. */
  readonly size: number;
  /** A result built from `bytes`, with those contents restored. */
  whole(result: Uint8Array): Uint8Array | AsyncIterable<Uint8Array>;
}

interface SourceLimits {
  /** Files up to this size, in bytes, are read completely. */
  readonly wholeUpTo: number;
  /** Entries from this packed size, in bytes, are left out. */
  readonly leftOutFrom: number;
}

const LIMITS: SourceLimits = { wholeUpTo: 10 * 1_048_576, leftOutFrom: 65_536 };
/** The directory of a ZIP is at its end; one of 10,000 entries takes less than this. */
const TAIL_BYTES = 2 * 1_048_576;
/** A local header with its name and extra field. */
const HEADER_BYTES = 1_024;
const CHUNK_BYTES = 1_048_576;

/** Files that formats only copy. */
const MEDIA =
  /\.(?:png|jpe?g|jpe|jfif|gif|bmp|dib|tiff?|webp|heic|emf|wmf|wdp|hdp|pcx|mp[34]|m4[av]|mov|avi|wmv|mpe?g|mkv|webm|wav|aiff?|ogg|oga|ogv|opus|flac|wma|mid|[ot]tf|woff2?|fntdata|odttf|bin|pdf|glb|3mf)$/i;

/** Opens the document of a job. Rejects as `readFile` does. */
export async function openSource(path: string, limits = LIMITS): Promise<SourceFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const hollow = size > limits.wholeUpTo ? await readHollow(file, size, limits) : undefined;
    if (hollow) return { bytes: hollow.bytes, size, whole: (result) => wholeOf(path, hollow, result) };
  } finally {
    await file.close();
  }
  const bytes = await readFile(path);
  return { bytes, size: bytes.length, whole: (result) => result };
}

interface Hollow {
  readonly bytes: Uint8Array;
  /** The entries without content, as they are in the file, and where their content begins there. */
  readonly leftOut: ReadonlyMap<string, ZipEntry>;
  readonly offsetOf: (entry: ZipEntry) => number;
}

/**
 * Undefined unless it is an archive without faults so far: the filter that reads all of it explains the
 * refusal.
 */
async function readHollow(file: FileHandle, size: number, limits: SourceLimits): Promise<Hollow | undefined> {
  // Pages never written to take no memory.
  const sparse = new Uint8Array(size);
  const readInto = async (start: number, end: number): Promise<void> => {
    for (let at = Math.max(0, start); at < end;) {
      const { bytesRead } = await file.read(sparse, at, Math.min(end - at, CHUNK_BYTES), at);
      if (bytesRead === 0) return;
      at += bytesRead;
    }
  };
  try {
    await readInto(size - TAIL_BYTES, size);
    const { directory, headers } = readOffsets(sparse);
    if (directory < size - TAIL_BYTES) return undefined;
    for (const header of headers) {
      if (header < 0 || header >= directory) return undefined;
      await readInto(header, Math.min(header + HEADER_BYTES, directory));
    }
    const archive = readZip(sparse);
    const leftOut = new Map<string, ZipEntry>();
    for (const entry of archive.entries) {
      const start = entry.packed.byteOffset - sparse.byteOffset;
      if (entry.packed.length >= limits.leftOutFrom && MEDIA.test(entry.name)) leftOut.set(entry.name, entry);
      else await readInto(start, start + entry.packed.length);
    }
    if (leftOut.size === 0) return undefined;
    const empty = new Map([...leftOut.keys()].map((name) => [name, new Uint8Array(0)]));
    const bytes = writeZip(archive, empty);
    return { bytes, leftOut, offsetOf: ({ packed }) => packed.byteOffset - sparse.byteOffset };
  } catch (error) {
    if (error instanceof ProblemError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function* wholeOf(path: string, hollow: Hollow, result: Uint8Array): AsyncGenerator<Uint8Array> {
  if (result === hollow.bytes) {
    yield* read(path, 0, Infinity);
    return;
  }
  const pieces = refilledZip(readZip(result), hollow.leftOut, (entry) => ({ entry }));
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else {
      const start = hollow.offsetOf(piece.entry);
      yield* read(path, start, start + piece.entry.packed.length);
    }
  }
}

async function* read(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path, {
    start,
    ...(Number.isFinite(end) ? { end: end - 1 } : {}),
    highWaterMark: CHUNK_BYTES,
  });
  for await (const chunk of stream) yield chunk as Uint8Array;
}
