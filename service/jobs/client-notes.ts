import type { ClientRules } from '../clients/clients-port.ts';
import type { ClientEvent } from '../contract/index.ts';
import { ownerOf } from '../lib/owner.ts';
import type { JobRecord } from '../records/job-record.ts';

type Noted = Pick<JobRecord, 'id' | 'account_id' | 'client_id' | 'engine'>;

/** Adds a line about a job to the log of its client. */
export function noteOf(
  clients: ClientRules,
  { id, account_id, client_id, engine }: Noted,
  event: Omit<ClientEvent, 'at' | 'job_id' | 'engine'>,
): void {
  const isOfEngine = event.event === 'job_created' || event.event === 'text_sent';
  clients.note(ownerOf({ accountId: account_id, clientId: client_id }), {
    ...event,
    job_id: id,
    ...(isOfEngine ? { engine } : {}),
  });
}
