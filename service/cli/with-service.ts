import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, resolveDataDir } from '../config.ts';
import type { Service } from '../service.ts';
import { startWorker } from '../start-worker.ts';
import { builtFile } from '../lib/built-file.ts';
import { StoreBusyError } from '../store/store-port.ts';
import { startDocumentProcess } from '../worker/document/document-runner.ts';
import { spawnNodeWorker } from '../worker/host/spawn-node.ts';
import { ServiceGoneError } from '../client/cli-error.ts';
import { createClient } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { findRunning } from './find-service.ts';
import { withServer } from './remote-server.ts';
import type { ServiceChoice } from './service-choice.ts';

/** Another process may hold the data folder and not yet listen, or be about to release it. */
const BUSY_LIMIT_MS = 60_000;
const BUSY_WAIT_MS = 100;
const UNUSED_POLL_MS = 50;
const FIRST_UNUSED_POLL_MS = 1;
const TELL_AFTER_MS = 1_000;

/**
 * Runs `work` with a server on the network, if one is named; else with the service of the data folder. That
 * is the running one, found by the files it writes there, or one that is started in this process and ends
 * once no other program is connected to it, or at `interrupted`.
 *
 * If another command's service ends during the work, `work` is repeated with the next one: jobs outlive a
 * service, and requests with an Idempotency-Key can be repeated.
 */
export async function withService<T>(
  choice: ServiceChoice,
  work: (client: Client) => Promise<T>,
  interrupted?: AbortSignal,
): Promise<T> {
  if (choice.server !== undefined) return withServer(choice.server, choice.ca, work);
  const dataDir = resolveDataDir(process.env, choice.dataDir);
  let busySince: number | undefined;
  for (;;) {
    interrupted?.throwIfAborted();
    const running = await findRunning(dataDir);
    try {
      return await (running ? work(running.client) : inProcess(dataDir, work, interrupted));
    } catch (error) {
      if (running?.temporary && error instanceof ServiceGoneError) {
        busySince = undefined;
        continue;
      }
      if (!(error instanceof StoreBusyError)) throw error;
      busySince ??= performance.now();
      if (performance.now() - busySince > BUSY_LIMIT_MS) throw error;
    } finally {
      running?.client.close();
    }
    await sleep(BUSY_WAIT_MS);
  }
}

async function inProcess<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
  interrupted: AbortSignal | undefined,
): Promise<T> {
  const config = readConfig(process.env, {
    dataDir,
    // Standard error is for the person at the terminal, unless they ask for the log.
    logLevel: process.env['INTERLINEAR_LOG_LEVEL'] ?? 'error',
  });
  // Before the service is loaded, so that both load concurrently.
  const worker = startWorker(config, spawnNodeWorker);
  const documents = startDocumentProcess(builtFile('document-process.js'));
  const { createService } = await import('../service.ts');
  const service = await createService(config, {
    spawnWorker: spawnNodeWorker,
    worker,
    documents,
    temporary: true,
  });
  const client = createClient(service.baseUrl, { key: service.accounts.sessionKey });
  try {
    return await work(client);
  } finally {
    client.close();
    await untilUnused(service, interrupted);
    await service.close();
  }
}

/** Other commands may have found this service. Without it they continue only after a pause. */
async function untilUnused(service: Service, interrupted: AbortSignal | undefined): Promise<void> {
  const telling = setTimeout(() => {
    console.error('Other programs still use the service that this command started: it ends with them.');
  }, TELL_AFTER_MS);
  // The service notices this command's connection within a moment, others after a while.
  for (let wait = FIRST_UNUSED_POLL_MS; (await service.connections()) > 0; wait *= 2) {
    if (interrupted?.aborted) break;
    await sleep(Math.min(wait, UNUSED_POLL_MS));
  }
  clearTimeout(telling);
}
