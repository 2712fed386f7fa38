import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { TeamReport } from '../contract/index.ts';
import type { TeamSettings } from '../engines/configuration.ts';
import { EngineClosedError, EngineError } from '../engines/engine.ts';
import type { Team, TeamOffers } from '../engines/team-engine.ts';
import type { Log } from '../log.ts';
import { clockOffset } from './clock.ts';
import { connect, examineServer, troubleOf } from './connection.ts';
import {
  answerSchema,
  HOST_ALIVE_MS,
  MAX_PAYLOAD,
  namesOf,
  PROTOCOL,
  QUEUE_NAME,
  queueOf,
  readHost,
  toQuestion,
} from './protocol.ts';
import type { HostRecord, QueuedQuestion, TeamAnswer } from './protocol.ts';
import { createRoster } from './roster.ts';
import { createSeal } from './seal.ts';

const TICK_MS = 1_000;
/** Ticks between two checks that Redis still holds the open questions. */
const SWEEP_TICKS = 5;
/** A host that has renewed its claim within this time is alive: it does so each tick. */
const SILENCE_MS = 3_500;
const READ_BLOCK_MS = 5_000;
const READ_COUNT = 100;
/** Queues of an earlier run to empty: more than a team has directions. */
const MAX_CLEARED = 2_000;
/** A direction that nobody has requested in this time is no longer wanted. */
const WANTED_MS = 10 * 60_000;

/** Replaces an invalid answer. */
const NO_ANSWER: TeamAnswer = {
  ok: false,
  kind: 'engine',
  message:
    'A worker of the team answered with something else than translations. Bring all workers to the version of the host.',
  retryable: true,
};

const LOST = 'The workers that had it were lost. Look whether they and their machines run.';

/** An unanswered question. */
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

/** The host's end of a team: asks the workers, and keeps the list of them. */
export interface TeamLink extends Team {
  offers(): TeamOffers;
  status(): TeamReport;
  /** A worker has joined or left, or the queue is up or down. */
  onChange(listener: () => void): void;
  /** The reason this host may not serve: another does. Resolves when known, or after the limit. */
  claimed(limitMs: number): Promise<string | undefined>;
  close(): Promise<void>;
}

