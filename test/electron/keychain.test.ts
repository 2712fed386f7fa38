import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeychain } from '../../electron/main/keychain.ts';
import { world } from './stand-in/record.ts';
import { safeStorage } from './stand-in/system.ts';

vi.mock('electron', async () => ({ safeStorage: (await import('./stand-in/system.ts')).safeStorage }));

const KEY = 'sk-a-key-of-a-remote-engine';

afterEach(() => void (world.keychain = 'gnome_libsecret'));

describe("an engine's key in the system's keychain", () => {
  it('comes back as it was, and is not to be read where it is kept', async () => {
    const keychain = createKeychain('linux');
    const sealed = await keychain.seal(KEY);
    expect(Buffer.from(sealed, 'base64').toString()).not.toContain(KEY);
    expect(await keychain.unseal(sealed)).toBe(KEY);
  });

  it.each(['none', 'basic_text'] as const)(
    'is refused on Linux without a secret service (%s), with what to do',
    async (state) => {
      world.keychain = state;
      const keychain = createKeychain('linux');
      await expect(keychain.seal(KEY)).rejects.toMatchObject({
        code: 'no_keychain',
        message: expect.stringMatching(/GNOME Keyring.*environment variable/s) as string,
      });
    },
  );

  it('is refused if the value was sealed with the password of Chromium’s source', async () => {
    world.keychain = 'says-libsecret';
    await expect(createKeychain('linux').seal(KEY)).rejects.toThrow('no keychain');
  });

  it('is refused on other systems when their keychain is locked', async () => {
    world.keychain = 'none';
    await expect(createKeychain('darwin').seal(KEY)).rejects.toThrow('cannot be used');
  });

  it('that another user or machine has sealed is not opened', async () => {
    const sealed = Buffer.from('v12something').toString('base64');
    await expect(createKeychain('linux').unseal(sealed)).rejects.toThrow();
  });

  it('is not waited for without end while it is locked, and only once', async () => {
    const locked = vi.spyOn(safeStorage, 'decryptStringAsync').mockReturnValue(new Promise(() => undefined));
    const keychain = createKeychain('linux', 20);
    const sealed = Buffer.from('v11something').toString('base64');
    await expect(keychain.unseal(sealed)).rejects.toMatchObject({ code: 'no_keychain' });
    await expect(keychain.unseal(sealed)).rejects.toThrow('cannot be used');
    locked.mockRestore();
  });
});
