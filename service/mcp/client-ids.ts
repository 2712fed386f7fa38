import type { ClientResource } from '../contract/index.ts';
import type { Client } from '../client/client.ts';
import { ToolError } from './tool-error.ts';

const MAX_NAMED = 20;
const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** A request's field for a client by its id, or its name in any case; without one the key's own, else General. */
export async function clientField(
  service: Client,
  asked: string | undefined,
): Promise<{ client_id?: string }> {
  if (asked === undefined) return {};
  const clients = await clientsOf(service);
  const found =
    clients.find(({ id }) => id === asked) ?? clients.find(({ name }) => folded(name) === folded(asked));
  if (found) return { client_id: found.id };
  const names = clients.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
  throw new ToolError(`There is no client "${asked}". There are: ${names.join(', ')}.`);
}

/** General first; for a key that is bound to one, that one. */
export async function clientsOf(service: Client): Promise<ClientResource[]> {
  return (await service.json<{ clients: ClientResource[] }>('/v1/clients')).clients;
}

/** The same as a query that follows others. */
export function queryOf({ client_id: id }: { client_id?: string }): string {
  return id === undefined ? '' : `&client_id=${encodeURIComponent(id)}`;
}
