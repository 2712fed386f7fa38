import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { removeFile } from '../../lib/atomic-file.ts';

/** The file of a request, removed with it. To keep it, move it away first. */
export interface UploadedFile {
  /** A complete temporary file. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  /** Checksum of the content. */
  readonly crc32: number;
  /** The client's name for it, without folders; absent if it is unusable. */
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

/** A file of a form, with the name of its part. */
export interface NamedFile extends UploadedFile {
  readonly field: string;
}

/** A file being written. */
export interface ReceivingFile {
  readonly done: Promise<UploadedFile>;
  /** Waits for the writing to end, and removes the file. */
  discard(): Promise<void>;
}

/** Writes a file to a new path as it arrives, and hashes it. */
export function receiveFile(
  source: Readable | Buffer[],
  sent: { fileName: string | undefined; mediaType: string },
  newPath: () => string | Promise<string>,
): ReceivingFile {
  let path: string | undefined;
  const receive = async (): Promise<UploadedFile> => {
    path = await newPath();
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const sums = { sha256: createHash('sha256'), crc32: 0 };
    await pipeline(source, (chunks: Readable | Buffer[]) => summed(chunks, sums), target);
    return {
      path,
      bytes: target.bytesWritten,
      sha256: sums.sha256.digest('hex'),
      crc32: sums.crc32,
      fileName: usableFileName(sent.fileName),
      mediaType: sent.mediaType || undefined,
    };
  };
  const done = receive();
  return {
    done,
    async discard() {
      await Promise.allSettled([done]);
      if (path !== undefined) await removeFile(path);
    },
  };
}

async function* summed(
  chunks: Readable | Buffer[],
  sums: { readonly sha256: Hash; crc32: number },
): AsyncIterable<Buffer> {
  for await (const chunk of chunks as AsyncIterable<Buffer> | Buffer[]) {
    sums.sha256.update(chunk);
    sums.crc32 = crc32(chunk, sums.crc32);
    yield chunk;
  }
}

/**
 * Characters forbidden in a name: control characters and line ends; direction marks, which show
 * `annexcod.exe` as `annexexe.doc`; zero-width characters, with which two names can look alike.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * A name to show and to offer again: no invisible characters, limited length, not blank. Never used as a
 * path.
 */
function usableFileName(name: string | undefined): string | undefined {
  const clean = (name ?? '').replace(UNSEEN, '').trim();
  if (clean === '' || clean === '.' || clean === '..') return undefined;
  if (clean.length <= 200) return clean;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return Array.from(clean).slice(0, 190).join('') + extension;
}
