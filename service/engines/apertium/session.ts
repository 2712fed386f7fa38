import { EngineClosedError, EngineError } from '../engine.ts';
import type { EngineSession } from '../engine.ts';
import { decode, encode } from './codec.ts';
import type { Encoded } from './codec.ts';
import { startPipeline } from './pipeline.ts';
import type { Pipeline } from './pipeline.ts';

/** Characters given to the pipeline ahead of its replies: enough to keep it busy, little to throw away at an abort. */
const WINDOW_CHARS = 16_000;
/** An abort that leaves more than this many characters in the pipeline restarts it: that is over a second of work. */
const RESTART_CHARS = 50_000;
/** A pipeline that answers nothing for this long hangs. It does some fifty thousand characters a second. */
const HANG_MS = 30_000;
const HANG_MS_PER_CHAR = 1;

interface Request {
  readonly answers: string[];
  left: number;
  /** Answered, failed or aborted: what still comes for it is dropped. */
  settled: boolean;
  resolve(answers: string[]): void;
  reject(reason: Error): void;
}

interface Item {
  readonly request: Request;
  readonly index: number;
  readonly encoded: Encoded;
}

/** A direction's one long-lived pipeline, shared by overlapping calls, started again at need after a crash. */
export function createApertiumSession(command: string): EngineSession {
  let waiting: Item[] = [];
  let inFlight: Item[] = [];
  let pipeline: Pipeline | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let closed = false;

  const charsIn = (items: readonly Item[]) => items.reduce((sum, item) => sum + item.encoded.wire.length, 0);

  function pump(): void {
    let room = WINDOW_CHARS - charsIn(inFlight);
    const sent: Item[] = [];
    let taken = 0;
    for (; taken < waiting.length && room > 0; taken++) {
      const item = waiting[taken]!;
      if (item.request.settled) continue;
      room -= item.encoded.wire.length;
      sent.push(item);
    }
    waiting = waiting.slice(taken);
    if (sent.length > 0) {
      pipeline ??= startPipeline(command, { onReply, onDeath });
      inFlight.push(...sent);
      pipeline.write(sent.map((item) => `${item.encoded.wire}\0`).join(''));
    }
    watch();
  }

  function watch(): void {
    clearTimeout(watchdog);
    const head = inFlight[0];
    if (!head) return;
    const limit = HANG_MS + head.encoded.wire.length * HANG_MS_PER_CHAR;
    watchdog = setTimeout(() => {
      pipeline?.kill();
      onDeath(`Apertium gave no answer for ${Math.round(limit / 1000)} seconds`);
    }, limit).unref();
  }

  function onReply(reply: string): void {
    const item = inFlight.shift();
    if (item && !item.request.settled) settle(item, reply);
    // Refilling at every reply would write one request at a time: refill when half the window is free.
    if (inFlight.length === 0 || charsIn(inFlight) < WINDOW_CHARS / 2) pump();
    else watch();
  }

  function settle({ request, index, encoded }: Item, reply: string): void {
    request.answers[index] = decode(reply, encoded);
    request.left--;
    if (request.left > 0) return;
    request.settled = true;
    request.resolve(request.answers);
  }

  function fail(items: readonly Item[], error: Error): void {
    for (const { request } of items) {
      if (request.settled) continue;
      request.settled = true;
      request.reject(error);
    }
  }

  function onDeath(why: string): void {
    const lost = inFlight;
    inFlight = [];
    pipeline = undefined;
    fail(
      lost,
      new EngineError(`${why} while translating. It is started again at the next try.`, { retryable: true }),
    );
    pump();
  }

  /** Throws away what the pipeline is at; what others wait for is given to a new one. */
  function restart(): void {
    pipeline?.kill();
    pipeline = undefined;
    waiting = [...inFlight, ...waiting];
    inFlight = [];
    pump();
  }

  return {
    translate(texts, _options, signal) {
      return new Promise<string[]>((resolve, reject) => {
        if (signal.aborted) throw signal.reason;
        if (closed) throw new EngineClosedError();
        const request: Request = { answers: [...texts], left: 0, settled: false, resolve, reject };
        const items = texts.flatMap((text, index) =>
          text.trim() === '' ? [] : [{ request, index, encoded: encode(text) }],
        );
        if (items.length === 0) {
          resolve(request.answers);
          return;
        }
        const onAbort = () => {
          request.settled = true;
          reject(signal.reason as Error);
          if (charsIn(inFlight.filter((item) => item.request.settled)) > RESTART_CHARS) restart();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const unlisten = () => signal.removeEventListener('abort', onAbort);
        request.resolve = (answers) => {
          unlisten();
          resolve(answers);
        };
        request.reject = (reason) => {
          unlisten();
          reject(reason);
        };
        request.left = items.length;
        waiting.push(...items);
        pump();
      });
    },
    close() {
      closed = true;
      clearTimeout(watchdog);
      pipeline?.kill();
      pipeline = undefined;
      fail([...inFlight, ...waiting], new EngineClosedError());
      waiting = [];
      inFlight = [];
      return Promise.resolve();
    },
  };
}
