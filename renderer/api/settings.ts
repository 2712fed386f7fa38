import type { SettingsChange, SettingsResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';

export async function readSettings(): Promise<SettingsResource> {
  return (await ask<SettingsResource>('/v1/settings')).data;
}

export async function changeSettings(change: SettingsChange): Promise<SettingsResource> {
  return (await ask<SettingsResource>('/v1/settings', { method: 'PATCH', body: change })).data;
}
