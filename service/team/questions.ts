import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { TeamReport } from '../contract/index.ts';
import type { TeamSettings } from '../engines/configuration.ts';
import { EngineClosedError, EngineError } from '../engines/engine.ts';
import type { Team } from '../engines/team-engine.ts';
import type { Log } from '../log.ts';
import { troubleOf } from './connection.ts';
import { answerSchema, MAX_PAYLOAD, namesOf, QUEUE_NAME, queueOf, toQuestion } from './protocol.ts';
import type { QueuedQuestion, TeamAnswer } from './protocol.ts';
import type { Seal } from './seal.ts';

/** Queues of an earlier run that are emptied: more than a team has directions. */
const MAX_CLEARED = 2_000;
/** A direction that nobody has asked for in this time is no longer wanted. */
const WANTED_MS = 10 * 60_000;

/** For whatever a worker sent in place of one. */
const NO_ANSWER: TeamAnswer = {
  ok: false,
  kind: 'engine',
  message:
    'A worker of the team answered with something else than translations. Bring all workers to the version of the host.',
  retryable: true,
};

const LOST = 'The workers that had it were lost. Look whether they and their machines run.';

/** A question that has no answer yet. */
interface Pending {
  readonly id: string;
  readonly queue: string;
  readonly body: QueuedQuestion;
  readonly urgent: boolean;
  state: 'waiting' | 'placing' | 'placed';
  /** Sweeps in a row that did not find it. */
  missed: number;
  resolve(answer: TeamAnswer): void;
}

/** The questions of a host to its team, until they are answered. */
export interface Questions {
  ask: Team['ask'];
  /** An answer has come, to one of them or to none. */
  settle(id: string, sealed: Buffer): void;
  /** Puts those into their queues that wait for it. */
  place(): void;
  /** Puts all into their queues: Redis may have lost everything. One that is there already stays as it is. */
  placeAgain(): void;
  /** Says again which directions are wanted, and finds questions that Redis no longer has and nobody answered. */
  sweep(): Promise<void>;
  /** Drops the questions of an earlier run: nobody waits for them. */
  clear(): Promise<void>;
  /** Rejects all. */
  end(): void;
  report(): Pick<TeamReport, 'chunks' | 'seconds'>;
}

interface QuestionsParts {
  redis: Redis;
  seal: Seal;
  settings: TeamSettings;
  life: string;
  isOpen: () => boolean;
  clock: () => number | undefined;
  tell: (trouble: string) => void;
  log: Log;
}

/**
 * `isOpen`: whether this host may ask now. `clock`: how far the clock of Redis is ahead, once known. Longer than
 * 100 lines: all of it reads and changes the questions that are open.
 */
export function createQuestions(parts: QuestionsParts): Questions {
  const { redis, seal, settings, life, isOpen, clock, tell, log } = parts;
  const names = namesOf(settings.name);
  const pending = new Map<string, Pending>();
  const queues = createQueues({ redis, settings, tell });
  const tally = createTally();

  /** Puts a question into its queue. One that is there already stays as it is. */
  const place = async (question: Pending): Promise<void> => {
    if (question.state === 'placing' || !isOpen()) return;
    question.state = 'placing';
    try {
      await queues.add(question);
      question.state = 'placed';
      question.missed = 0;
      if (!pending.has(question.id)) await queues.remove(question);
    } catch (error) {
      question.state = 'waiting';
      tell(troubleOf(error as Error, settings));
    }
  };

  const settle = (id: string, sealed: Buffer): void => {
    const question = pending.get(id);
    if (!question) {
      tally.drop();
      return;
    }
    const answer = openedAnswer(seal, id, sealed);
    if (answer) {
      question.resolve(answer);
      return;
    }
    log.error({ id }, 'an answer that is not of this team was dropped');
    tally.drop();
  };

  const withdraw = async (question: Pending): Promise<void> => {
    if (question.state === 'waiting') return;
    // A question that a worker has begun is locked and cannot be removed: the worker gets a message instead.
    const removed = await queues.remove(question);
    if (removed === 0) await redis.publish(names.cancel, question.id);
  };

  const ask: Questions['ask'] = async ({ engine, pair, texts, options }, signal) => {
    signal.throwIfAborted();
    const offset = clock();
    const id = `${life}-${randomUUID()}`;
    const sealed = seal.close(`question ${id}`, toQuestion(engine, pair, texts, options));
    if (sealed.length > MAX_PAYLOAD) {
      throw new EngineError('It is too long to be sent to a worker.', { retryable: false });
    }
    const body = {
      r: names.results(life),
      b: sealed.toString('base64'),
      ...(offset === undefined ? {} : { t: Math.round(Date.now() + offset) }),
    };
    const asked = performance.now();
    const answer = await new Promise<TeamAnswer>((resolve, reject) => {
      const question: Pending = {
        id,
        queue: queueOf(engine, pair),
        body,
        urgent: options.urgent === true,
        state: 'waiting',
        missed: 0,
        resolve: (value) => {
          pending.delete(id);
          signal.removeEventListener('abort', abort);
          resolve(value);
        },
      };
      const abort = (): void => {
        pending.delete(id);
        void withdraw(question).catch(() => undefined);
        reject(signal.reason as Error);
      };
      // All questions of a job have its signal; Node takes more than ten listeners for a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', abort, { once: true });
      pending.set(id, question);
      void place(question);
    });
    return tally.take(answer, (performance.now() - asked) / 1_000);
  };

  return {
    ask,
    settle,
    place() {
      for (const question of pending.values()) if (question.state === 'waiting') void place(question);
    },
    placeAgain() {
      queues.forgetWanted();
      for (const question of pending.values()) void place(question);
    },
    async sweep() {
      await queues.renew(new Set([...pending.values()].map((question) => question.queue)));
      for (const question of [...pending.values()].filter(({ state }) => state === 'placed')) {
        question.missed = (await queues.holds(question)) ? 0 : question.missed + 1;
        if (question.missed > 1 && pending.has(question.id)) {
          question.resolve({ ok: false, kind: 'crashed', message: LOST, retryable: true });
        }
      }
    },
    clear: () => queues.empty(log),
    end() {
      for (const question of [...pending.values()]) {
        question.resolve({ ok: false, kind: 'crashed', message: 'The host ends.', retryable: true });
      }
    },
    report: () => tally.report(),
  };
}

