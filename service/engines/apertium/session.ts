import type { EnginePair } from '../../contract/index.ts';
import { EngineClosedError, EngineError } from '../engine.ts';
import type { EngineSession, TranslateOptions } from '../engine.ts';
import type { Carriers } from './carriers.ts';
import { decode, encode } from './codec.ts';
import type { Encoded } from './codec.ts';
import { withInvertedSigns } from './inverted-signs.ts';
import { startPipeline } from './pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { withNames } from './terms.ts';
import type { Terms } from './terms.ts';

/** Characters written at once: the pipeline processes them while the next are encoded. */
const WRITE_CHARS = 2_000;
/** Characters written ahead of replies: the pipeline stays busy, and an abort wastes little. */
const WINDOW_CHARS = 16_000;
/** If an abort leaves more characters in the pipeline, it is restarted: they are over a second of work. */
const RESTART_CHARS = 50_000;
/**
 * Time after which a silent pipeline counts as hung. It processes some fifty thousand characters a second.
 */
const HANG_MS = 30_000;
const HANG_MS_PER_CHAR = 1;

interface Request {
  /** The language of its texts. */
  readonly from: string;
  /** Goes ahead of all requests that are not urgent. */
  readonly urgent: boolean;
  readonly answers: string[];
  left: number;
  /** A probe follows it at once, so that its answers need not wait for those of the next request. */
  last: Item | undefined;
  /** Answered, failed or aborted: later replies to it are dropped. */
  isOver: boolean;
  resolve(answers: string[]): void;
  reject(reason: Error): void;
}

/**
 * Sent after each request and each write; must come back unchanged. When one of the twelve programs dies,
 * those after it still flush their buffers: half a sentence with a NUL, which looks like any answer. So an
 * answer counts only once the probe after it has come through. A single digit cannot be cut in half; it gets
 * the codec's full stop, since the tagger waits for the end of a sentence.
 */
const PROBE = 'probe';
const PROBE_WIRE = encode('7').wire;

/**
 * A text that was alone in the pipeline at this many deaths is their cause. Fewer may be chance: programs are
 * also killed from outside. A hang counts as half of them, as it costs half a minute.
 */
const MAX_DEATHS = 4;
/**
 * A pipeline that dies, or answers with nothing, before its first probe did not start. After this many in a row the
 * direction is not ready, and requests fail at once for a while.
 */
const MAX_FAILED_STARTS = 3;
const NOT_READY_MS = 30_000;
/** Number of such texts remembered, so that sending one again does not kill the pipeline again. */
const MAX_REMEMBERED = 100;

interface Item {
  readonly request: Request;
  readonly index: number;
  readonly text: string;
  readonly terms: Terms | undefined;
  /** Created on first use: see `encodedOf`. */
  encoded: Encoded | undefined;
  /** Number of times the pipeline died with only this text in it. */
  deaths: number;
}

/** A direction's long-lived pipeline, shared by overlapping calls and restarted after a crash. */
export function createApertiumSession(
  command: string,
  pair: EnginePair,
  {
    carriers,
    onNotReady = () => undefined,
  }: {
    readonly carriers?: Carriers | undefined;
    /** It cannot be started, and is not tried before `until` (performance.now()). */
    readonly onNotReady?: (until: number) => void;
  } = {},
): EngineSession {
  return new ApertiumSession(command, pair, carriers, onNotReady);
}

