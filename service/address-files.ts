import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from './lib/atomic-file.ts';

/** Where a running service is, for other programs of this user. */
export interface Address {
  baseUrl: string;
  pid: number;
  version: string;
}

/**
 * Says in the data folder where the service listens: `endpoint.json` for anyone, without a key; `session.json` with this
 * run's administrator key for the command line. Both are for the owner's eyes only (0600). Answers how to take them back.
 */
export async function publishAddress(
  dataDir: string,
  { baseUrl, pid, version }: Address,
  sessionKey: string,
): Promise<() => Promise<void>> {
  const endpoint = join(dataDir, 'endpoint.json');
  const session = join(dataDir, 'session.json');
  await writeAtomically(session, json({ base_url: baseUrl, pid, key: sessionKey }));
  // Last: whoever waits for the service waits for this file.
  await writeAtomically(endpoint, json({ base_url: baseUrl, pid, version }));
  return async () => {
    await Promise.all([rm(endpoint, { force: true }), rm(session, { force: true })]);
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
