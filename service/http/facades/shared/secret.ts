import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../../lib/atomic-file.ts';
import { errorCode } from '../../../lib/error-code.ts';

const FILE = 'facades.secret';
const BYTES = 32;

/**
 * Access keys for the creator of an item, derived from a secret in the data folder, so they survive restarts.
 */
export interface Secrets {
  /** 64 hexadecimal characters. */
  keyOf(what: string): Promise<string>;
  fits(what: string, key: string): Promise<boolean>;
}

export function openSecrets(dataDir: string): Secrets {
  let secret: Promise<Buffer> | undefined;
  const keyOf = async (what: string): Promise<string> => {
    secret ??= readOrMake(join(dataDir, FILE)).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac('sha256', await secret)
      .update(what)
      .digest('hex');
  };
  return {
    keyOf,
    async fits(what, key) {
      const right = Buffer.from(await keyOf(what));
      const given = Buffer.from(key);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}

async function readOrMake(path: string): Promise<Buffer> {
  try {
    const stored = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
    if (stored.length === BYTES) return stored;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const made = randomBytes(BYTES);
  await writeAtomically(path, made.toString('hex'));
  return made;
}
