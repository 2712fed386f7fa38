import type { EngineResource, KeyResource, Languages, UsageResource } from '../../service/contract/index.ts';
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

/** The answer's `key` is the only time it can be read. */
export async function createKey(input: {
  account_id: string;
  name: string;
  scopes: KeyResource['scopes'];
}): Promise<KeyResource & { key: string }> {
  return (await ask<KeyResource & { key: string }>('/v1/keys', { method: 'POST', body: input })).data;
}

export async function revokeKey(id: string): Promise<void> {
  await ask<undefined>(`/v1/keys/${id}`, { method: 'DELETE' });
}
