export type Scope = 'translate' | 'admin';

/** Who a request speaks for. */
export interface Principal {
  accountId: string;
  /** `admin` includes `translate`. */
  scopes: readonly Scope[];
  /** Absent for the session key and the key from the environment. */
  keyId?: string;
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
  created_at: string;
  last_used_at?: string;
}

export interface Usage {
  account_id: string;
  credit_balance: number | null;
  credit_reserved: number;
  total_chars: number;
  days: { date: string; chars: number; jobs: number }[];
  docx_quota: { limit: number; used: number; frees_at?: string };
}

/** Accounts, keys, credits and quotas, as http and cli use them. */
export interface Accounts {
  /** Compares hashes in constant time. Undefined for an unknown or revoked key. */
  authenticate(key: string): Principal | undefined;
  /** The admin key of `local` that lives as long as this run. */
  readonly sessionKey: string;
  /** A new one-time token for `exchangeToken`, for the address a browser is opened with. */
  issueToken(): string;
  /** The session key for a token not used before, else undefined. */
  exchangeToken(token: string): string | undefined;
  listAccounts(): Account[];
  createAccount(input: {
    name: string;
    credit_balance?: number | null;
    docx_quota?: number | null;
  }): Promise<Account>;
  updateAccount(
    id: string,
    change: { name?: string; credit_balance?: number | null; docx_quota?: number | null },
  ): Promise<Account>;
  listKeys(): KeyInfo[];
  /** `key` is shown this once and never stored. */
  createKey(input: { account_id: string; name: string; scopes: Scope[] }): Promise<KeyInfo & { key: string }>;
  revokeKey(id: string): Promise<void>;
  usage(accountId: string): Usage;
}
