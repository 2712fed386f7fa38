import type { CheckProfile, ClientResource, JobChecks } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';

/** What the checks before delivery find in a done job. */
export async function jobChecks(id: string): Promise<JobChecks> {
  return (await ask<JobChecks>(`/v1/jobs/${id}/checks`)).data;
}

/** Ignores a finding, or opens it again without a reason; returns all findings as they are then. */
export async function ignoreFinding(id: string, finding: string, reason: string | null): Promise<JobChecks> {
  const body = { ignore: [{ id: finding, reason }] };
  return (await ask<JobChecks>(`/v1/jobs/${id}/checks`, { method: 'PATCH', body })).data;
}

/** Saves the report for the agency; undefined if the dialog was cancelled. */
export function saveReport(id: string, name: string): Promise<Saved | undefined> {
  return saveFrom(`/v1/jobs/${id}/checks?format=xlsx`, name);
}

/** Which checks are made for the files of a client. */
export async function checkProfile(client: string): Promise<CheckProfile> {
  return (await ask<ClientResource>(`/v1/clients/${client}`)).data.defaults.checks ?? {};
}

/** Replaces the profile of a client. */
export async function setCheckProfile(client: string, checks: CheckProfile): Promise<CheckProfile> {
  const body = { defaults: { checks } };
  const { data } = await ask<ClientResource>(`/v1/clients/${client}`, { method: 'PATCH', body });
  return data.defaults.checks ?? {};
}
