import { ProblemError } from '../contract/index.ts';
import type { AccountRecord, AccountsRecord } from '../records/accounts-record.ts';
import type { Document } from '../store/store-port.ts';
import type { Ledger } from './accounts-port.ts';

/** Days of the usage statement that are kept. */
const MAX_DAYS = 400;

export interface Credit extends Pick<
  Ledger,
  | 'reserve'
  | 'resume'
  | 'release'
  | 'chargedIn'
  | 'capture'
  | 'captureAtOnce'
  | 'forgetCharge'
  | 'restoreTotals'
  | 'completeRecovery'
> {
  reservedBy(accountId: string): number;
}

/**
 * Credit, captured exactly once a job: the balance, the totals and the job's id change in one write of the
 * accounts, so finding the id proves the rest is there too. Reservations follow from the running jobs and are
 * not stored.
 */
export function createCredit(document: Document<AccountsRecord>, now: () => number): Credit {
  const held = new Map<string, { accountId: string; chars: number }>();
  // During recovery, ids tell which charges were already counted: none may leave before its end.
  let forgettable: Set<string> | undefined = document.recovery === 'none' ? undefined : new Set();

  const reservedBy = (accountId: string): number => {
    let sum = 0;
    for (const hold of held.values()) if (hold.accountId === accountId) sum += hold.chars;
    return sum;
  };
  const forget = (jobIds: Iterable<string>): void => {
    document.touch(({ charged }) => {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a record keyed by id, as in the file
      for (const id of jobIds) delete charged[id];
    });
  };

  const charge = (data: AccountsRecord, accountId: string, chars: number, at: string): void => {
    const account = findOrRestore(data, accountId, now());
    if (account.credit_balance !== null) account.credit_balance -= chars;
    count(account, chars, at);
  };

  return {
    reservedBy,
    reserve(accountId, jobId, chars) {
      const balance = document.data.accounts.find(({ id }) => id === accountId)?.credit_balance ?? null;
      if (balance !== null) {
        const reserved = reservedBy(accountId);
        if (chars > balance - reserved) throw creditProblem(chars, balance, reserved);
      }
      held.set(jobId, { accountId, chars });
    },
    resume: (accountId, jobId, chars) => void held.set(jobId, { accountId, chars }),
    release: (jobId) => void held.delete(jobId),
    chargedIn: (jobId) => document.data.charged[jobId]?.rev,
    async capture(jobId, accountId, chars, at) {
      return document.update((data, rev) => {
        // A failed write leaves the charge in memory; it counts from the next write that succeeds.
        const charged = data.charged[jobId];
        if (charged) return (charged.rev = rev);
        charge(data, accountId, chars, at);
        data.charged[jobId] = { rev };
        held.delete(jobId);
        return rev;
      });
    },
    captureAtOnce: (id, accountId, chars, at) =>
      document.update((data) => {
        charge(data, accountId, chars, at);
        held.delete(id);
      }),
    forgetCharge(jobId) {
      if (forgettable) forgettable.add(jobId);
      else forget([jobId]);
    },
    restoreTotals(jobId, accountId, chars, at) {
      if (document.data.charged[jobId]) return;
      document.touch((data) => {
        count(findOrRestore(data, accountId, now()), chars, at);
        data.charged[jobId] = { rev: document.rev };
      });
      forgettable?.add(jobId);
    },
    async completeRecovery() {
      if (!forgettable) return;
      // Flush the data before the recovery's end: a crash between them must find every id.
      await document.flush();
      await document.completeRecovery();
      forget(forgettable);
      forgettable = undefined;
    },
  };
}

/** After a loss of the accounts an owner is known by id only. An administrator must set its balance. */
function findOrRestore(data: AccountsRecord, id: string, now: number): AccountRecord {
  const known = data.accounts.find((account) => account.id === id);
  if (known) return known;
  const restored: AccountRecord = {
    id,
    name: `Restored ${id.slice(0, 8)}`,
    credit_balance: 0,
    docx_quota: null,
    created_at: new Date(now).toISOString(),
    total_chars: 0,
    days: [],
  };
  data.accounts.push(restored);
  return restored;
}

function count(account: AccountRecord, chars: number, at: string): void {
  const date = at.slice(0, 10);
  account.total_chars += chars;
  const day = account.days.find((entry) => entry.date === date);
  if (day) {
    day.chars += chars;
    day.jobs++;
    return;
  }
  account.days.push({ date, chars, jobs: 1 });
  account.days.sort((a, b) => (a.date < b.date ? -1 : 1));
  account.days = account.days.slice(-MAX_DAYS);
}

function creditProblem(chars: number, balance: number, reserved: number): ProblemError {
  const running = reserved > 0 ? ` and ${reserved} of them are reserved for running jobs` : '';
  return new ProblemError(
    'insufficient_credit',
    `This job has ${chars} characters, which cost ${chars} credits. The account has ${balance}${running}. ` +
      'Add credit to the account, wait for running jobs, or send less text.',
    { details: { chars, balance, reserved } },
  );
}
