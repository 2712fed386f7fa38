import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { AccountsRecord, KeyRecord } from '../records/accounts-record.ts';
import type { Document } from '../store/store-port.ts';
import type { Accounts, KeyInfo, Principal, Scope } from './accounts-port.ts';
import { createSignInTokens } from './sign-in-tokens.ts';

export const LOCAL_ACCOUNT = 'local';

/** How stale the stored `last_used_at` may be: a write for each request would cost more than the request. */
const LAST_USED_STEP_MS = 60_000;
/** A browser unused for this long is signed out. */
const SESSION_IDLE_MS = 30 * 86_400_000;
/** Sessions a key may have; the one that was unused the longest goes first. */
const MAX_SESSIONS = 10;

type Keys = Pick<
  Accounts,
  | 'authenticate'
  | 'sessionKey'
  | 'issueToken'
  | 'exchangeToken'
  | 'listKeys'
  | 'createKey'
  | 'revokeKey'
  | 'revokeKeysOf'
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
  // Another one than the next start's, unless that has the same key.
  const envKeyId = `environment-${digestOfEnvKey?.toString('hex', 0, 8) ?? ''}`;

  const find = (id: string): KeyRecord | undefined => document.data.keys.find((key) => key.id === id);
  /** Sessions end by themselves, and with the key that signed them in. */
  const isGood = (record: KeyRecord): boolean =>
    !isOver(record, now()) && (record.made_by === undefined || isGoodId(record.made_by));
  const isGoodId = (id: string): boolean => {
    const record = find(id);
    return record ? isGood(record) : digestOfEnvKey !== undefined && id === envKeyId;
  };
  /** The key at the start of a chain of sign-ins; undefined for the owner's window and commands. */
  const rootOf = (id: string | undefined): string | undefined => {
    const record = id === undefined ? undefined : find(id);
    return record?.session ? rootOf(record.made_by) : id;
  };
  /** The keys that must end for one more session by the key `madeBy`. */
  const surplus = (madeBy: string | undefined): KeyRecord[] => {
    const root = rootOf(madeBy);
    return document.data.keys
      .filter((key) => key.session && key.id !== madeBy && isGood(key) && rootOf(key.made_by) === root)
      .toSorted((a, b) => lastSeen(b) - lastSeen(a))
      .slice(MAX_SESSIONS - 1);
  };

  const { add, revoke } = createKeyChanges(document, { now, byDigest, isGood });

  return {
    sessionKey,
    authenticate(key) {
      const asked = digest(key);
      if (timingSafeEqual(digestOfSession, asked)) return { ...admin, isSession: true };
      if (digestOfEnvKey && timingSafeEqual(digestOfEnvKey, asked)) return { ...admin, keyId: envKeyId };
      // Timing reveals something about the digest only, and nobody can choose a key by its digest.
      const record = byDigest.get(asked.toString('hex'));
      if (!record || !timingSafeEqual(Buffer.from(record.sha256, 'hex'), asked)) return undefined;
      if (!isGood(record)) return undefined;
      noteUse(document, record, now());
      return {
        accountId: record.account_id,
        ...(record.client_id === undefined ? {} : { clientId: record.client_id }),
        scopes: record.scopes,
        keyId: record.id,
        ...(record.session && isOwner(record) ? { isSession: true } : {}),
      };
    },
    issueToken: (holder = admin) => tokens.issue(holder),
    async exchangeToken(token) {
      const redeemed = tokens.redeem(token);
      if (!redeemed) return undefined;
      const { accountId: account_id, clientId, scopes, keyId } = redeemed.holder;
      if (keyId !== undefined && !isGoodId(keyId)) return undefined;
      const bound = clientId === undefined ? {} : { client_id: clientId };
      const session = { account_id, ...bound, name: 'Browser', scopes: [...scopes], session: true as const };
      try {
        return await add({ ...session, ...(keyId === undefined ? {} : { made_by: keyId }) }, surplus(keyId));
      } catch (error) {
        redeemed.restore();
        throw error;
      }
    },
    listKeys: () => document.data.keys.filter((key) => isGood(key) && !isConnection(key)).map(present),
    async createKey({ account_id, name, scopes, client_id }) {
      if (!document.data.accounts.some((account) => account.id === account_id)) {
        throw fieldProblem(
          'account_id',
          'invalid',
          `There is no account "${account_id}". GET /v1/accounts lists them.`,
        );
      }
      const bound = client_id === undefined ? {} : { client_id };
      return add({ account_id, ...bound, name, scopes: unique(scopes) });
    },
    revokeKey: (id) => revoke(id, false),
    async revokeKeysOf(client) {
      const bound = document.data.keys.filter(({ client_id }) => client_id === client);
      for (const { sha256 } of bound) byDigest.delete(sha256);
      // Twice: the file's backup is what it held before the last write.
      for (let i = 0; i < 2; i++)
        await document.update((data) => {
          data.keys = data.keys.filter(({ client_id }) => client_id !== client);
        });
    },
    listConnections: () => document.data.keys.filter(isConnection).map(present),
    createConnection: (account_id, name, client_id) =>
      add({ account_id, ...(client_id === undefined ? {} : { client_id }), name, scopes: ['connect'] }),
    removeConnection: (id) => revoke(id, true),
  };
}

/** Changes of the stored keys, and of `byDigest`, which finds them. */
function createKeyChanges(
  document: Document<AccountsRecord>,
  {
    now,
    byDigest,
    isGood,
  }: { now: () => number; byDigest: Map<string, KeyRecord>; isGood: (key: KeyRecord) => boolean },
) {
  const add = async (
    input: Pick<KeyRecord, 'account_id' | 'client_id' | 'name' | 'scopes' | 'session' | 'made_by'>,
    ended: readonly KeyRecord[] = [],
  ): Promise<KeyInfo & { key: string }> => {
    const key = newKey();
    const record: KeyRecord = {
      id: randomUUID(),
      ...input,
      sha256: digest(key).toString('hex'),
      created_at: new Date(now()).toISOString(),
    };
    byDigest.set(record.sha256, record);
    for (const { sha256 } of ended) byDigest.delete(sha256);
    await document.update(
      (data) => {
        data.keys = [...data.keys.filter((other) => isGood(other) && !ended.includes(other)), record];
      },
      (data) => {
        byDigest.delete(record.sha256);
        for (const other of ended) byDigest.set(other.sha256, other);
        data.keys = [...ended, ...data.keys.filter((other) => other !== record)];
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

  return { add, revoke };
}

/** Whether it is the session of a browser that was not seen for too long. */
function isOver(record: KeyRecord, now: number): boolean {
  return record.session === true && now - lastSeen(record) > SESSION_IDLE_MS;
}

function lastSeen({ last_used_at, created_at }: KeyRecord): number {
  return Date.parse(last_used_at ?? created_at);
}

/** Sessions of other accounts, whose keys the owner made, are limited by their quotas. */
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
function present(record: KeyRecord): KeyInfo {
  const { id, account_id, client_id, name, scopes, created_at, last_used_at, session } = record;
  return {
    id,
    account_id,
    ...(client_id === undefined ? {} : { client_id }),
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
