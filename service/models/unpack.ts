import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../lib/error-code.ts';
import { sha256OfFile } from './hash-file.ts';
import { maxUnpackedBytes } from './manifest.ts';
import type { ManifestFile } from './manifest.ts';
import { ModelError } from './model-error.ts';

interface Unpacked {
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies a file durably, gunzipping it if needed. Rejects with a ModelError if it does not match. */
export async function unpack(
  from: string,
  to: string,
  file: ManifestFile,
  signal: AbortSignal,
): Promise<Unpacked> {
  return read(from, file, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }), signal);
}

/** Whether a packed file is completely the one that the manifest names. */
export async function isWholeFile(path: string, file: ManifestFile, signal?: AbortSignal): Promise<boolean> {
  if (file.packed) {
    const size = (await stat(path).catch(() => undefined))?.size;
    return size === file.packed.bytes && (await sha256OfFile(path)) === file.packed.sha256;
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await read(path, file, nowhere, signal);
    return true;
  } catch (error) {
    if (error instanceof ModelError || errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function read(
  from: string,
  file: ManifestFile,
  target: Writable,
  signal: AbortSignal | undefined,
): Promise<Unpacked> {
  const hash = createHash('sha256');
  const maxBytes = maxUnpackedBytes(file);
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > maxBytes ? tooLarge() : null, chunk);
    },
  });
  const isPacked = await isGzip(from);
  // A file without a hash in the manifest is verified only by gzip's checksum.
  if (!isPacked && !file.packed) throw unusable('is not gzip');
  const source = createReadStream(from);
  const options = signal ? { signal } : {};
  try {
    if (isPacked) await pipeline(source, createGunzip(), counter, target, options);
    else await pipeline(source, counter, target, options);
  } catch (error) {
    if (!errorCode(error)?.startsWith('Z_')) throw error;
    throw unusable('cannot be unpacked: it is cut short or damaged', error);
  }
  const sha256 = hash.digest('hex');
  if (file.unpacked && file.unpacked.sha256 !== sha256) {
    throw new ModelError('hash_mismatch', `The unpacked ${file.path} is not the file that the list names.`);
  }
  return { bytes, sha256 };
}

function tooLarge(): ModelError {
  return new ModelError('unusable', 'A file of the model unpacks to more than it may have.');
}

function unusable(why: string, cause?: unknown): ModelError {
  return new ModelError('unusable', `A file of the model ${why}.`, { cause });
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
