import { safeStorage } from 'electron';
import { ProblemError } from '../../service/contract/index.ts';
import type { Keychain } from '../../service/service.ts';

const UNAVAILABLE =
  'The keychain of this system cannot be used. Unlock it, or give the key by its environment variable (INTERLINEAR_…_KEY).';
const NO_SECRET_SERVICE =
  'This desktop has no keychain that keeps a key secret (GNOME Keyring, KWallet, or another Secret Service). Install and unlock one, ' +
  'or give the key by its environment variable (INTERLINEAR_…_KEY).';

/**
 * Chromium's mark of what it has encrypted with a password that stands in its source, where Linux has no secret service. It is the
 * last word: which backend the asynchronous functions chose, `getSelectedStorageBackend` need not know.
 * https://chromium.googlesource.com/chromium/src/+/main/components/os_crypt/async/browser/posix_key_provider.cc
 */
const WELL_KNOWN_PASSWORD = 'v10';

/**
 * Keys of engines, encrypted by what the system has for it: Keychain, DPAPI, a secret service. Where there is none, `seal` rejects with
 * `no_keychain` rather than to seal with a key that anyone has. Asked for nothing before there is a key: macOS may ask its user.
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeychain(platform: NodeJS.Platform = process.platform): Keychain {
  const isLinux = platform === 'linux';

  const refusal = async (): Promise<string | undefined> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return isLinux ? NO_SECRET_SERVICE : UNAVAILABLE;
    return isLinux && safeStorage.getSelectedStorageBackend() === 'basic_text'
      ? NO_SECRET_SERVICE
      : undefined;
  };
  return {
    async seal(secret) {
      const why = await refusal();
      if (why !== undefined) throw refused(why);
      const sealed = await safeStorage.encryptStringAsync(secret);
      if (isLinux && sealed.subarray(0, 3).toString('latin1') === WELL_KNOWN_PASSWORD)
        throw refused(NO_SECRET_SERVICE);
      return sealed.toString('base64');
    },
    async unseal(sealed) {
      return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result;
    },
  };
}

function refused(why: string): ProblemError {
  return new ProblemError('no_keychain', why);
}