class ApertiumSession implements EngineSession {
  readonly #command: string;
  readonly #pair: EnginePair;
  readonly #carriers: Carriers | undefined;
  #waiting: Item[] = [];
  /** Requests in the pipeline when it died: retried first, one at a time, to find the culprit. */
  #suspects: Item[] = [];
  /** Requests written and not yet answered, in order. */
  #inFlight: (Item | typeof PROBE)[] = [];
  /** Answers not yet followed by a probe. */
  #unproven: { item: Item; answer: string | undefined }[] = [];
  /** This pipeline's reply to the probe: a language may have its own digits. */
  #proof: string | undefined;
  readonly #poison = new Set<string>();
  #failedStarts = 0;
  /** `until`: performance.now(). */
  #notReady: { readonly until: number; readonly error: EngineError } | undefined;
  readonly #onNotReady: (until: number) => void;
  #pipeline: Pipeline | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    command: string,
    pair: EnginePair,
    carriers: Carriers | undefined,
    onNotReady: (until: number) => void,
  ) {
    this.#onNotReady = onNotReady;
    this.#command = command;
    this.#pair = pair;
    this.#carriers = carriers;
  }

  translate(
    texts: readonly string[],
    { urgent = false, terms, shown }: TranslateOptions,
    signal: AbortSignal,
  ): Promise<string[]> {
    return new Promise<string[]>((resolve, reject) => {
      if (signal.aborted) throw signal.reason;
      if (this.#closed) throw new EngineClosedError();
      if (this.#notReady && performance.now() < this.#notReady.until) throw this.#notReady.error;
      const onAbort = () => this.#abort(request, signal.reason as Error);
      const unlisten = () => signal.removeEventListener('abort', onAbort);
      const request: Request = {
        from: this.#pair.from,
        urgent,
        answers: [...texts],
        left: 0,
        last: undefined,
        isOver: false,
        resolve(answers) {
          unlisten();
          resolve(answers);
        },
        reject(reason) {
          unlisten();
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (!terms || !this.#carriers) {
        this.#ask(request, texts, terms, shown);
        return;
      }
      this.#carriers
        .withNouns(terms, shown)
        .then((nouns) => {
          if (this.#closed) request.reject(new EngineClosedError());
          else if (!request.isOver) this.#ask(request, texts, nouns, shown);
        })
        .catch((error: unknown) => request.reject(error as Error));
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#watchdog);
    this.#pipeline?.kill();
    this.#pipeline = undefined;
    fail([...this.#takeUnanswered(), ...this.#suspects, ...this.#waiting], new EngineClosedError());
    this.#waiting = [];
    this.#suspects = [];
    return Promise.resolve();
  }

  #ask(
    request: Request,
    texts: readonly string[],
    terms: TranslateOptions['terms'],
    shown: TranslateOptions['shown'],
  ): void {
    const items: Item[] = [];
    for (const [index, text] of texts.entries()) {
      if (text.trim() === '') continue;
      const own = this.#carriers ? withNames(text, terms?.[index], shown?.[index]) : terms?.[index];
      const item = { request, index, text, terms: own, encoded: undefined, deaths: 0 };
      if (this.#poison.size > 0 && this.#poison.has(wireOf(item))) request.answers[index] = '';
      else items.push(item);
    }
    if (items.length === 0) {
      request.resolve(request.answers);
      return;
    }
    request.left = items.length;
    request.last = items.at(-1);
    const behind = request.urgent ? this.#waiting.findIndex((item) => !item.request.urgent) : -1;
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, ...items);
    this.#pump();
  }

  #abort(request: Request, reason: Error): void {
    request.isOver = true;
    request.reject(reason);
    const unwanted = this.#inFlight.filter((item) => item !== PROBE && item.request.isOver);
    if (charsIn(unwanted) > RESTART_CHARS) this.#restart();
  }

  #pump(): void {
    this.#suspects = this.#suspects.filter((item) => !item.request.isOver);
    if (this.#suspects.length === 0) this.#sendWaiting();
    else if (this.#inFlight.length === 0) this.#send([this.#suspects.shift()!, PROBE]);
    this.#watch();
  }

  #sendWaiting(): void {
    const items = roundRobin(this.#waiting);
    let room = WINDOW_CHARS - charsIn(this.#inFlight);
    let sent: (Item | typeof PROBE)[] = [];
    let chars = 0;
    let last: Item | typeof PROBE = PROBE;
    while (room > 0) {
      const item = items.next();
      if (!item) break;
      room -= wireOf(item).length;
      chars += wireOf(item).length;
      sent.push((last = item));
      if (item === item.request.last) sent.push((last = PROBE));
      if (chars < WRITE_CHARS) continue;
      this.#send(sent);
      sent = [];
      chars = 0;
    }
    if (last !== PROBE) sent.push(PROBE);
    this.#waiting = items.rest();
    if (sent.length > 0) this.#send(sent);
  }

  #send(items: readonly (Item | typeof PROBE)[]): void {
    if (!this.#pipeline) {
      this.#pipeline = startPipeline(this.#command, {
        onReply: (reply) => this.#onReply(reply),
        onDeath: (why) => this.#onDeath(why),
      });
      this.#write([PROBE]);
    }
    this.#write(items);
  }

  #write(items: readonly (Item | typeof PROBE)[]): void {
    this.#inFlight.push(...items);
    this.#pipeline?.write(items.map((item) => `${wireOf(item)}\0`).join(''));
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    const head = this.#inFlight[0];
    if (!head) return;
    const limit = HANG_MS + wireOf(head).length * HANG_MS_PER_CHAR;
    this.#watchdog = setTimeout(() => {
      this.#pipeline?.kill();
      this.#onDeath(`Apertium gave no answer for ${Math.round(limit / 1000)} seconds`, MAX_DEATHS / 2);
    }, limit).unref();
  }

  #onReply(reply: string): void {
    const item = this.#inFlight.shift();
    if (item === PROBE) {
      if (!this.#isProof(reply)) {
        this.#pipeline?.kill();
        this.#onDeath('Apertium lost one of its programs');
        return;
      }
      this.#failedStarts = 0;
      for (const proven of this.#unproven) this.#complete(proven.item, proven.answer);
      this.#unproven = [];
    } else if (item) {
      // Decoded while the pipeline works on the next ones.
      this.#unproven.push({
        item,
        answer: item.request.isOver ? '' : decode(reply, encodedOf(item), this.#pair.to),
      });
    }
    // Refilling at every reply would write one request at a time: refill when half the window is free.
    if (this.#inFlight.length === 0 || charsIn(this.#inFlight) < WINDOW_CHARS / 2) this.#pump();
    else this.#watch();
  }

  /** The first reply to a probe sets the expected one; all others must equal it. */
  #isProof(reply: string): boolean {
    if (reply.trim() === '') return false;
    this.#proof ??= reply;
    return reply === this.#proof;
  }

  /** `answer`: see `decode`. */
  #complete(item: Item, answer: string | undefined): void {
    const { request, index, text } = item;
    if (request.isOver) return;
    if (answer === undefined) {
      this.#waiting.unshift({
        ...item,
        encoded: encode(text, undefined, { plainly: true, from: request.from }),
        deaths: 0,
      });
      return;
    }
    request.answers[index] = withInvertedSigns(answer, this.#pair.to);
    request.left--;
    if (request.left > 0) return;
    request.isOver = true;
    request.resolve(request.answers);
  }

  /** `weight`: how many deaths it counts as. */
  #onDeath(why: string, weight = 1): void {
    const worked = this.#proof !== undefined;
    const lost = this.#takeUnanswered().filter((item) => !item.request.isOver);
    this.#pipeline = undefined;
    if (worked) this.#suspect(lost, weight);
    else this.#notStarted(why, lost);
    this.#pump();
  }

  /** No text is at fault. */
  #notStarted(why: string, lost: readonly Item[]): void {
    this.#failedStarts++;
    if (this.#failedStarts < MAX_FAILED_STARTS) {
      const error = `${why} while translating. It is started again at the next try.`;
      fail(lost, new EngineError(error, { retryable: true }));
      return;
    }
    const { from, to } = this.#pair;
    const message = `Apertium does not start from ${from} to ${to}: ${why}. Install the package of this direction again.`;
    const error = new EngineError(message, { retryable: false });
    this.#notReady = { until: performance.now() + NOT_READY_MS, error };
    this.#onNotReady(this.#notReady.until);
    fail([...lost, ...this.#suspects, ...this.#waiting], error);
    this.#suspects = [];
    this.#waiting = [];
  }

  /** A text that kills the pipeline gets no answer; others that were with it are retried alone. */
  #suspect(lost: readonly Item[], weight: number): void {
    const [only] = lost;
    if (lost.length === 1) only!.deaths += weight;
    if (lost.length !== 1 || only!.deaths < MAX_DEATHS) {
      this.#suspects = [...lost, ...this.#suspects];
      return;
    }
    if (this.#poison.size >= MAX_REMEMBERED) this.#poison.clear();
    this.#poison.add(wireOf(only!));
    this.#complete(only!, decode('', encodedOf(only!), this.#pair.to));
  }

  /** Drops the requests in the pipeline; those that are still wanted go to a new one. */
  #restart(): void {
    this.#pipeline?.kill();
    this.#pipeline = undefined;
    this.#waiting = [...this.#takeUnanswered(), ...this.#waiting];
    this.#pump();
  }

  /** All texts without a confirmed answer, in order; no longer expected. */
  #takeUnanswered(): Item[] {
    const items = [
      ...this.#unproven.map(({ item }) => item),
      ...this.#inFlight.filter((item) => item !== PROBE),
    ];
    this.#unproven = [];
    this.#inFlight = [];
    this.#proof = undefined;
    return items;
  }
}

