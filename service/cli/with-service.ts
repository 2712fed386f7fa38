import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, resolveDataDir } from '../config.ts';
import { createService } from '../service.ts';
import { StoreBusyError } from '../store/port.ts';
import { spawnNodeWorker } from '../worker/spawn-node.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';

const HEALTH_TIMEOUT_MS = 2_000;
/** Another process may have taken the data folder and not yet said where it listens. */
const BUSY_RETRIES = 20;
const BUSY_WAIT_MS = 250;

/**
 * Runs `work` with the service of the data folder: the one that runs, found by the files it writes there, else one that is
 * started in this process and ended afterwards.
 */
export async function withService<T>(
  dataDirFlag: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const dataDir = resolveDataDir(process.env, dataDirFlag);
  for (let attempt = 0; ; attempt++) {
    const running = await findRunning(dataDir);
    if (running) return work(running);
    try {
      return await inProcess(dataDir, work);
    } catch (error) {
      if (!(error instanceof StoreBusyError) || attempt >= BUSY_RETRIES) throw error;
      await sleep(BUSY_WAIT_MS);
    }
  }
}

async function inProcess<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const config = readConfig(process.env, {
    dataDir,
    // Any port: 4717 stays free for a service that is meant to be found there.
    port: 0,
    // Standard error is for the person at the terminal, unless they ask for the log.
    logLevel: process.env['INTERLINEAR_LOG_LEVEL'] ?? 'error',
  });
  const service = await createService(config, { spawnWorker: spawnNodeWorker });
  try {
    return await work(createClient(service.baseUrl, service.accounts.sessionKey));
  } finally {
    await service.close();
  }
}

/** The running service, or undefined: none has said so, or the one that did is gone. */
export async function findRunning(dataDir: string): Promise<Client | undefined> {
  const session = await readJson(join(dataDir, 'session.json'));
  const endpoint = await readJson(join(dataDir, 'endpoint.json'));
  const [baseUrl, key] = [endpoint?.['base_url'], session?.['key']];
  // Files of two different starts: one of them is just beginning or ending.
  if (endpoint?.['pid'] !== session?.['pid'] || typeof baseUrl !== 'string' || typeof key !== 'string') {
    return undefined;
  }
  const client = createClient(baseUrl, key);
  try {
    // With the key: another program may have taken the port of a service that crashed.
    await client.fetch('/v1/usage', { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return client;
  } catch {
    return undefined;
  }
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
