import type { RemovedClient } from '../contract/index.ts';
import { ownerOf } from '../lib/owner.ts';
import type { Memory } from '../memory/memory-port.ts';
import type { ClientFiles, Drafts } from '../store/store-port.ts';
import type { Client } from './clients-port.ts';

export interface ForgetParts {
  readonly files: Pick<ClientFiles, 'beginForgetting' | 'endForgetting'>;
  readonly memory: Pick<Memory, 'count' | 'release'>;
  readonly drafts: Pick<Drafts, 'count'>;
  /** Removes the client's jobs, running ones too, and its keys: also from indexes and backups. */
  readonly forgetElsewhere: (
    owner: Pick<Client, 'accountId' | 'id'>,
  ) => Promise<{ jobs: number; files: number }>;
}

/**
 * Forgets a client. The renamed folder is the intent: from then on the next start finishes what a crash interrupts
 * before it serves anyone. `setKnown`: whether the client is known from here on.
 */
export async function forgetClient(
  { files, memory, drafts, forgetElsewhere }: ForgetParts,
  client: Client,
  setKnown: (isKnown: boolean) => void,
): Promise<RemovedClient> {
  const owner = ownerOf({ accountId: client.accountId, clientId: client.id });
  const [stored, draftCount] = [await memory.count(owner), await drafts.count(owner)];
  setKnown(false);
  try {
    await memory.release(owner);
    await files.beginForgetting({ account_id: client.accountId, id: client.id });
  } catch (error) {
    setKnown(true);
    throw error;
  }
  const removed = await forgetElsewhere(client);
  await files.endForgetting(client.id);
  return { ...removed, ...stored, drafts: draftCount };
}