/**
 * Round robin over requests, WRITE_CHARS at a time, so that a long one does not delay others; urgent ones go
 * first. `rest`: what was not taken, starting with the request that is next.
 */
function roundRobin(waiting: readonly Item[]): { next(): Item | undefined; rest(): Item[] } {
  const byRequest = new Map<Request, Item[]>();
  for (const item of waiting) {
    if (item.request.isOver) continue;
    const queue = byRequest.get(item.request);
    if (queue) queue.push(item);
    else byRequest.set(item.request, [item]);
  }
  const queues = [...byRequest.values()].map((items) => ({ items, from: 0 }));
  let taken = 0;
  return {
    next() {
      const [queue] = queues;
      const item = queue?.items[queue.from];
      if (!queue || !item) return undefined;
      queue.from += 1;
      taken += wireOf(item).length;
      const isOut = queue.from === queue.items.length;
      if (isOut || (taken >= WRITE_CHARS && !item.request.urgent)) {
        taken = 0;
        queues.shift();
        if (!isOut) queues.push(queue);
      }
      return item;
    },
    rest: () => queues.flatMap(({ items, from }) => items.slice(from)),
  };
}

function wireOf(item: Item | typeof PROBE): string {
  return item === PROBE ? PROBE_WIRE : encodedOf(item).wire;
}

function encodedOf(item: Item): Encoded {
  return (item.encoded ??= encode(item.text, item.terms, { from: item.request.from }));
}

function charsIn(items: readonly (Item | typeof PROBE)[]): number {
  return items.reduce((sum, item) => sum + wireOf(item).length, 0);
}

function fail(items: readonly Item[], error: Error): void {
  for (const { request } of items) {
    if (request.isOver) continue;
    request.isOver = true;
    request.reject(error);
  }
}
