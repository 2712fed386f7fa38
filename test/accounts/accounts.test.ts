import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts } from '../../service/accounts/accounts.ts';
import type { AccountsOptions } from '../../service/accounts/accounts.ts';
import type { Accounts, Ledger } from '../../service/accounts/accounts-port.ts';
import type { Store } from '../../service/store/store-port.ts';
import { openStore } from '../../service/store/store.ts';

let folder: string;
let store: Store;
let accounts: Accounts & Ledger;
let clock: number;

async function open(options: Partial<AccountsOptions> = {}): Promise<void> {
  store = await openStore(folder);
  accounts = await openAccounts({ document: store.accounts, now: () => clock, ...options });
}
async function reopen(options: Partial<AccountsOptions> = {}): Promise<void> {
  await store.close();
  await open(options);
}
async function onDisk(): Promise<string> {
  return readFile(join(folder, 'accounts.json'), 'utf8');
}

beforeEach(async () => {
  clock = Date.parse('2026-03-01T23:59:00Z');
  folder = await mkdtemp(join(tmpdir(), 'interlinear-accounts-'));
  await open();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('accounts', () => {
  it('begin with local, which is unmetered, and keep what is added', async () => {
    expect(accounts.listAccounts()).toMatchObject([{ id: 'local', credit_balance: null, docx_quota: null }]);
    const made = await accounts.createAccount({ name: 'Agency', credit_balance: 500, docx_quota: 0 });
    await reopen();
    expect(accounts.listAccounts()).toHaveLength(2);
    expect(accounts.listAccounts()[1]).toEqual(made);
    expect(accounts.usage(made.id)).toEqual({
      account_id: made.id,
      credit_balance: 500,
      credit_reserved: 0,
      total_chars: 0,
      days: [],
      docx_quota: { limit: 0, used: 0 },
    });
  });

  it('change only in what is given', async () => {
    const { id } = await accounts.createAccount({ name: 'Agency', credit_balance: 500 });
    expect(await accounts.updateAccount(id, { credit_balance: 900 })).toMatchObject({
      name: 'Agency',
      credit_balance: 900,
    });
    expect(await accounts.updateAccount(id, { credit_balance: null })).toMatchObject({
      credit_balance: null,
    });
    await expect(accounts.updateAccount('nobody', { name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('keys', () => {
  it('are shown once, kept as a hash, and speak for their account', async () => {
    const { id: account_id } = await accounts.createAccount({ name: 'Agency' });
    const made = await accounts.createKey({ account_id, name: 'CI', scopes: ['translate'] });
    expect(made.key).toMatch(/^il_[A-Za-z0-9_-]{43}$/);
    expect(await onDisk()).not.toContain(made.key);
    expect(JSON.stringify(accounts.listKeys())).not.toMatch(/sha256|il_/);
    await reopen();
    expect(accounts.authenticate(made.key)).toEqual({
      accountId: account_id,
      scopes: ['translate'],
      keyId: made.id,
    });
    expect(accounts.authenticate(`${made.key}x`)).toBeUndefined();
    expect(accounts.authenticate('')).toBeUndefined();
    await accounts.revokeKey(made.id);
    expect(accounts.authenticate(made.key)).toBeUndefined();
    await expect(accounts.revokeKey(made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('need an account', async () => {
    await expect(
      accounts.createKey({ account_id: 'nobody', name: 'x', scopes: ['admin'] }),
    ).rejects.toMatchObject({ code: 'invalid_request', errors: [{ field: 'account_id' }] });
  });

  it('note their last use without a write a request', async () => {
    const { key } = await accounts.createKey({ account_id: 'local', name: 'CI', scopes: ['translate'] });
    const { rev } = store.accounts;
    for (let i = 0; i < 1_000; i++) accounts.authenticate(key);
    clock += 30_000;
    accounts.authenticate(key);
    expect(accounts.listKeys()[0]?.last_used_at).toBe('2026-03-01T23:59:00.000Z');
    await store.accounts.flush();
    expect(store.accounts.rev).toBe(rev + 1);
    clock += 31_000;
    accounts.authenticate(key);
    expect(accounts.listKeys()[0]?.last_used_at).toBe('2026-03-02T00:00:01.000Z');
  });

  it('of the session and of the environment are administrators of local, and stored nowhere', async () => {
    const envKey = 'a-key-from-the-environment-0123456789';
    await reopen({ envKey });
    const admin = { accountId: 'local', scopes: ['admin'] };
    expect(accounts.authenticate(envKey)).toEqual({ ...admin, keyId: expect.any(String) as string });
    expect(accounts.authenticate(accounts.sessionKey)).toEqual({ ...admin, isSession: true });
    expect(accounts.listKeys()).toEqual([]);
    const session = accounts.sessionKey;
    expect(await onDisk()).not.toContain(envKey);
    await reopen();
    expect(accounts.authenticate(envKey)).toBeUndefined();
    expect(accounts.authenticate(session)).toBeUndefined();
  });

  it('of a browser is given for a one-time token, once, within two minutes', async () => {
    const { token } = accounts.issueToken();
    expect(await accounts.exchangeToken('guessed')).toBeUndefined();
    expect(await accounts.exchangeToken(token)).toMatchObject({ scopes: ['admin'], session: true });
    expect(await accounts.exchangeToken(token)).toBeUndefined();
    const late = accounts.issueToken();
    expect(Date.parse(late.expires_at) - clock).toBe(120_000);
    clock += 120_000;
    expect(await accounts.exchangeToken(late.token)).toBeUndefined();
  });

  it('of a browser outlives a restart, is listed, and ends by revocation', async () => {
    const { id, key } = (await accounts.exchangeToken(accounts.issueToken().token))!;
    expect(await onDisk()).not.toContain(key);
    await reopen();
    expect(accounts.authenticate(key)).toMatchObject({ accountId: 'local', keyId: id });
    expect(accounts.listKeys()).toMatchObject([{ id, name: 'Browser', session: true }]);
    await accounts.revokeKey(id);
    expect(accounts.authenticate(key)).toBeUndefined();
  });

  it('of a browser ends when it was not seen for 30 days, and not before', async () => {
    const { key } = (await accounts.exchangeToken(accounts.issueToken().token))!;
    const days = 86_400_000;
    clock += 29 * days;
    expect(accounts.authenticate(key)).toBeDefined();
    clock += 29 * days;
    expect(accounts.authenticate(key)).toBeDefined();
    clock += 30 * days + 1;
    expect(accounts.authenticate(key)).toBeUndefined();
    expect(accounts.listKeys()).toEqual([]);
  });
});

describe('a session that a key signed in', () => {
  const made = async () => {
    const { id: account_id } = await accounts.createAccount({ name: 'Agency' });
    return accounts.createKey({ account_id, name: 'CI', scopes: ['translate'] });
  };
  const issue = (key: string) => accounts.issueToken(accounts.authenticate(key)).token;
  const signIn = async (key: string) => (await accounts.exchangeToken(issue(key)))!;

  it('ends with the key, as do sessions that it signed in and addresses that nobody used', async () => {
    const { id, key } = await made();
    const other = await signIn(accounts.sessionKey);
    const first = await signIn(key);
    const second = await signIn(first.key);
    const unused = issue(second.key);
    await reopen();
    expect(accounts.authenticate(second.key)?.keyId).toBe(second.id);
    await accounts.revokeKey(id);
    for (const session of [first, second]) expect(accounts.authenticate(session.key)).toBeUndefined();
    expect(await accounts.exchangeToken(unused)).toBeUndefined();
    expect(accounts.listKeys().map((listed) => listed.id)).toEqual([other.id]);
    await reopen();
    expect(accounts.authenticate(second.key)).toBeUndefined();
    expect(accounts.authenticate(other.key)).toBeDefined();
  });

  it('ends with the session that signed it in, by a sign-out or after 30 days', async () => {
    const first = await signIn(accounts.sessionKey);
    const second = await signIn(first.key);
    await accounts.revokeKey(first.id);
    expect(accounts.authenticate(second.key)).toBeUndefined();
  });

  it('ends when the service starts with another key in its environment', async () => {
    await reopen({ envKey: 'a-key-from-the-environment-0123456789' });
    const { key } = await signIn('a-key-from-the-environment-0123456789');
    await reopen({ envKey: 'a-key-from-the-environment-0123456789' });
    expect(accounts.authenticate(key)).toBeDefined();
    await reopen({ envKey: 'another-key-from-the-environment-0123' });
    expect(accounts.authenticate(key)).toBeUndefined();
  });

  it('is one of ten at most, however they were signed in: the longest unused one makes room', async () => {
    const owner = await signIn(accounts.sessionKey);
    const { key } = await made();
    const sessions = [await signIn(key)];
    while (sessions.length < 10) {
      clock += 1_000;
      sessions.push(await signIn(sessions.length % 2 === 0 ? key : sessions[0]!.key));
    }
    clock += 120_000;
    expect(accounts.authenticate(sessions[0]!.key)).toBeDefined();
    await signIn(key);
    const good = () => sessions.filter((session) => accounts.authenticate(session.key));
    expect(good()).toEqual([sessions[0], ...sessions.slice(2)]);
    expect(accounts.listKeys().filter(({ session }) => session)).toHaveLength(11);
    expect(accounts.authenticate(owner.key)).toBeDefined();
  });

  it('does not take the addresses of another key, however many are made', async () => {
    const mine = issue(accounts.sessionKey);
    const { key } = await made();
    for (let i = 0; i < 500; i++) issue(key);
    expect(await accounts.exchangeToken(mine)).toBeDefined();
  });
});

describe('changes that cannot be written', () => {
  /** Refused as it is for want of the data folder, which is there again afterwards. */
  async function refused(change: () => Promise<unknown>): Promise<void> {
    await rename(folder, `${folder}-away`);
    try {
      await expect(change()).rejects.toThrow('ENOENT');
    } finally {
      await rename(`${folder}-away`, folder);
    }
  }

  it('has not happened, now and after a restart', async () => {
    const account = await accounts.createAccount({ name: 'Desk', credit_balance: 5 });
    const kept = await accounts.createKey({ account_id: account.id, name: 'kept', scopes: ['translate'] });
    const { token } = accounts.issueToken();
    await refused(() => accounts.createAccount({ name: 'Never' }));
    await refused(() => accounts.updateAccount(account.id, { credit_balance: 500 }));
    await refused(() => accounts.createKey({ account_id: 'local', name: 'never', scopes: ['admin'] }));
    await refused(() => accounts.revokeKey(kept.id));
    await refused(() => accounts.exchangeToken(token));
    const holds = () => {
      expect(accounts.listAccounts().map(({ name }) => name)).toEqual(['This computer', 'Desk']);
      expect(accounts.usage(account.id).credit_balance).toBe(5);
      expect(accounts.authenticate(kept.key)?.accountId).toBe(account.id);
    };
    holds();
    expect(accounts.listKeys().map(({ name }) => name)).toEqual(['kept']);
    // The address that signs in is good for another try.
    expect(await accounts.exchangeToken(token)).toMatchObject({ name: 'Browser' });
    await reopen();
    holds();
    expect(accounts.listKeys().map(({ name }) => name)).toEqual(['kept', 'Browser']);
  });
});

describe('credit', () => {
  it('is refused beyond balance less what is reserved, and accepted to the last character', async () => {
    const { id } = await accounts.createAccount({ name: 'Agency', credit_balance: 100 });
    accounts.reserve(id, 'job 1', 60);
    expect(() => accounts.reserve(id, 'job 2', 41)).toThrow('which cost 41 credits');
    accounts.reserve(id, 'job 2', 40);
    expect(accounts.usage(id)).toMatchObject({ credit_balance: 100, credit_reserved: 100 });
    accounts.release('job 1');
    accounts.reserve(id, 'job 3', 60);
  });

  it('changes with totals and the job’s id in one write, once however often it is captured', async () => {
    const { id } = await accounts.createAccount({ name: 'Agency', credit_balance: 100 });
    accounts.reserve(id, 'job 1', 60);
    const at = '2026-03-01T23:59:59.999Z';
    const [first] = await Promise.all([
      accounts.capture('job 1', id, 60, at),
      accounts.capture('job 1', id, 60, at),
    ]);
    await accounts.capture('job 2', id, 5, '2026-03-02T00:00:00.000Z');
    expect(accounts.chargedIn('job 1')).toBeGreaterThanOrEqual(first);
    await reopen();
    await accounts.capture('job 1', id, 60, at);
    expect(accounts.usage(id)).toMatchObject({
      credit_balance: 35,
      credit_reserved: 0,
      total_chars: 65,
      days: [
        { date: '2026-03-01', chars: 60, jobs: 1 },
        { date: '2026-03-02', chars: 5, jobs: 1 },
      ],
    });
    accounts.forgetCharge('job 1');
    await accounts.flush();
    expect(await onDisk()).not.toContain('job 1');
  });

  it('of an unmetered account is never refused, but counted', async () => {
    accounts.reserve('local', 'job 1', 1e9);
    await accounts.capture('job 1', 'local', 1e9, '2026-03-01T12:00:00.000Z');
    expect(accounts.usage('local')).toMatchObject({
      credit_balance: null,
      credit_reserved: 0,
      total_chars: 1e9,
    });
  });
});

describe('a balance', () => {
  it('cannot be set below what running jobs have reserved', async () => {
    const { id } = await accounts.createAccount({ name: 'Metered', credit_balance: 100 });
    accounts.reserve(id, 'job', 60);
    const tooLow = accounts.updateAccount(id, { credit_balance: 59 });
    await expect(tooLow).rejects.toMatchObject({ status: 400, errors: [{ field: 'credit_balance' }] });
    expect(await accounts.updateAccount(id, { credit_balance: 60 })).toMatchObject({ credit_balance: 60 });
    expect(await accounts.updateAccount(id, { credit_balance: null })).toMatchObject({
      credit_balance: null,
    });
    accounts.release('job');
    expect(await accounts.updateAccount(id, { credit_balance: 0 })).toMatchObject({ credit_balance: 0 });
  });
});

describe('DOCX quota', () => {
  it('is the service’s unless the account has its own; 0 is unlimited', async () => {
    await reopen({ docxQuota: () => 1 });
    const own = await accounts.createAccount({ name: 'Own', docx_quota: 2 });
    const free = await accounts.createAccount({ name: 'Free', docx_quota: 0 });
    const at = new Date(clock).toISOString();
    const take = (account: string, jobId: string) => (): void => accounts.reserveDocx(account, jobId, at);
    take('local', 'a')();
    expect(take('local', 'b')).toThrow('has created 1 DOCX job in');
    take(own.id, 'c')();
    take(own.id, 'd')();
    expect(take(own.id, 'e')).toThrow('has created 2 DOCX jobs in');
    for (let i = 0; i < 50; i++) take(free.id, `f${i}`)();
    await accounts.commitDocx('a');
    accounts.releaseDocx('c');
    take(own.id, 'e')();
    await reopen({ docxQuota: () => 1 });
    expect(accounts.usage('local').docx_quota).toMatchObject({ limit: 1, used: 1 });
    expect(accounts.usage(own.id).docx_quota).toEqual({ limit: 2, used: 0 });
  });

  it('after it was lowered says when there is room under the new one', async () => {
    for (let i = 0; i < 3; i++) {
      accounts.reserveDocx('local', `job ${i}`, new Date(clock).toISOString());
      await accounts.commitDocx(`job ${i}`);
      clock += 3_600_000;
    }
    await accounts.updateAccount('local', { docx_quota: 2 });
    expect(accounts.usage('local').docx_quota).toEqual({
      limit: 2,
      used: 3,
      frees_at: '2026-03-03T00:59:00.000Z',
    });
  });
});
