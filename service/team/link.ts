import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamReport } from '../contract/index.ts';
import type { TeamSettings } from '../engines/configuration.ts';
import type { Team, TeamOffers } from '../engines/team-engine.ts';
import type { Log } from '../log.ts';
import { createClaim } from './claim.ts';
import type { Claim } from './claim.ts';
import { clockOffset } from './clock.ts';
import { connect, examineServer, troubleOf } from './connection.ts';
import { namesOf } from './protocol.ts';
import { createQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { createRoster } from './roster.ts';
import { createSeal } from './seal.ts';

const TICK_MS = 1_000;
/** Ticks between two checks that Redis still holds the open questions. */
const SWEEP_TICKS = 5;
const READ_BLOCK_MS = 5_000;
const READ_COUNT = 100;

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

/** Longer than 100 lines: its parts share whether the queue is up, and who hears of it. */
export function createLink(settings: TeamSettings, version: string, log: Log): TeamLink {
  const life = randomUUID().slice(0, 8);
  const names = namesOf(settings.name);
  const seal = createSeal(settings.key);
  /** Of the clock of Redis against ours, once known. */
  let offset: number | undefined;
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
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
  const claim: Claim = createClaim({
    ...{ redis, seal, settings, version, life },
    onTaken: () => questions.clear(),
  });
  const questions: Questions = createQuestions({
    ...{ redis, seal, settings, life, tell, log },
    isOpen: () => claim.isHeld() && !isFatal,
    clock: () => offset,
  });

  /** From the beginning each time: read entries are removed, and an emptied Redis starts again. */
  const readAnswers = async (block: boolean): Promise<void> => {
    const stream = names.results(life);
    const found = block
      ? await reader.xreadBuffer('COUNT', READ_COUNT, 'BLOCK', READ_BLOCK_MS, 'STREAMS', stream, '0')
      : await redis.xreadBuffer('COUNT', READ_COUNT, 'STREAMS', stream, '0');
    for (const [, entries] of found ?? []) {
      for (const [, [, id, , sealed]] of entries) if (id && sealed) questions.settle(id.toString(), sealed);
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

  let ticks = 0;
  const tick = async (): Promise<void> => {
    const before = claim.refusal();
    await claim.hold();
    if (claim.refusal() !== before) changed();
    if (!claim.isHeld()) return;
    const hasOffers = await roster.read();
    const comesUp = !up.is && !isFatal;
    if (comesUp) {
      up = { is: true, since: new Date().toISOString(), reason: undefined };
      log.info({ team: settings.name }, 'the queue of the team is up');
    }
    if (hasOffers || comesUp) changed();
    questions.place();
    if (++ticks % SWEEP_TICKS > 0 && offset !== undefined) return;
    offset = await clockOffset(redis, names.clock);
    await questions.sweep();
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
      await readAnswers(false);
      await tick();
      questions.placeAgain();
    })().catch((error: unknown) => tell(troubleOf(error as Error, settings)));
  });
  redis.on('close', () => tell(up.reason ?? `The team's Redis at ${new URL(settings.url).host} is gone.`));
  void run();
  void read();

  const trouble = (): string | undefined =>
    claim.refusal() ??
    (up.is ? undefined : (up.reason ?? "The team's Redis has not answered yet. Try again."));

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
      const refusal = claim.refusal();
      const reason = refusal ?? up.reason ?? warning;
      return {
        team: settings.name,
        queue: { up: up.is && !refusal, since: up.since, ...(reason === undefined ? {} : { reason }) },
        workers: roster.list(),
        ...questions.report(),
      };
    },
    async claimed(limitMs) {
      const end = performance.now() + limitMs;
      while (!claim.isHeld() && performance.now() < end) {
        // A host that was killed has the team for some seconds more.
        const isWaiting = claim.refusal() ? !claim.hasLivingRival() : up.reason === undefined;
        if (!isWaiting || closing.signal.aborted) break;
        await sleep(100);
      }
      return claim.refusal();
    },
    ask: (question, signal) => questions.ask(question, signal),
    async close() {
      closing.abort();
      questions.end();
      if (redis.status === 'ready') await claim.leave().catch(() => undefined);
      redis.disconnect();
      reader.disconnect();
    },
  };
}
