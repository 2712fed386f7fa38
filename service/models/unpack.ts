import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../lib/error-code.ts';
import { ModelError } from './model-error.ts';

/** The largest known file has 60 MB; a bomb is stopped here. */
const MOST_BYTES = 2_000_000_000;

/** Copies a file, unpacked where it is gzip (RFC 1952), durably; returns what it then is. Rejects with a ModelError where it cannot be unpacked. */
export async function unpack(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(
        bytes > MOST_BYTES
          ? new ModelError('unusable', 'A file of the model unpacks to more than any model has.')
          : null,
        chunk,
      );
    },
  });
  const isPacked = await isGzip(from);
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  const source = createReadStream(from);
  try {
    if (isPacked) await pipeline(source, createGunzip(), counter, target, { signal });
    else await pipeline(source, counter, target, { signal });
  } catch (error) {
    if (!errorCode(error)?.startsWith('Z_')) throw error;
    throw new ModelError('unusable', 'A file of the model cannot be unpacked: it is cut short or damaged.', {
      cause: error,
    });
  }
  return { bytes, sha256: hash.digest('hex') };
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
