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
/** A pipeline without an answer for this long hangs. It does some fifty thousand characters a second. */
const HANG_MS = 30_000;
const HANG_MS_PER_CHAR = 1;

interface Request {
  /** Goes before all that is not urgent. */
  readonly urgent: boolean;
  readonly answers: string[];
  left: number;
  /** A probe follows it at once, so that its answers need not wait for those of the next request. */
  last: Item | undefined;
  /** Answered, failed or aborted: what still comes for it is dropped. */
  settled: boolean;
  resolve(answers: string[]): void;
  reject(reason: Error): void;
}

/**
 * Follows each request and each write, and comes back as it went. When one of the twelve programs dies, those after it still flush what they
 * had: half a sentence with a NUL that looks like any answer. An answer counts once the probe behind it has come through all
 * of them too. A single digit cannot be cut in half; with the full stop
 * that the codec adds, since the tagger waits for the end of a sentence.
 */
const PROBE = 'probe';
const PROBE_WIRE = encode('7').wire;

/** A text that was alone in the pipeline this often when it died is what kills it. */
const MOST_DEATHS = 2;
/** Such texts that are remembered, so that asking again does not kill it again. */
const MOST_REMEMBERED = 100;

interface Item {
  readonly request: Request;
  readonly index: number;
  readonly encoded: Encoded;
  /** How often the pipeline has died with only this text in it. */
  deaths: number;
}

