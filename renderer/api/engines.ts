import type {
  EngineChange,
  EngineResource,
  EngineTestResource,
  LocalServerResource,
} from '../../service/contract/index.ts';
import { ask } from './client.ts';

/** Turns an engine on or off, moves it in the order, or sets its server. */
export async function changeEngine(id: string, change: EngineChange): Promise<EngineResource> {
  return (await ask<EngineResource>(`/v1/engines/${id}`, { method: 'PATCH', body: change })).data;
}

/** Probes the ports of model servers on this machine. */
export async function listLocalServers(): Promise<LocalServerResource[]> {
  const path = '/v1/engines/chat/servers';
  return (await ask<{ servers: LocalServerResource[] }>(path)).data.servers;
}

/** Stores an engine's key in the system's keychain; null removes it. It can never be read again. */
export async function storeEngineKey(id: string, key: string | null): Promise<void> {
  await ask<undefined>(`/v1/engines/${id}/key`, { method: 'PUT', body: { key } });
}

/** Lets an engine translate one sentence. A failure resolves too, with the reason. */
export async function testEngine(id: string): Promise<EngineTestResource> {
  return (await ask<EngineTestResource>(`/v1/engines/${id}/test`, { method: 'POST' })).data;
}
