/** The engine process: engines behind the EnginePort. */
import { expose } from 'comlink';
import type { BergamotOptions } from '../../engines/bergamot/engine.ts';
import { createEngineThreads } from '../../engines/bergamot/threads.ts';
import { roomForThreads } from '../../engines/bergamot/room-for-threads.ts';
import { EngineClosedError, EngineError } from '../../engines/engine.ts';
import { createRegistry } from '../../engines/registry.ts';
import { builtFile } from '../../lib/built-file.ts';
import { createKeptLog } from '../../log.ts';
import type { Log } from '../../log.ts';
import { loadManifest } from '../../models/manifest.ts';
import type { Manifest } from '../../models/manifest.ts';
import { endpointOf, onSignal, postSignal } from '../endpoint.ts';
import { parentChannel } from './parent-channel.ts';
import type { ParentChannel } from './parent-channel.ts';
import { settingsFromArgv } from '../host/spawn.ts';
import type { WorkerSettings } from '../host/spawn.ts';
import { createEngineWorker } from './engine-worker.ts';
import type { EnginePort } from '../engine-port.ts';
import { WorkerError } from '../../tasks/worker-error.ts';
import { toErrorWire } from '../../tasks/wire-error.ts';

/** A hanging engine must not keep this process, and the application, from ending. */
const CLOSE_LIMIT_MS = 2_000;

/** Serves until the parent asks to end, or is gone. */
export function serveEngines(): void {
  // The channel first: if the parent left while this file loaded, it is closed by now.
  const channel = parentChannel(process);
  const settings = settingsFromArgv(process.argv);
  const log = openLog(settings, channel);
  const registry = createRegistry({
    ...bergamotOptions(settings),
    pseudoDelayMs: settings.pseudoDelayMs,
    ...(settings.localPorts ? { localPorts: settings.localPorts } : {}),
  });

  endWithTheParent(channel, log, () => registry.close());
  expose(overTheWire(createEngineWorker(registry)), endpointOf(channel));
  onSignal(channel, 'ping', () => postSignal(channel, 'pong'));
  postSignal(channel, 'ready');
}

function openLog({ logLevel, logFolder }: WorkerSettings, channel: ParentChannel): Log {
  const log = createKeptLog(logLevel);
  // Not before: this process may have started before the folder was known to be ours, or free.
  if (logFolder !== undefined) onSignal(channel, 'keep-log', () => log.keepIn(logFolder, 'translation'));
  return log.child({ process: 'translation' });
}

function bergamotOptions({ modelsFolder, modelsManifest, engineThreads }: WorkerSettings): {
  bergamot?: BergamotOptions;
} {
  if (modelsFolder === undefined) return {};
  // Read on demand; the caller gets the error if it cannot be used.
  let manifest: Promise<Manifest> | undefined;
  const threads = createEngineThreads({
    file: builtFile('engine-thread.js'),
    most: (running) => engineThreads ?? roomForThreads(running),
  });
  return {
    bergamot: { threads, modelsFolder, manifest: () => (manifest ??= loadManifest(modelsManifest)) },
  };
}

function endWithTheParent(channel: ParentChannel, log: Log, close: () => Promise<void>): void {
  const shutDown = async (): Promise<void> => {
    setTimeout(() => process.exit(0), CLOSE_LIMIT_MS).unref();
    await close().catch(() => undefined);
    process.exit(0);
  };
  channel.onClosed(() => void shutDown());
  onSignal(channel, 'shut-down', () => void shutDown());
  process.on('uncaughtException', (err) => {
    // The state is unknown after this: the parent starts a fresh process and continues from the journals.
    log.error({ err }, 'uncaught exception in the engine process');
    process.exit(70);
  });
}

/** Throws plain values: comlink keeps only name, message and stack of an Error. */
function overTheWire(port: EnginePort): EnginePort {
  const wired = Object.entries(port).map(([name, method]) => [
    name,
    async (task: never): Promise<unknown> => {
      try {
        return await (method as (task: never) => Promise<unknown>)(task);
      } catch (error) {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- an Error would lose its code on the way.
        throw toErrorWire(error instanceof EngineError ? asWorkerError(error) : error);
      }
    },
  ]);
  return Object.fromEntries(wired) as EnginePort;
}

function asWorkerError(error: EngineError): WorkerError {
  const { message, retryable, stack } = error;
  if (error instanceof EngineClosedError) return new WorkerError('crashed', message, true);
  const failed = new WorkerError('engine_failed', message, retryable);
  if (stack !== undefined) failed.stack = stack;
  return failed;
}
