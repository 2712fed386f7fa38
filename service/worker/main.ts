/** The translation process: engines and document threads behind the TranslationPort, for one parent. */
import { expose } from 'comlink';
import type { BergamotOptions } from '../engines/bergamot/engine.ts';
import { createEngineThreads } from '../engines/bergamot/threads.ts';
import { roomForThreads } from '../engines/bergamot/room-for-threads.ts';
import { createRegistry } from '../engines/registry.ts';
import { builtFile } from '../lib/built-file.ts';
import { createKeptLog } from '../log.ts';
import { loadManifest } from '../models/manifest.ts';
import { createDocumentTasks } from './document-tasks.ts';
import { endpointOf, onSignal, postSignal } from './endpoint.ts';
import { parentChannel } from './parent-channel.ts';
import type { TranslationPort } from './port.ts';
import { settingsFromArgv } from './spawn.ts';
import { createTextTasks } from './text-tasks.ts';
import { createTranslationWorker } from './translation-worker.ts';
import { toErrorWire } from './wire-error.ts';

/** An engine that does not let go must not keep this process, and with it the whole application, from ending. */
const CLOSE_LIMIT_MS = 2_000;

// The channel first: a parent that went away while this file loaded has cut it by now.
const channel = parentChannel(process);
const settings = settingsFromArgv(process.argv);
const keptLog = createKeptLog(settings.logLevel);
if (settings.logFolder !== undefined) keptLog.keepIn(settings.logFolder, 'translation');
const log = keptLog.child({ process: 'translation' });
const registry = createRegistry({
  ...(settings.modelsFolder === undefined ? {} : { bergamot: bergamotOptions(settings.modelsFolder) }),
  pseudoDelayMs: settings.pseudoDelayMs,
});
const documents = createDocumentTasks(builtFile('document-process.js'), {
  escapeFormulas: settings.escapeFormulas,
});
const texts = createTextTasks(builtFile('text-thread.js'));

endWithTheParent();
expose(overTheWire(createTranslationWorker({ registry, documents, texts })), endpointOf(channel));
onSignal(channel, 'ping', () => postSignal(channel, 'pong'));
postSignal(channel, 'ready');

function bergamotOptions(modelsFolder: string): BergamotOptions {
  const manifest = loadManifest(settings.modelsManifest);
  // Who asks hears of it: an unusable manifest must not end the process before.
  manifest.catch(() => undefined);
  return {
    threads: createEngineThreads({
      file: builtFile('engine-thread.js'),
      most: (running) => settings.engineThreads ?? roomForThreads(running),
    }),
    modelsFolder,
    manifest: () => manifest,
  };
}

function endWithTheParent(): void {
  // Ctrl+C in a terminal reaches the whole process group. The parent decides when work ends: it asks, or its channel is cut.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  channel.onClosed(() => void shutDown());
  onSignal(channel, 'shut-down', () => void shutDown());
  process.on('uncaughtException', (err) => {
    // State is unknown after this: the parent starts a fresh process and goes on from the journals.
    log.error({ err }, 'uncaught exception in the translation process');
    process.exit(70);
  });
}

async function shutDown(): Promise<void> {
  setTimeout(() => process.exit(0), CLOSE_LIMIT_MS).unref();
  documents.close();
  texts.close();
  await registry.close().catch(() => undefined);
  process.exit(0);
}

/** Throws plain values: comlink keeps only name, message and stack of an Error. */
function overTheWire(port: TranslationPort): TranslationPort {
  const wired = Object.entries(port).map(([name, method]) => [
    name,
    async (task: never): Promise<unknown> => {
      try {
        return await (method as (task: never) => Promise<unknown>)(task);
      } catch (error) {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- an Error would lose its code on the way.
        throw toErrorWire(error);
      }
    },
  ]);
  return Object.fromEntries(wired) as TranslationPort;
}
