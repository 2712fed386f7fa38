import { randomUUID } from 'node:crypto';
import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import type { AccountRecord, AccountsRecord } from '../records/accounts-record.ts';
import type { Document } from '../store/store-port.ts';
import { createCredit } from './credit.ts';
import { createDocxQuota } from './docx-quota.ts';
import { createKeys, LOCAL_ACCOUNT } from './keys.ts';
import type { Account, AccountChange, Accounts, Ledger } from './accounts-port.ts';

export interface AccountsOptions {
  /** `Store.accounts`. */
  document: Document<AccountsRecord>;
  /** An admin key of `local` for this run, from the environment. Not stored. */
  envKey?: string | undefined;
  /** DOCX jobs in 24 hours for accounts without their own number; 0 is unlimited. */
  docxQuota?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
}

/** Opens the accounts; the first start makes `local`, unmetered. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts & Ledger> {
  const { document, envKey, docxQuota = () => LIMITS.docxQuota, now = Date.now } = options;
  const quota = createDocxQuota(document, now, docxQuota);
  const credit = createCredit(document, now);
  if (!document.data.accounts.some(({ id }) => id === LOCAL_ACCOUNT)) {
    await document.update(({ accounts }) =>
      accounts.unshift({
        ...newAccount(now()),
        id: LOCAL_ACCOUNT,
        name: 'This computer',
        credit_balance: null,
      }),
    );
  }

  return {
    ...createKeys(document, now, envKey),
    ...credit,
    ...quota,
    recovery: document.recovery,
    openedRev: document.restoredRev,
    flush: () => document.flush(),
    listAccounts: () => document.data.accounts.map(present),
    async createAccount({ name, credit_balance = null, docx_quota = null }) {
      const account: AccountRecord = { ...newAccount(now()), name, credit_balance, docx_quota };
      await document.update(
        ({ accounts }) => accounts.push(account),
        (data) => {
          data.accounts = data.accounts.filter((other) => other !== account);
        },
      );
      return present(account);
    },
    async updateAccount(id, change) {
      find(document.data, id);
      refuseBelowReserved(change.credit_balance, credit.reservedBy(id));
      const before = present(find(document.data, id));
      return document.update(
        (data) => present(Object.assign(find(data, id), defined(change))),
        (data) => Object.assign(find(data, id), unchanged(before, find(data, id), change)),
      );
    },
    usage(accountId) {
      const account = find(document.data, accountId);
      return {
        account_id: accountId,
        credit_balance: account.credit_balance,
        credit_reserved: credit.reservedBy(accountId),
        total_chars: account.total_chars,
        days: account.days.map((day) => ({ ...day })),
        docx_quota: quota.show(accountId),
      };
    },
  };
}

function newAccount(now: number): AccountRecord {
  return {
    id: randomUUID(),
    name: '',
    credit_balance: null,
    docx_quota: null,
    created_at: new Date(now).toISOString(),
    total_chars: 0,
    days: [],
  };
}

function find(data: Readonly<AccountsRecord>, id: string): AccountRecord {
  const account = data.accounts.find((candidate) => candidate.id === id);
  if (!account)
    throw new ProblemError('not_found', 'There is no such account. GET /v1/accounts lists those there are.');
  return account;
}

/** Running jobs were admitted on that credit, and will be charged. */
function refuseBelowReserved(balance: number | null | undefined, reserved: number): void {
  if (typeof balance !== 'number' || balance >= reserved) return;
  throw fieldProblem(
    'credit_balance',
    'invalid',
    `Running jobs of this account have reserved ${reserved} credits. Set the balance to at least that, or cancel those jobs first.`,
  );
}

function present({ id, name, credit_balance, docx_quota, created_at }: AccountRecord): Account {
  return { id, name, credit_balance, docx_quota, created_at };
}

/** Members of `before` that still have the value that `change` set: a job may have been charged meanwhile. */
function unchanged(before: Account, present: AccountRecord, change: AccountChange): Partial<Account> {
  const names = Object.keys(defined(change)) as (keyof AccountChange)[];
  return Object.fromEntries(
    names.filter((name) => present[name] === change[name]).map((name) => [name, before[name]]),
  );
}

/** Without members that are undefined, which would otherwise overwrite. */
function defined<T extends object>(change: T): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
}