export function createLink(settings: TeamSettings, version: string, log: Log): TeamLink {
  const life = randomUUID().slice(0, 8);
  const names = namesOf(settings.name);
  const seal = createSeal(settings.key);
  const pending = new Map<string, Pending>();
  const queues = new Map<string, { queue: Queue; asked: number }>();
  const counts = { answered: 0, failed: 0, dropped: 0 };
  const seconds = { wait: 0, engine: 0, way: 0 };
  /** How far the clock of Redis is ahead of ours, once known. */
  let offset: number | undefined;
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  let claim: 'none' | 'held' | 'refused' = 'none';
  let refusal: string | undefined;
  /** When another host was found first, performance.now(), and whether it has renewed its claim since. */
  let rivalSince: number | undefined;
  let isRivalAlive = false;
  let up = { is: false, since: new Date().toISOString(), reason: undefined as string | undefined };
  let warning: string | undefined;
  let isFatal = false;

  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const tell = (reason: string): void => {
    const isNew = up.is || up.reason !== reason;
    if (up.reason !== reason) log.error({ reason }, 'the queue of the team is down');
    up = { is: false, since: up.is ? new Date().toISOString() : up.since, reason };
    if (isNew) changed();
  };
  const redis = connect(settings, tell);
  const reader = connect(settings, tell);
  const roster = createRoster(redis, seal, names, version);

  /** Claims the team for this host, or finds out which host has it. */
  const holdTeam = async (): Promise<void> => {
    const record: HostRecord = { protocol: PROTOCOL, version, id: settings.hostId ?? life, life };
    const ours = seal.close('host', record);
    const alive = ['PX', HOST_ALIVE_MS] as const;
    const found = await redis.getBuffer(names.host);
    if (!found) {
      if ((await redis.set(names.host, ours, ...alive, 'NX')) !== 'OK') return;
    } else {
      const holder = readHost(seal, found);
      const isOurs = holder?.life === life;
      // The same data folder, which only one process uses at a time: a record found is the previous run's.
      const isBefore = claim === 'none' && holder?.id === record.id;
      if (!isOurs && !isBefore) {
        refusal = holder
          ? `Another host serves the team "${settings.name}" already. Stop it, or give this one another team with INTERLINEAR_TEAM.`
          : `A host with another team key serves the team "${settings.name}" already. Give this one the same INTERLINEAR_TEAM_KEY after stopping that, or another team with INTERLINEAR_TEAM.`;
        claim = 'refused';
        rivalSince ??= performance.now();
        isRivalAlive =
          performance.now() - rivalSince > SILENCE_MS &&
          (await redis.pttl(names.host)) > HOST_ALIVE_MS - SILENCE_MS;
        return;
      }
      await redis.set(names.host, ours, ...alive);
    }
    if (claim !== 'held') await clearQueues();
    claim = 'held';
    refusal = undefined;
  };
  /** Another host may have taken the team while this one was cut off. */
  const leaveTeam = async (): Promise<void> => {
    const found = await redis.getBuffer(names.host);
    if (found && readHost(seal, found)?.life === life) await redis.del(names.host);
  };

  /** Questions of an earlier run, for which nobody waits. */
  const clearQueues = async (): Promise<void> => {
    const wanted = await redis.zrevrange(names.wanted, 0, MAX_CLEARED - 1);
    for (const name of wanted.filter((one) => QUEUE_NAME.test(one))) {
      await queueFor(name)
        .queue.obliterate({ force: true })
        .catch((err: unknown) => log.warn({ err }, 'a queue of the team could not be emptied'));
    }
  };

  const queueFor = (name: string): { queue: Queue; asked: number } => {
    const known = queues.get(name);
    if (known) return known;
    const queue = new Queue(name, {
      connection: redis,
      prefix: names.prefix,
      streams: { events: { maxLen: 100 } },
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0 },
    });
    queue.on('error', (error) => tell(troubleOf(error, settings)));
    const entry = { queue, asked: 0 };
    queues.set(name, entry);
    return entry;
  };

  const want = async (name: string): Promise<void> => {
    await redis.zadd(names.wanted, Date.now(), name);
    await redis.publish(names.wake, name);
  };

  /** Adds a question to its queue. One that is there already stays unchanged. */
  const place = async (question: Pending): Promise<void> => {
    if (question.state === 'placing' || claim !== 'held' || isFatal) return;
    question.state = 'placing';
    try {
      const entry = queueFor(question.queue);
      const isNew = Date.now() - entry.asked > WANTED_MS / 2;
      entry.asked = Date.now();
      if (isNew) await want(question.queue);
      await entry.queue.add('c', question.body, { jobId: question.id, lifo: question.urgent });
      question.state = 'placed';
      question.missed = 0;
      if (!pending.has(question.id)) await entry.queue.remove(question.id);
    } catch (error) {
      question.state = 'waiting';
      tell(troubleOf(error as Error, settings));
    }
  };

  const settle = (id: string, sealed: Buffer): void => {
    const question = pending.get(id);
    if (!question) {
      counts.dropped++;
      return;
    }
    let answer: unknown;
    try {
      answer = seal.open(`answer ${id}`, sealed);
    } catch (err) {
      // Not from a worker of this team: the question is still open.
      log.error({ err }, 'an answer that is not of this team was dropped');
      counts.dropped++;
      return;
    }
    question.resolve(answerSchema.safeParse(answer).data ?? NO_ANSWER);
  };

  /** From the beginning each time: read entries are removed, and an emptied Redis starts again. */
  const readAnswers = async (block: boolean): Promise<void> => {
    const stream = names.results(life);
    const found = block
      ? await reader.xreadBuffer('COUNT', READ_COUNT, 'BLOCK', READ_BLOCK_MS, 'STREAMS', stream, '0')
      : await redis.xreadBuffer('COUNT', READ_COUNT, 'STREAMS', stream, '0');
    for (const [, entries] of found ?? []) {
      for (const [, [, id, , sealed]] of entries) if (id && sealed) settle(id.toString(), sealed);
      await redis.xdel(stream, ...entries.map(([entry]) => entry));
    }
  };

  const read = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await readAnswers(true);
      } catch (error) {
        if (isClosing()) return;
        tell(troubleOf(error as Error, settings));
        await sleep(TICK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  /** Finds unanswered questions that Redis no longer has: their workers died too often. */
  const sweep = async (): Promise<void> => {
    for (const question of [...pending.values()].filter(({ state }) => state === 'placed')) {
      const isThere = await redis.exists(`${names.prefix}:${question.queue}:${question.id}`);
      question.missed = isThere ? 0 : question.missed + 1;
      if (question.missed > 1 && pending.has(question.id)) {
        question.resolve({ ok: false, kind: 'crashed', message: LOST, retryable: true });
      }
    }
  };

  let ticks = 0;
  const tick = async (): Promise<void> => {
    const before = refusal;
    await holdTeam();
    if (refusal !== before) changed();
    if (claim !== 'held') return;
    const hasOffers = await roster.read();
    const comesUp = !up.is && !isFatal;
    if (comesUp) {
      up = { is: true, since: new Date().toISOString(), reason: undefined };
      log.info({ team: settings.name }, 'the queue of the team is up');
    }
    if (hasOffers || comesUp) changed();
    for (const question of pending.values()) if (question.state === 'waiting') void place(question);
    if (++ticks % SWEEP_TICKS > 0 && offset !== undefined) return;
    offset = await clockOffset(redis, names.clock);
    for (const name of new Set([...pending.values()].map((question) => question.queue))) {
      await redis.zadd(names.wanted, Date.now(), name);
    }
    await redis.zremrangebyscore(names.wanted, 0, Date.now() - WANTED_MS);
    await sweep();
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // While it is down a command would wait, and block others behind it.
      if (redis.status === 'ready') {
        await tick().catch((error: unknown) => tell(troubleOf(error as Error, settings)));
      }
      await sleep(TICK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };

  redis.on('ready', () => {
    // Redis may have lost everything. Answers first: answered questions need not be asked again.
    void (async () => {
      const server = await examineServer(redis);
      isFatal = server.fatal !== undefined;
      if (server.fatal !== undefined) {
        tell(server.fatal);
        return;
      }
      if (server.warning !== undefined && server.warning !== warning) log.warn({}, server.warning);
      warning = server.warning;
      for (const entry of queues.values()) entry.asked = 0;
      await readAnswers(false);
      await tick();
      for (const question of pending.values()) void place(question);
    })().catch((error: unknown) => tell(troubleOf(error as Error, settings)));
  });
  redis.on('close', () => tell(up.reason ?? `The team's Redis at ${new URL(settings.url).host} is gone.`));
  void run();
  void read();

  const withdraw = async (question: Pending): Promise<void> => {
    if (question.state === 'waiting') return;
    // A question in progress is locked and cannot be removed: the worker gets a message instead.
    const removed = await queueFor(question.queue).queue.remove(question.id);
    if (removed === 0) await redis.publish(names.cancel, question.id);
  };

  const trouble = (): string | undefined =>
    refusal ?? (up.is ? undefined : (up.reason ?? "The team's Redis has not answered yet. Try again."));

  return {
    offered: (engine) => roster.offered(engine),
    offers: () => {
      const why = trouble();
      return { engines: roster.offers(), ...(why === undefined ? {} : { trouble: why }) };
    },
    version: (engine, pair) => roster.version(engine, pair),
    trouble,
    onChange: (listener) => void listeners.add(listener),
    status: () => {
      const reason = refusal ?? up.reason ?? warning;
      return {
        team: settings.name,
        queue: { up: up.is && !refusal, since: up.since, ...(reason === undefined ? {} : { reason }) },
        workers: roster.list(),
        chunks: { ...counts },
        seconds: { ...seconds },
      };
    },
    async claimed(limitMs) {
      const end = performance.now() + limitMs;
      while (claim !== 'held' && performance.now() < end) {
        // A host that was killed keeps the team for some more seconds.
        const isWaiting = claim === 'refused' ? !isRivalAlive : up.reason === undefined;
        if (!isWaiting || closing.signal.aborted) break;
        await sleep(100);
      }
      return refusal;
    },
    async ask({ engine, pair, texts, options }, signal) {
      signal.throwIfAborted();
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
        // All questions of a job share its signal; Node takes more than ten listeners for a leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', abort, { once: true });
        pending.set(id, question);
        void place(question);
      });
      if (answer.ok) {
        counts.answered++;
        const all = (performance.now() - asked) / 1_000;
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
    async close() {
      closing.abort();
      for (const question of [...pending.values()]) {
        question.resolve({ ok: false, kind: 'crashed', message: 'The host ends.', retryable: true });
      }
      if (redis.status === 'ready' && claim === 'held') await leaveTeam().catch(() => undefined);
      redis.disconnect();
      reader.disconnect();
    },
  };
}
