import type { Principal } from '../../accounts/accounts-port.ts';
import type { NewJob } from '../../jobs/jobs-port.ts';
import { clientOf } from '../../lib/owner.ts';
import type { HttpServices } from '../handler.ts';

type Whose = Pick<NewJob, 'accountId' | 'clientId' | 'keyId'>;

/** Whose work a key's request is: its client's, else General's. */
export function whose({ accountId, clientId, keyId, isSession }: Principal): Whose {
  return {
    accountId,
    ...(clientId === undefined ? {} : { clientId }),
    ...(keyId === undefined || isSession ? {} : { keyId }),
  };
}

/** As `whose`, for a request that may name a client; refused where it may not have that one. */
export function whoseWork(
  { clients }: Pick<HttpServices, 'clients'>,
  principal: Principal,
  clientId: string | undefined,
): Whose {
  return { ...whose(principal), clientId: clientOf(clients.ownerFor(principal, clientId)) };
}
