/**
 * The operating system's keychain, provided by the shell. It encrypts for this user; its output may be stored
 * in a file that others can read. Plain Node has no keychain.
 */
export interface Keychain {
  seal(secret: string): Promise<string>;
  /** Rejects if `sealed` belongs to another user, or is damaged. */
  unseal(sealed: string): Promise<string>;
}
