import type {
  EngineResource,
  KeyResource,
  Languages,
  UsageResource,
  ConnectionResource,
  Integrations,
} from '../../service/contract/index.ts';
import { ask } from './client.ts';

export async function readLanguages(): Promise<Languages> {
  return (await ask<Languages>('/v1/languages')).data;
}

/** Engines in order of preference. */
export async function readEngines(): Promise<EngineResource[]> {
  return (await ask<{ engines: EngineResource[] }>('/v1/engines')).data.engines;
}

export async function readUsage(): Promise<UsageResource> {
  return (await ask<UsageResource>('/v1/usage')).data;
}

export async function listKeys(): Promise<KeyResource[]> {
  return (await ask<{ keys: KeyResource[] }>('/v1/keys')).data.keys;
}

/** The key can only be read in this answer. */
export async function createKey(input: {
  account_id: string;
  name: string;
  scopes: KeyResource['scopes'];
}): Promise<KeyResource & { key: string }> {
  return (await ask<KeyResource & { key: string }>('/v1/keys', { method: 'POST', body: input })).data;
}

export async function listConnections(): Promise<ConnectionResource[]> {
  return (await ask<{ connections: ConnectionResource[] }>('/v1/connections')).data.connections;
}

/** The address can only be read in this answer. */
export async function createConnection(name: string): Promise<ConnectionResource & { address: string }> {
  const request = { method: 'POST', body: { name } } as const;
  return (await ask<ConnectionResource & { address: string }>('/v1/connections', request)).data;
}

export async function removeConnection(id: string): Promise<void> {
  await ask<undefined>(`/v1/connections/${id}`, { method: 'DELETE' });
}

export async function listPrograms(): Promise<Integrations['programs']> {
  return (await ask<Integrations>('/v1/integrations')).data.programs;
}

export async function revokeKey(id: string): Promise<void> {
  await ask<undefined>(`/v1/keys/${id}`, { method: 'DELETE' });
}
