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
 * Chromium marks values that it has encrypted with a password from its own source, where Linux has no secret
 * service. The mark decides: `getSelectedStorageBackend` need not know which backend the asynchronous
 * functions chose.
 * https://chromium.googlesource.com/chromium/src/+/main/components/os_crypt/async/browser/posix_key_provider.cc
 */
const WELL_KNOWN_PASSWORD = 'v10';

/**
 * How long the first answer of the keychain may take, in milliseconds. On Linux the service reads its keys
 * before there is a window, and a locked keyring may wait for a password that nobody is asked for:
 * https://github.com/electron/electron/issues/51981.
 */
const LIMIT_MS = 10_000;

/**
 * Keys of engines, encrypted by what the system has for it: Keychain, DPAPI, a secret service. Where there is
 * none, `seal` rejects with `no_keychain` instead of sealing with a key that anyone has. A keychain that does
 * not answer in time is not waited for again. Asked for nothing before there is a key: macOS may ask its
 * user. https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeychain(
  platform: NodeJS.Platform = process.platform,
  limitMs: number = LIMIT_MS,
): Keychain {
  const isLinux = platform === 'linux';
  /** Set once the keychain has kept a reader waiting too long, until it answers after all. */
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
