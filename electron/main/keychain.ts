import { safeStorage } from 'electron';
import { ProblemError } from '../../service/contract/index.ts';
import type { Keychain } from '../../service/service.ts';

const SENTENCES = {
  keychain_unusable:
    'The keychain of this system cannot be used. Unlock it, or give the key by its environment variable (INTERLINEAR_…_KEY).',
  no_secret_service:
    'This desktop has no keychain that keeps a key secret (GNOME Keyring, KWallet, or another Secret Service). Install and unlock one, ' +
    'or give the key by its environment variable (INTERLINEAR_…_KEY).',
} as const;

/**
 * Without a secret service on Linux, Chromium encrypts with a password from its own source, and marks such
 * values. Check the mark, as `getSelectedStorageBackend` need not know which backend the asynchronous
 * functions chose.
 * https://chromium.googlesource.com/chromium/src/+/main/components/os_crypt/async/browser/posix_key_provider.cc
 */
const WELL_KNOWN_PASSWORD = 'v10';

/**
 * Time limit of the keychain's first answer, in milliseconds. On Linux the service reads its keys before
 * there is a window, and a locked keyring may wait for a password without a prompt:
 * https://github.com/electron/electron/issues/51981.
 */
const LIMIT_MS = 10_000;

/**
 * Encrypts engine keys with the system's facility: Keychain, DPAPI, a secret service. Without one `seal`
 * rejects with `no_keychain`, rather than using a key that anyone has. After a timeout the keychain is not
 * awaited again. Not touched before there is a key: macOS may prompt the user.
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeychain(
  platform: NodeJS.Platform = process.platform,
  limitMs: number = LIMIT_MS,
): Keychain {
  const isLinux = platform === 'linux';
  /** Set when the keychain has timed out, until it answers after all. */
  let isSilent = false;

  async function inTime(answer: Promise<string>): Promise<string> {
    void answer.then(
      () => (isSilent = false),
      () => (isSilent = false),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => {
          isSilent = true;
          reject(refused('keychain_unusable'));
        },
        isSilent ? 0 : limitMs,
      );
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  const refusal = async (): Promise<keyof typeof SENTENCES | undefined> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      return isLinux ? 'no_secret_service' : 'keychain_unusable';
    return isLinux && safeStorage.getSelectedStorageBackend() === 'basic_text'
      ? 'no_secret_service'
      : undefined;
  };
  return {
    async seal(secret) {
      const why = await refusal();
      if (why) throw refused(why);
      const sealed = await safeStorage.encryptStringAsync(secret);
      if (isLinux && sealed.subarray(0, 3).toString('latin1') === WELL_KNOWN_PASSWORD)
        throw refused('no_secret_service');
      return sealed.toString('base64');
    },
    unseal(sealed) {
      return inTime(
        safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64')).then(({ result }) => result),
      );
    },
  };
}

function refused(reason: keyof typeof SENTENCES): ProblemError {
  return new ProblemError('no_keychain', SENTENCES[reason], { reason });
}
