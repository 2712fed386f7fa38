import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fieldProblem, LIMITS } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';

/** A file that came with a request. It lives as long as its request: whoever wants to keep it moves it away. */
export interface UploadedFile {
  /** A complete temporary file. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  /** As the client named it, without folders; absent where that is no usable name. */
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

/** A file that is being written. */
export interface ReceivingFile {
  readonly done: Promise<UploadedFile>;
  /** Waits for the writing to end, and removes what there is. */
  discard(): Promise<void>;
}

/** Writes what comes of a file to a new path, and hashes it on the way. */
export function receiveFile(
  source: Readable | Buffer[],
  sent: { fileName: string | undefined; mediaType: string },
  newPath: () => string | Promise<string>,
): ReceivingFile {
  let path: string | undefined;
  const receive = async (): Promise<UploadedFile> => {
    path = await newPath();
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const hash = createHash('sha256');
    await pipeline(source, (chunks: Readable | Buffer[]) => hashed(chunks, hash), target);
    return {
      path,
      bytes: target.bytesWritten,
      sha256: hash.digest('hex'),
      fileName: usableFileName(sent.fileName),
      mediaType: sent.mediaType || undefined,
    };
  };
  const done = receive();
  return {
    done,
    async discard() {
      await Promise.allSettled([done]);
      if (path !== undefined) await rm(path, { force: true });
    },
  };
}

async function* hashed(chunks: Readable | Buffer[], hash: Hash): AsyncIterable<Buffer> {
  for await (const chunk of chunks as AsyncIterable<Buffer> | Buffer[]) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * What a name must not hold: control characters and line ends; direction marks, which show `annexcod.exe` as `annexexe.doc`; characters
 * of no width, by which two names that look alike differ.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** A name to show and to offer again: nothing unseen, not endless, not blank. Never used as a path. */
function usableFileName(name: string | undefined): string | undefined {
  const clean = (name ?? '').replace(UNSEEN, '').trim();
  if (clean === '' || clean === '.' || clean === '..') return undefined;
  if (clean.length <= 200) return clean;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return Array.from(clean).slice(0, 190).join('') + extension;
}

export function fileTooLarge(mostBytes: number = LIMITS.fileBytes): ProblemError {
  return fieldProblem(
    'file',
    'file_too_large',
    `The file is larger than ${mostBytes / 1_048_576} MB (${mostBytes} bytes). Split it and send the parts one by one.`,
    { status: 413, details: { limit: mostBytes / 1_048_576 } },
  );
}
