import { Worker } from 'node:worker_threads';
import { builtFile } from '../../lib/built-file.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import { readPruned } from './prune-json.ts';
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
 * answer nobody; so large texts are read in a thread that may take its time, by turns for each `owner`. The bytes go there, and
 * are the caller's no more. Rejects with a JsonError.
 */
export async function parseJson(bytes: Buffer, shape: JsonShape, owner: string): Promise<unknown> {
  const reply =
    bytes.length <= INLINE_BYTES ? readPruned(bytes, shape) : await thread.read(bytes, shape, owner);
  if ('problem' in reply) throw new JsonError(reply.problem);
  return reply.value;
}

/** One thread, started when first needed; it does not keep the process alive. It reads one text after the other. */
class JsonThread {
  #worker: Worker | undefined;
  /** Each gets its turn, however many texts another has sent. */
  readonly #inTurn = createFairSemaphore({ permits: 1, each: 1 });

  read(bytes: Buffer, shape: JsonShape, owner: string): Promise<Reply> {
    return this.#inTurn(owner, () => this.#readNow(bytes, shape));
  }

  #readNow(bytes: Buffer, shape: JsonShape): Promise<Reply> {
    const worker = (this.#worker ??= startWorker());
    return new Promise((resolve) => {
      const giveUp = (problem: string): void => {
        // The next text starts a new one.
        this.#worker = undefined;
        void worker.terminate();
        finish({ problem });
      };
      const timer = setTimeout(() => giveUp('it takes too long to read'), TIME_LIMIT_MS);
      const onError = (): void => giveUp('it takes too much memory to read');
      const finish = (reply: Reply): void => {
        clearTimeout(timer);
        worker.off('message', finish).off('error', onError);
        resolve(reply);
      };
      worker.once('message', finish).once('error', onError);
      const { buffer, byteLength } = bytes;
      const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
      worker.postMessage({ bytes, shape }, isAlone ? [buffer] : []);
    });
  }
}

function startWorker(): Worker {
  const worker = new Worker(builtFile('json-thread.js'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  worker.unref();
  // Between two texts nobody else listens, and an unheard error would end the process.
  worker.on('error', () => undefined);
  return worker;
}

const thread = new JsonThread();
