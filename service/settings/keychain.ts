/**
 * The operating system's keychain, as the shell has it. It encrypts for this user; what it gives back may be
 * stored in a file that others can read. Plain Node has none.
 */
export interface Keychain {
  seal(secret: string): Promise<string>;
  /** Rejects where it is not this user's, or damaged. */
  unseal(sealed: string): Promise<string>;
}
