import { ask } from './client.ts';
import { ServiceProblem } from './errors.ts';

/** The window's own among the account's drafts. */
const pathOf = (name: string): string => `/v1/drafts/window.${name}`;

/** A draft as it was put there; undefined where there is none. */
export async function readDraft(name: string): Promise<unknown> {
  try {
    return (await ask<unknown>(pathOf(name))).data;
  } catch (error) {
    if (error instanceof ServiceProblem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Resolves when the draft is on disk. `keepalive` lets the request outlive the window, up to some 60 kB. */
export async function writeDraft(name: string, value: unknown, keepalive: boolean): Promise<void> {
  await ask<undefined>(pathOf(name), { method: 'PUT', body: value, keepalive });
}
