import type { Account, KeyInfo, Usage } from '../../accounts/accounts-port.ts';
import type {
  AccountResource,
  ConnectionResource,
  KeyResource,
  UsageResource,
} from '../../contract/index.ts';

export function presentAccount(account: Account): AccountResource {
  return {
    id: account.id,
    name: account.name,
    credit_balance: account.credit_balance,
    docx_quota: account.docx_quota,
    created_at: account.created_at,
  };
}

export function presentKey(key: KeyInfo): KeyResource {
  return {
    id: key.id,
    account_id: key.account_id,
    name: key.name,
    scopes: key.scopes.filter((scope) => scope !== 'connect'),
    ...(key.client_id === undefined ? {} : { client_id: key.client_id }),
    created_at: key.created_at,
    ...(key.last_used_at ? { last_used_at: key.last_used_at } : {}),
    ...(key.session ? { session: key.session } : {}),
  };
}

export function presentConnection(key: KeyInfo): ConnectionResource {
  const { id, name, client_id, created_at, last_used_at } = key;
  const bound = client_id === undefined ? {} : { client_id };
  return { id, name, ...bound, created_at, ...(last_used_at ? { last_used_at } : {}) };
}

export function presentUsage(usage: Usage): UsageResource {
  const { limit, used, frees_at } = usage.docx_quota;
  return {
    account_id: usage.account_id,
    credit_balance: usage.credit_balance,
    credit_reserved: usage.credit_reserved,
    total_chars: usage.total_chars,
    days: usage.days.map(({ date, chars, jobs }) => ({ date, chars, jobs })),
    docx_quota: { limit, used, ...(frees_at ? { frees_at } : {}) },
  };
}
