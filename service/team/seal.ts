import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The largest unpacked payload. */
const MAX_PLAIN = 64 * 1024 * 1024;

/** Seals the team's values: Redis alone can neither read, forge nor swap them. */
export interface Seal {
  /** `about`: the kind and owner of the value, such as `question <id>`. */
  close(about: string, value: unknown): Buffer;
  /**
   * Throws a SealError if the value was changed, or sealed with another key or for another purpose. Returns
   * undefined if it is not JSON, or unpacks to too much.
   */
  open(about: string, sealed: Buffer): unknown;
}

export class SealError extends Error {
  constructor(cause?: unknown) {
    super('It was sealed with another team key, or has been changed.', { cause });
    this.name = 'SealError';
  }
}

export function createSeal(teamKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', teamKey, '', 'interlinear team 1', 32));
  return {
    close(about, value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const packed = deflateRawSync(JSON.stringify(value), { level: 1 });
      return Buffer.concat([iv, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
    },
    open(about, sealed) {
      let packed: Buffer;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-TAG_BYTES));
        packed = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (error) {
        throw new SealError(error);
      }
      try {
        return JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_PLAIN }).toString()) as unknown;
      } catch {
        // Sealed with our key, by another build or a broken one: the caller's check refuses it.
        return undefined;
      }
    },
  };
}