/** A direction's one long-lived pipeline, shared by overlapping calls, started again at need after a crash. */
export function createApertiumSession(command: string): EngineSession {
  let waiting: Item[] = [];
  /** What was in the pipeline when it died: asked again one at a time, before all others, to find the one that kills it. */
  let suspects: Item[] = [];
  /** What has been written and not been answered, in order. */
  let inFlight: (Item | typeof PROBE)[] = [];
  /** Answers that no probe has followed yet. */
  let unproven: { item: Item; reply: string }[] = [];
  /** How this pipeline says the probe: a language may have digits of its own. */
  let proof: string | undefined;
  const poison = new Set<string>();
  let pipeline: Pipeline | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let closed = false;

  const wireOf = (item: Item | typeof PROBE) => (item === PROBE ? PROBE_WIRE : item.encoded.wire);
  const charsIn = (items: readonly (Item | typeof PROBE)[]) =>
    items.reduce((sum, item) => sum + wireOf(item).length, 0);
  /** All texts that have no believable answer yet, in order; nothing of them is expected any more. */
  const takeUnanswered = (): Item[] => {
    const items = [...unproven.map(({ item }) => item), ...inFlight.filter((item) => item !== PROBE)];
    unproven = [];
    inFlight = [];
    proof = undefined;
    return items;
  };
  const write = (items: readonly (Item | typeof PROBE)[]): void => {
    inFlight.push(...items);
    pipeline?.write(items.map((item) => `${wireOf(item)}\0`).join(''));
  };

  function pump(): void {
    suspects = suspects.filter((item) => !item.request.settled);
    if (suspects.length > 0) {
      if (inFlight.length === 0) send([suspects.shift()!, PROBE]);
      watch();
      return;
    }
    let room = WINDOW_CHARS - charsIn(inFlight);
    const sent: (Item | typeof PROBE)[] = [];
    let taken = 0;
    for (; taken < waiting.length && room > 0; taken++) {
      const item = waiting[taken]!;
      if (item.request.settled) continue;
      room -= item.encoded.wire.length;
      sent.push(item);
      if (item === item.request.last) sent.push(PROBE);
    }
    if (sent.at(-1) !== PROBE && sent.length > 0) sent.push(PROBE);
    waiting = waiting.slice(taken);
    if (sent.length > 0) send(sent);
    watch();
  }

  function send(items: readonly (Item | typeof PROBE)[]): void {
    if (!pipeline) {
      pipeline = startPipeline(command, { onReply, onDeath });
      write([PROBE]);
    }
    write(items);
  }

  function watch(): void {
    clearTimeout(watchdog);
    const head = inFlight[0];
    if (!head) return;
    const limit = HANG_MS + wireOf(head).length * HANG_MS_PER_CHAR;
    watchdog = setTimeout(() => {
      pipeline?.kill();
      onDeath(`Apertium gave no answer for ${Math.round(limit / 1000)} seconds`);
    }, limit).unref();
  }

  function onReply(reply: string): void {
    const item = inFlight.shift();
    if (item === PROBE) {
      if (!isProof(reply)) {
        pipeline?.kill();
        onDeath('Apertium lost one of its programs');
        return;
      }
      for (const proven of unproven) if (!proven.item.request.settled) complete(proven.item, proven.reply);
      unproven = [];
    } else if (item) {
      unproven.push({ item, reply });
    }
    // Refilling at every reply would write one request at a time: refill when half the window is free.
    if (inFlight.length === 0 || charsIn(inFlight) < WINDOW_CHARS / 2) pump();
    else watch();
  }

  /** The first probe shows how this pipeline says it; all others must say the same. */
  function isProof(reply: string): boolean {
    proof ??= reply;
    return reply === proof && reply.trim() !== '';
  }

  function complete({ request, index, encoded }: Item, reply: string): void {
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

  /** A text that kills the pipeline has no answer; those that were on their way with it are asked again by themselves. */
  function onDeath(why: string): void {
    const worked = proof !== undefined;
    const lost = takeUnanswered().filter((item) => !item.request.settled);
    pipeline = undefined;
    if (worked) {
      const [only] = lost;
      if (lost.length === 1) only!.deaths++;
      if (lost.length === 1 && only!.deaths >= MOST_DEATHS) {
        if (poison.size >= MOST_REMEMBERED) poison.clear();
        poison.add(only!.encoded.wire);
        complete(only!, '');
      } else suspects = [...lost, ...suspects];
    } else {
      // It did not come up at all: no text is to blame.
      const error = `${why} while translating. It is started again at the next try.`;
      fail(lost, new EngineError(error, { retryable: true }));
    }
    pump();
  }

  /** Throws away what the pipeline is at; what others wait for is given to a new one. */
  function restart(): void {
    pipeline?.kill();
    pipeline = undefined;
    waiting = [...takeUnanswered(), ...waiting];
    pump();
  }

  return {
    translate(texts, { urgent = false }, signal) {
      return new Promise<string[]>((resolve, reject) => {
        if (signal.aborted) throw signal.reason;
        if (closed) throw new EngineClosedError();
        const request: Request = {
          urgent,
          answers: [...texts],
          left: 0,
          last: undefined,
          settled: false,
          resolve,
          reject,
        };
        const items: Item[] = [];
        for (const [index, text] of texts.entries()) {
          if (text.trim() === '') continue;
          const encoded = encode(text);
          if (poison.has(encoded.wire)) request.answers[index] = '';
          else items.push({ request, index, encoded, deaths: 0 });
        }
        if (items.length === 0) {
          resolve(request.answers);
          return;
        }
        const onAbort = () => {
          request.settled = true;
          reject(signal.reason as Error);
          if (charsIn(inFlight.filter((item) => item !== PROBE && item.request.settled)) > RESTART_CHARS)
            restart();
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
        request.last = items.at(-1);
        const behind = urgent ? waiting.findIndex((item) => !item.request.urgent) : -1;
        waiting.splice(behind === -1 ? waiting.length : behind, 0, ...items);
        pump();
      });
    },
    close() {
      closed = true;
      clearTimeout(watchdog);
      pipeline?.kill();
      pipeline = undefined;
      fail([...takeUnanswered(), ...suspects, ...waiting], new EngineClosedError());
      waiting = [];
      suspects = [];
      return Promise.resolve();
    },
  };
}
