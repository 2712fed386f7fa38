import { Worker } from 'bullmq';
import type { Job, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { EnginePair } from '../contract/index.ts';
import type { TeamSettings } from '../engines/configuration.ts';
import type { TranslateOptions } from '../engines/engine.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Log } from '../log.ts';
import { troubleOf } from './connection.ts';
import { MAX_PAYLOAD, namesOf, optionsOf } from './protocol.ts';
import type { Question, QueuedQuestion, TeamAnswer } from './protocol.ts';
import { SealError } from './seal.ts';
import type { Seal } from './seal.ts';

/** A killed worker loses its question after LOCK_MS; another finds the question within STALLED_MS. */
const LOCK_MS = 10_000;
const STALLED_MS = 5_000;
/** The queue gives up a question after losing this many workers; the host suspects it earlier. */
const MAX_STALLED = 5;
const ANSWERS_KEPT_MS = 10 * 60_000;
/**
 * A consumer that takes nothing for this long while questions wait is recreated (taskforcesh/bullmq#4585).
 */
const IDLE_MS = 30_000;
/** Between two log lines about dropped questions. */
const DROPS_TOLD_MS = 60_000;
/** After a failed connection. BullMQ's default is 15 s. */
const RETRY_MS = 500;

/** In BullMQ's messages. */
const LOCK_LOST = /renew lock|^missing (lock|key) for job|^lock mismatch|^job \S+ is not in the/i;
const TOO_LONG: TeamAnswer = {
  ok: false,
  kind: 'engine',
  message: 'The engine answered with too much for its texts.',
  retryable: false,
};

/** The engines of a worker. */
export interface AskedEngines {
  ask(task: {
    id: string;
    engine: string;
    pair: EnginePair;
    texts: string[];
    options: Omit<TranslateOptions, 'report' | 'glossary'>;
  }): Promise<{ texts: string[]; ms: number }>;
  release(id: string): Promise<void>;
}

interface Consumer {
  readonly worker: Worker<QueuedQuestion, number>;
  active: number;
  /** When it was last busy, performance.now(). */
  last: number;
}

export interface Consumers {
  /** Takes questions from these queues only. */
  follow(queues: ReadonlySet<string>): void;
  /** Stops a question that the host no longer wants. */
  cancel(id: string): void;
  /** Replaces consumers that have stalled. */
  watch(): Promise<void>;
  busy(): number;
  words(): number;
  /** Accepts no more; resolves when all questions in progress are answered, or after the limit. */
  close(limitMs: number): Promise<void>;
}

interface ConsumersParts {
  settings: TeamSettings;
  redis: Redis;
  seal: Seal;
  engines: AskedEngines;
  slots: number;
  countWords: (text: string) => number;
  /** How far the clock of Redis is ahead, in milliseconds; undefined while unknown. */
  clock: () => number | undefined;
  tell: (trouble: string) => void;
  log: Log;
}

export function createConsumers(parts: ConsumersParts): Consumers {
  const { settings, redis, seal, engines, slots, countWords, clock, tell, log } = parts;
  const names = namesOf(settings.name);
  const consumers = new Map<string, Consumer>();
  const running = new Set<string>();
  const cancelled = new Set<string>();
  const withSlot = createSemaphore(slots);
  let words = 0;

  const drop = createDrops(log);

  const answerTo = async (id: string, question: Question, asked?: number): Promise<TeamAnswer> => {
    const waited = waitedSince(asked, clock());
    try {
      const { engine, pair, texts } = question;
      const task = { id, engine, pair, texts: [...texts], options: optionsOf(question) };
      const translated = await engines.ask(task);
      for (const text of texts) words += countWords(text);
      return { ok: true, ...translated, ...waited };
    } catch (error) {
      return failureOf(error, log);
    }
  };

  /** Never throws, or BullMQ would keep the message; returns nothing, which it would keep too. */
  const answerJob = async (job: Job<QueuedQuestion>): Promise<number> => {
    const id = job.id ?? '';
    try {
      const sealed = Buffer.from(job.data.b, 'base64');
      // Answers go only to the stream that the team's host reads.
      if (sealed.length > MAX_PAYLOAD || !names.isResults(job.data.r)) throw new SealError();
      const question = seal.open(`question ${id}`, sealed) as Question;
      running.add(id);
      const value = await withSlot(() =>
        cancelled.has(id)
          ? Promise.resolve<TeamAnswer>({ ok: false, kind: 'aborted', message: '', retryable: false })
          : answerTo(id, question, job.data.t),
      );
      if (!cancelled.has(id)) await sendAnswer({ redis, seal }, job.data.r, id, value);
    } catch (err) {
      drop(err);
    } finally {
      running.delete(id);
      cancelled.delete(id);
    }
    return 0;
  };

  const open = (queue: string): Consumer => {
    const how = { connection: redis, prefix: names.prefix, concurrency: slots };
    const consumer = openConsumer(queue, how, answerJob);
    consumer.worker.on('error', (error) => {
      // This worker was paused or cut off: another one has the question by now, or soon.
      if (LOCK_LOST.test(error.message)) log.warn({ queue }, 'a question was lost to another worker');
      else tell(troubleOf(error, settings));
    });
    return consumer;
  };

  const shut = (queue: string): void => {
    const consumer = consumers.get(queue);
    consumers.delete(queue);
    void consumer?.worker.close().catch(() => undefined);
  };

  return {
    follow(queues) {
      for (const queue of consumers.keys()) if (!queues.has(queue)) shut(queue);
      for (const queue of queues) if (!consumers.has(queue)) consumers.set(queue, open(queue));
    },
    cancel(id) {
      if (!running.has(id)) return;
      cancelled.add(id);
      void engines.release(id).catch(() => undefined);
    },
    async watch() {
      for (const [queue, { active, last }] of consumers) {
        const isIdle = active === 0 && running.size === 0 && performance.now() - last > IDLE_MS;
        if (!isIdle || (await redis.llen(`${names.prefix}:${queue}:wait`)) === 0) continue;
        log.warn({ queue }, 'a consumer took nothing while questions waited, making it anew');
        shut(queue);
        consumers.set(queue, open(queue));
      }
    },
    busy: () => Math.min(running.size, slots),
    words: () => words,
    async close(limitMs) {
      const closing = [...consumers.values()].map(({ worker }) => worker.close());
      await withTimeLimit(limitMs, Promise.allSettled(closing)).catch(() => undefined);
    },
  };
}

async function sendAnswer(
  { redis, seal }: { redis: Redis; seal: Seal },
  stream: string,
  id: string,
  value: TeamAnswer,
): Promise<void> {
  const whole = seal.close(`answer ${id}`, value);
  const sealed = whole.length > MAX_PAYLOAD ? seal.close(`answer ${id}`, TOO_LONG) : whole;
  const done = await redis
    .multi()
    .xadd(stream, '*', 'id', id, 'b', sealed)
    .pexpire(stream, ANSWERS_KEPT_MS)
    .exec();
  for (const [error] of done ?? []) if (error) throw error;
}

/** A consumer that counts the questions that `answer` works on. */
function openConsumer(
  queue: string,
  how: Pick<WorkerOptions, 'connection' | 'prefix' | 'concurrency'>,
  answer: (job: Job<QueuedQuestion>) => Promise<number>,
): Consumer {
  const counted = async (job: Job<QueuedQuestion>): Promise<number> => {
    consumer.active++;
    try {
      return await answer(job);
    } finally {
      consumer.active--;
      consumer.last = performance.now();
    }
  };
  const worker = new Worker<QueuedQuestion, number>(queue, counted, {
    ...how,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_MS,
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RETRY_MS,
    // Also jobs that others than the host have added.
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  const consumer: Consumer = { worker, active: 0, last: performance.now() };
  return consumer;
}

/** How long a question waited, in milliseconds, where both times are known. */
function waitedSince(asked: number | undefined, offset: number | undefined): { waited?: number } {
  return asked === undefined || offset === undefined
    ? {}
    : { waited: Math.round(Date.now() + offset - asked) };
}

function failureOf(error: unknown, log: Log): TeamAnswer {
  const { code, retryable, message } = error as Error & { code?: string; retryable?: boolean };
  if (code === 'crashed' || code === 'aborted')
    return { ok: false, kind: code, message, retryable: code === 'crashed' };
  log.warn({ err: error }, 'a question could not be answered');
  return { ok: false, kind: 'engine', message, retryable: retryable === true };
}

/** Logs dropped questions, now and then: whoever can write to Redis can fill a queue with foreign entries. */
function createDrops(log: Log): (err: unknown) => void {
  let dropped = { count: 0, told: -Infinity };
  return (err) => {
    dropped.count++;
    if (performance.now() - dropped.told < DROPS_TOLD_MS) return;
    log.error({ err, count: dropped.count }, 'questions were dropped');
    dropped = { count: 0, told: performance.now() };
  };
}