/** Undefined if it is not from a worker of this team: the question is still open. */
function openedAnswer(seal: Seal, id: string, sealed: Buffer): TeamAnswer | undefined {
  try {
    return answerSchema.safeParse(seal.open(`answer ${id}`, sealed)).data ?? NO_ANSWER;
  } catch {
    return undefined;
  }
}

/** The queues of a team's directions, each opened when it is first used. */
function createQueues({ redis, settings, tell }: Pick<QuestionsParts, 'redis' | 'settings' | 'tell'>) {
  const names = namesOf(settings.name);
  const queues = new Map<string, { queue: Queue; asked: number }>();
  const queueFor = (name: string): { queue: Queue; asked: number } => {
    const entry = queues.get(name) ?? { queue: openQueue(name, names.prefix, redis), asked: 0 };
    if (!queues.has(name)) entry.queue.on('error', (error) => tell(troubleOf(error, settings)));
    queues.set(name, entry);
    return entry;
  };
  const want = async (name: string): Promise<void> => {
    await redis.zadd(names.wanted, Date.now(), name);
    await redis.publish(names.wake, name);
  };

  return {
    /** One that is there already stays as it is. */
    add: async ({ id, queue, body, urgent }: Pending): Promise<void> => {
      const entry = queueFor(queue);
      const isNew = Date.now() - entry.asked > WANTED_MS / 2;
      entry.asked = Date.now();
      if (isNew) await want(queue);
      await entry.queue.add('c', body, { jobId: id, lifo: urgent });
    },
    /** Resolves with 0 if a worker has begun it. */
    remove: ({ id, queue }: Pending): Promise<number> => queueFor(queue).queue.remove(id),
    holds: async ({ id, queue }: Pending): Promise<boolean> =>
      (await redis.exists(`${names.prefix}:${queue}:${id}`)) > 0,
    /** Redis may have lost which directions are wanted. */
    forgetWanted: (): void => {
      for (const entry of queues.values()) entry.asked = 0;
    },
    /** Says again that these directions are wanted, and forgets those that nobody has asked for. */
    renew: async (wanted: ReadonlySet<string>): Promise<void> => {
      for (const name of wanted) await redis.zadd(names.wanted, Date.now(), name);
      await redis.zremrangebyscore(names.wanted, 0, Date.now() - WANTED_MS);
    },
    /** Empties the queues of an earlier run. */
    empty: async (log: Log): Promise<void> => {
      const wanted = await redis.zrevrange(names.wanted, 0, MAX_CLEARED - 1);
      for (const name of wanted.filter((one) => QUEUE_NAME.test(one))) {
        await queueFor(name)
          .queue.obliterate({ force: true })
          .catch((err: unknown) => log.warn({ err }, 'a queue of the team could not be emptied'));
      }
    },
  };
}

function openQueue(name: string, prefix: string, redis: Redis): Queue {
  return new Queue(name, {
    connection: redis,
    prefix,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0 },
  });
}

/** Counts answers, and where their time went. */
function createTally() {
  const counts = { answered: 0, failed: 0, dropped: 0 };
  const seconds = { wait: 0, engine: 0, way: 0 };
  return {
    drop: () => void counts.dropped++,
    report: () => ({ chunks: { ...counts }, seconds: { ...seconds } }),
    /** The content of an answer that came after `all` seconds. Throws what it says of a failure. */
    take(answer: TeamAnswer, all: number): { texts: string[]; ms: number } {
      if (answer.ok) {
        counts.answered++;
        const atEngine = Math.min(all, answer.ms / 1_000);
        const waited = Math.min(all - atEngine, Math.max(0, answer.waited ?? 0) / 1_000);
        seconds.engine += atEngine;
        seconds.wait += waited;
        seconds.way += all - atEngine - waited;
        return { texts: answer.texts, ms: atEngine * 1_000 };
      }
      counts.failed++;
      if (answer.kind === 'engine') throw new EngineError(answer.message, { retryable: answer.retryable });
      throw new EngineClosedError(answer.message || LOST);
    },
  };
}
