import type { ClientResource, RemovedClient } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';

export type { ClientResource };
export type ClientChange = Partial<
  Pick<ClientResource, 'name' | 'engines' | 'retention_days' | 'memories' | 'glossary_ids'> & {
    /** Members that are left out stay; null removes one. */
    defaults: { [Name in keyof ClientResource['defaults']]: ClientResource['defaults'][Name] | null };
  }
>;

const PATH = '/v1/clients';

/** General first, then in the order in which they were made. */
export async function listClients(): Promise<ClientResource[]> {
  return (await ask<{ clients: ClientResource[] }>(PATH)).data.clients;
}

export async function createClient(name: string): Promise<ClientResource> {
  return (await ask<ClientResource>(PATH, { method: 'POST', body: { name } })).data;
}

export async function changeClient(id: string, change: ClientChange): Promise<ClientResource> {
  return (await ask<ClientResource>(`${PATH}/${id}`, { method: 'PATCH', body: change })).data;
}

/** Forgets a client for good. `name`: as the user typed it. */
export async function forgetClient(id: string, name: string): Promise<RemovedClient> {
  return (await ask<RemovedClient>(`${PATH}/${id}`, { method: 'DELETE', body: { name } })).data;
}

/** Saves the log as a table; undefined if the dialog was cancelled. */
export async function saveClientLog({ id, name }: ClientResource): Promise<Saved | undefined> {
  return saveFrom(`${PATH}/${id}/log?format=csv`, `${name}.log.csv`);
}
