import { Worker } from 'node:worker_threads';
import { pruneJson, readPruned } from './prune-json.ts';
import type { JsonShape, Reply } from './prune-json.ts';

/** What cannot be read as JSON. `message` says why. */
export class JsonError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonError';
  }
}

/** JSON of this many bytes is read in a few milliseconds at worst: not worth the way to another thread and back. */
const INLINE_BYTES = 16_384;
const TIME_LIMIT_MS = 15_000;
const MEMORY_LIMIT_MB = 1_024;

/**
 * Reads UTF-8 JSON (RFC 8259) and prunes it. 10 MB of nested arrays keep `JSON.parse` busy for six seconds, in which the host would
 * answer nobody; so large texts are read in a thread that may take its time. Rejects with a JsonError.
 */
export async function parseJson(bytes: Buffer, shape: JsonShape): Promise<unknown> {
  const reply = bytes.length <= INLINE_BYTES ? readPruned(bytes, shape) : await thread.read(bytes, shape);
  if ('problem' in reply) throw new JsonError(reply.problem);
  return reply.value;
}

/**
 * The functions of prune-json.ts as a script of their own: no built file has to be found, wherever a bundler has put this code.
 */
const THREAD_SOURCE = `
const { parentPort } = require('node:worker_threads');
const ${pruneJson.name} = ${pruneJson.toString()};
const ${readPruned.name} = ${readPruned.toString()};
parentPort.on('message', ({ bytes, shape }) => parentPort.postMessage(${readPruned.name}(bytes, shape)));
`;

/** One thread, started when first needed; it does not keep the process alive. It reads one text after the other. */
class JsonThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  read(bytes: Buffer, shape: JsonShape): Promise<Reply> {
    const reply = this.#last.then(() => this.#readNow(bytes, shape));
    this.#last = reply;
    return reply;
  }

  #readNow(bytes: Buffer, shape: JsonShape): Promise<Reply> {
    const worker = (this.#worker ??= startWorker());
    return new Promise((resolve) => {
      const giveUp = (problem: string): void => {
        // The next text starts a new one.
        this.#worker = undefined;
        void worker.terminate();
        settle({ problem });
      };
      const timer = setTimeout(() => giveUp('it takes too long to read'), TIME_LIMIT_MS);
      const onError = (): void => giveUp('it takes too much memory to read');
      const settle = (reply: Reply): void => {
        clearTimeout(timer);
        worker.off('message', settle).off('error', onError);
        resolve(reply);
      };
      worker.once('message', settle).once('error', onError);
      worker.postMessage({ bytes, shape });
    });
  }
}

function startWorker(): Worker {
  const worker = new Worker(THREAD_SOURCE, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  worker.unref();
  // Between two texts nobody else listens, and an unheard error would end the process.
  worker.on('error', () => undefined);
  return worker;
}

const thread = new JsonThread();
