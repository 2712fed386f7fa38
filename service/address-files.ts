import { join } from 'node:path';
import { removeFile, writeAtomically } from './lib/atomic-file.ts';

/** The address of a running service, for other programs of this user. */
export interface Address {
  baseUrl: string;
  pid: number;
  version: string;
}

/** For this user's command line only. */
export interface SessionInfo {
  /** An administrator's, for this run. */
  key: string;
  /** A command has started it for its own work, and ends it after that. */
  temporary: boolean;
}

/** A power cut ends the service that they lead to. */
const OF_THIS_RUN = { durable: false };

/**
 * Says in the data folder where the service listens: `endpoint.json` for anyone, without a key;
 * `session.json` with this run's administrator key for the command line. Both are for the owner's eyes only
 * (0600). Returns how to take them back.
 */
export async function publishAddress(
  dataDir: string,
  { baseUrl, pid, version }: Address,
  { key, temporary }: SessionInfo,
): Promise<() => Promise<void>> {
  const endpoint = join(dataDir, 'endpoint.json');
  const session = join(dataDir, 'session.json');
  await writeAtomically(session, json({ base_url: baseUrl, pid, key, temporary }), OF_THIS_RUN);
  // Last: whoever waits for the service waits for this file.
  await writeAtomically(endpoint, json({ base_url: baseUrl, pid, version }), OF_THIS_RUN);
  return async () => {
    await Promise.all([removeFile(endpoint), removeFile(session)]);
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
