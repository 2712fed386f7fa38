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
  /** Started by a command for its own work, and ended after that. */
  temporary: boolean;
}

/** For files of the running service, which a power cut ends anyway. */
const OF_THIS_RUN = { durable: false };

/**
 * Announces in the data folder where the service listens: `endpoint.json` for any program, without a key;
 * `session.json` with this run's administrator key, for the command line. Only the owner can read either
 * (0600). Returns a function that removes them.
 */
export async function publishAddress(
  dataDir: string,
  { baseUrl, pid, version }: Address,
  { key, temporary }: SessionInfo,
): Promise<() => Promise<void>> {
  const endpoint = join(dataDir, 'endpoint.json');
  const session = join(dataDir, 'session.json');
  await writeAtomically(session, json({ base_url: baseUrl, pid, key, temporary }), OF_THIS_RUN);
  // Last: waiting programs wait for this file.
  await writeAtomically(endpoint, json({ base_url: baseUrl, pid, version }), OF_THIS_RUN);
  return async () => {
    await Promise.all([removeFile(endpoint), removeFile(session)]);
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
