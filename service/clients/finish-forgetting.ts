import type { Accounts } from '../accounts/accounts-port.ts';
import type { Store } from '../store/store-port.ts';

interface Parts {
  readonly store: Pick<Store, 'clients' | 'files' | 'jobs'>;
  readonly accounts: Pick<Accounts, 'revokeKeysOf'>;
}

/**
 * Removes jobs and keys of clients whose forgetting a crash interrupted, before jobs are opened: none of theirs may go on.
 * Their folders stay until all else is gone. A charge that was not captured by then is lost with its job.
 */
export async function finishForgetting({ store, accounts }: Parts): Promise<void> {
  const { clients, files, jobs } = store;
  const gone = new Set(clients.forgotten);
  if (gone.size === 0) return;
  const found = new Set<string>();
  for (const id of await files.ids()) {
    const record = await files.readJob(id);
    if (record?.client_id !== undefined && gone.has(record.client_id)) found.add(id);
  }
  // A job whose record cannot be read has its row in the index.
  for await (const { id, client_id } of jobs.all())
    if (client_id !== undefined && gone.has(client_id)) found.add(id);
  for (const id of found) {
    await files.remove(id);
    await jobs.remove(id);
  }
  await jobs.forgetRemoved();
  for (const id of gone) await accounts.revokeKeysOf(id);
}
