import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { AccountsRecord, KeyRecord } from '../records/accounts-record.ts';
import type { Document } from '../store/store-port.ts';
import type { Accounts, KeyInfo, Principal, Scope } from './accounts-port.ts';
import { createSignInTokens } from './sign-in-tokens.ts';

export const LOCAL_ACCOUNT = 'local';

/** `last_used_at` on the disk may be this much behind: a write a request would cost more than the request. */
const LAST_USED_STEP_MS = 60_000;
/** A browser that was not seen for so long is signed out. */
const SESSION_IDLE_MS = 30 * 86_400_000;

type Keys = Pick<
  Accounts,
  | 'authenticate'
  | 'sessionKey'
  | 'issueToken'
  | 'exchangeToken'
  | 'listKeys'
  | 'createKey'
  | 'revokeKey'
  | 'listConnections'
  | 'createConnection'
  | 'removeConnection'
>;

/** API keys, browser sessions, the keys of this run, and the one-time tokens for signing in a browser. */
export function createKeys(
  document: Document<AccountsRecord>,
  now: () => number,
  envKey: string | undefined,
): Keys {
  const sessionKey = newKey();
  const tokens = createSignInTokens(now);
  const admin: Principal = { accountId: LOCAL_ACCOUNT, scopes: ['admin'] };
  const byDigest = new Map(document.data.keys.map((record) => [record.sha256, record]));
  const digestOfSession = digest(sessionKey);
  const digestOfEnvKey = envKey ? digest(envKey) : undefined;

  const add = async (
    input: Pick<KeyRecord, 'account_id' | 'name' | 'scopes' | 'session'>,
  ): Promise<KeyInfo & { key: string }> => {
    const key = newKey();
    const record: KeyRecord = {
      id: randomUUID(),
      ...input,
      sha256: digest(key).toString('hex'),
      created_at: new Date(now()).toISOString(),
    };
    byDigest.set(record.sha256, record);
    await document.update(
      (data) => {
        data.keys = [...data.keys.filter((other) => !isOver(other, now())), record];
      },
      (data) => {
        byDigest.delete(record.sha256);
        data.keys = data.keys.filter((other) => other !== record);
      },
    );
    return { ...present(record), key };
  };

  const revoke = async (id: string, connection: boolean): Promise<void> => {
    const record = document.data.keys.find((key) => key.id === id && isConnection(key) === connection);
    if (!record)
      throw new ProblemError(
        'not_found',
        connection
          ? 'There is no such connection. GET /v1/connections lists those there are.'
          : 'There is no such key. GET /v1/keys lists those there are.',
      );
    byDigest.delete(record.sha256);
    await document.update(
      (data) => {
        data.keys = data.keys.filter((key) => key !== record);
      },
      (data) => {
        byDigest.set(record.sha256, record);
        data.keys = [...data.keys, record];
      },
    );
  };

  return {
    sessionKey,
    authenticate(key) {
      const asked = digest(key);
      if (timingSafeEqual(digestOfSession, asked)) return { ...admin, isSession: true };
      if (digestOfEnvKey && timingSafeEqual(digestOfEnvKey, asked)) return admin;
      // Timing reveals something about the digest only, and nobody can choose a key by its digest.
      const record = byDigest.get(asked.toString('hex'));
      if (!record || !timingSafeEqual(Buffer.from(record.sha256, 'hex'), asked)) return undefined;
      if (isOver(record, now())) return undefined;
      noteUse(document, record, now());
      return {
        accountId: record.account_id,
        scopes: record.scopes,
        keyId: record.id,
        ...(record.session && isOwner(record) ? { isSession: true } : {}),
      };
    },
    issueToken: (holder = admin) => tokens.issue(holder),
    async exchangeToken(token) {
      const redeemed = tokens.redeem(token);
      if (!redeemed) return undefined;
      const { accountId: account_id, scopes } = redeemed.holder;
      try {
        return await add({ account_id, name: 'Browser', scopes: [...scopes], session: true });
      } catch (error) {
        redeemed.restore();
        throw error;
      }
    },
    listKeys: () =>
      document.data.keys.filter((key) => !isOver(key, now()) && !isConnection(key)).map(present),
    async createKey({ account_id, name, scopes }) {
      if (!document.data.accounts.some((account) => account.id === account_id)) {
        throw fieldProblem(
          'account_id',
          'invalid',
          `There is no account "${account_id}". GET /v1/accounts lists them.`,
        );
      }
      return add({ account_id, name, scopes: unique(scopes) });
    },
    revokeKey: (id) => revoke(id, false),
    listConnections: () => document.data.keys.filter(isConnection).map(present),
    createConnection: (account_id, name) => add({ account_id, name, scopes: ['connect'] }),
    removeConnection: (id) => revoke(id, true),
  };
}

/** Whether it is the session of a browser that was not seen for too long. */
function isOver({ session, last_used_at, created_at }: KeyRecord, now: number): boolean {
  return session === true && now - Date.parse(last_used_at ?? created_at) > SESSION_IDLE_MS;
}

/** Sessions of others, whose keys the owner made, are held by their quotas. */
function isOwner({ account_id, scopes }: KeyRecord): boolean {
  return account_id === LOCAL_ACCOUNT && scopes.includes('admin');
}

function isConnection({ scopes }: Pick<KeyRecord, 'scopes'>): boolean {
  return scopes.includes('connect');
}

function noteUse(document: Document<AccountsRecord>, record: KeyRecord, now: number): void {
  if (record.last_used_at && now - Date.parse(record.last_used_at) < LAST_USED_STEP_MS) return;
  document.touch(({ keys }) => {
    const key = keys.find(({ id }) => id === record.id);
    if (key) key.last_used_at = new Date(now).toISOString();
  });
}

function newKey(): string {
  return `il_${randomBytes(32).toString('base64url')}`;
}

function digest(secret: string): Buffer {
  // In one go: a Hash object for each request keeps the garbage collector busy.
  return hash('sha256', secret, 'buffer');
}

/** The stored record without its hash. */
function present({ id, account_id, name, scopes, created_at, last_used_at, session }: KeyRecord): KeyInfo {
  return {
    id,
    account_id,
    name,
    scopes,
    created_at,
    ...(last_used_at ? { last_used_at } : {}),
    ...(session ? { session } : {}),
  };
}

function unique(scopes: Scope[]): Scope[] {
  return [...new Set(scopes)];
}
