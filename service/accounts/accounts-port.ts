import type { SCOPES } from '../contract/index.ts';

/** `admin` includes `translate`, which includes all narrower ones. */
/** `connect`: an address that translates texts, and grants nothing else. */
export type Scope = (typeof SCOPES)[number] | 'connect';

/** The account and rights that a request acts with. */
export interface Principal {
  accountId: string;
  /** The client that the key is bound to: it finds nothing of another. */
  clientId?: string;
  scopes: readonly Scope[];
  /** Absent for the session key. */
  keyId?: string;
  /** Whether the key belongs to a session: of the owner's window, browser or command line. */
  isSession?: true;
}

export interface Account {
  id: string;
  name: string;
  /** Characters left, or null for an unmetered account. Changes only at capture. */
  credit_balance: number | null;
  /** DOCX jobs in any rolling 24 hours; 0 is unlimited, null the service's default. */
  docx_quota: number | null;
  created_at: string;
}

export interface KeyInfo {
  id: string;
  account_id: string;
  name: string;
  scopes: Scope[];
  /** The client that it is bound to. */
  client_id?: string;
  created_at: string;
  last_used_at?: string;
  /** Set for a browser session: it ends after 30 days without use, and with the key that signed it in. */
  session?: true;
}

export interface Usage {
  account_id: string;
  credit_balance: number | null;
  credit_reserved: number;
  total_chars: number;
  days: { date: string; chars: number; jobs: number }[];
  docx_quota: { limit: number; used: number; frees_at?: string };
}

/** Members that are left out stay as they are. */
export type AccountChange = Partial<Pick<Account, 'name' | 'credit_balance' | 'docx_quota'>>;

/** Accounts, keys, credits and quotas, as http and cli use them. */
export interface Accounts {
  /** Compares hashes in constant time. Undefined for an unknown or revoked key. */
  authenticate(key: string): Principal | undefined;
  /** The admin key of `local` that lives as long as this run. */
  readonly sessionKey: string;
  /**
   * A one-time token for a browser's address, good for two minutes and as long as the holder's key. Gives the
   * owner's rights by default.
   */
  issueToken(holder?: Principal): { token: string; expires_at: string };
  /**
   * A new session for the browser that has a good token, else undefined. `key` is shown this once. An eleventh
   * session of a key ends the one that was unused the longest.
   */
  exchangeToken(token: string): Promise<(KeyInfo & { key: string }) | undefined>;
  listAccounts(): Account[];
  createAccount(input: {
    name: string;
    credit_balance?: number | null;
    docx_quota?: number | null;
  }): Promise<Account>;
  updateAccount(id: string, change: AccountChange): Promise<Account>;
  listKeys(): KeyInfo[];
  /** `key` is shown this once and never stored. */
  createKey(
    input: Pick<KeyInfo, 'account_id' | 'name' | 'scopes' | 'client_id'>,
  ): Promise<KeyInfo & { key: string }>;
  revokeKey(id: string): Promise<void>;
  /** Revokes all keys and connections that are bound to a client, in the file's backup too. */
  revokeKeysOf(client: string): Promise<void>;
  /** Addresses for programs without a key field. Not keys: `listKeys` leaves them out. */
  listConnections(): KeyInfo[];
  createConnection(account: string, name: string, client_id?: string): Promise<KeyInfo & { key: string }>;
  removeConnection(id: string): Promise<void>;
  usage(accountId: string): Usage;
}

/** The accounts as jobs see them: credit and quota, reserved before the work, captured or released once. */
export interface Ledger {
  /** Accounts at the start. After `lost`, balances and keys are gone and totals come from the jobs. */
  readonly recovery: 'none' | 'backup' | 'lost';
  /** Number of the last write at the start: charges captured with a later one are not in these accounts. */
  readonly openedRev: number;

  /**
   * Holds credit for a job until `capture` or `release`. Throws `insufficient_credit` where the job's
   * characters exceed balance − reserved. `resume` holds without the check, for a job accepted in an earlier
   * run.
   */
  reserve(accountId: string, jobId: string, chars: number): void;
  resume(accountId: string, jobId: string, chars: number): void;
  release(jobId: string): void;

  /** The write since which the accounts hold the job's charge. Undefined if they do not hold it. */
  chargedIn(jobId: string): number | undefined;
  /**
   * Captures a job's characters, once: balance, totals and the job's id change in one write, and the
   * reservation ends with it. Resolves with that write's number when it is on disk. `at`: RFC 3339, the day
   * it counts for.
   */
  capture(jobId: string, accountId: string, chars: number, at: string): Promise<number>;
  /** Charges work that leaves no job, in one write. If it rejects, the next write has the charge. */
  captureAtOnce(id: string, accountId: string, chars: number, at: string): Promise<void>;
  /** The job's journal records the capture: its id may leave the accounts. */
  forgetCharge(jobId: string): void;

  /** After a loss of the accounts: counts a captured job in the totals again, not in the balance. */
  restoreTotals(jobId: string, accountId: string, chars: number, at: string): void;
  /** Call this once the totals have been rebuilt from the jobs. */
  completeRecovery(): Promise<void>;
  /** Resolves when everything changed so far is on disk. */
  flush(): Promise<void>;

  /** Reserves one of the account's DOCX jobs of the day, in memory. Throws `quota_exceeded`. */
  reserveDocx(accountId: string, jobId: string, at: string): void;
  /** Makes the reservation durable. */
  commitDocx(jobId: string): Promise<void>;
  /** Ends the reservation of a refused request. */
  releaseDocx(jobId: string): void;
  /** Counts a found job again, if the accounts lost it. */
  restoreDocx(accountId: string, jobId: string, at: string): void;
}
