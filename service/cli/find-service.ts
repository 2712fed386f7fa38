import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSessionProof, sessionProof } from '../session-proof.ts';
import { lockHolder } from '../store/lock-holder.ts';
import { createClient, jsonBody } from '../client/client.ts';
import type { Client } from '../client/client.ts';

export interface RunningService {
  readonly client: Client;
  /** It belongs to another command, and ends with that command. */
  readonly temporary: boolean;
}

interface Session {
  baseUrl: string;
  key: string;
  temporary: boolean;
}

const ANSWER_LIMIT_MS = 5_000;

/**
 * The service that runs on the data folder, or undefined if none has announced its address. Nothing but a
 * proof is sent to an address until the program there has proven to be that service: a killed service leaves
 * its files, and any program may have its port by now.
 */
export async function findRunning(dataDir: string): Promise<RunningService | undefined> {
  const holder = await lockHolder(dataDir);
  if (!holder) return undefined;
  const session = await readSession(dataDir, holder.pid);
  if (!session || !(await isProven(session))) return undefined;
  return { client: createClient(session.baseUrl, { key: session.key }), temporary: session.temporary };
}

async function isProven({ baseUrl, key }: Session): Promise<boolean> {
  const nonce = randomBytes(32).toString('base64url');
  const port = Number(new URL(baseUrl).port);
  const stranger = createClient(baseUrl);
  try {
    const { proof } = await stranger.json<{ proof: unknown }>('/v1/session/proof', {
      ...jsonBody({ nonce, proof: sessionProof('client', key, nonce, port) }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return isSessionProof(proof, 'service', key, nonce, port);
  } catch {
    return false;
  } finally {
    stranger.close();
  }
}

/** Only the file written by this process: any other was left by a crash, or is about to be replaced. */
async function readSession(dataDir: string, pid: number | undefined): Promise<Session | undefined> {
  try {
    const file = JSON.parse(await readFile(join(dataDir, 'session.json'), 'utf8')) as Record<string, unknown>;
    const { base_url: baseUrl, key, temporary } = file;
    if (pid === undefined || file['pid'] !== pid || typeof baseUrl !== 'string' || typeof key !== 'string')
      return undefined;
    return URL.canParse(baseUrl) ? { baseUrl, key, temporary: temporary === true } : undefined;
  } catch {
    return undefined;
  }
}
