import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnginePair } from '../contract/index.ts';
import type { TeamSettings } from '../engines/configuration.ts';
import type { Log } from '../log.ts';
import { clockOffset } from './clock.ts';
import { connect, examineServer, troubleOf } from './connection.ts';
import { createConsumers } from './consume.ts';
import type { AskedEngines } from './consume.ts';
import { ANNOUNCE_MS, namesOf, PROTOCOL, queueOf, readHost, WORKER_ALIVE_MS } from './protocol.ts';
import type { Announcement } from './protocol.ts';
import { createSeal } from './seal.ts';

/** How often the engines are checked: models are installed and removed. */
const ENGINES_MS = 5_000;
/** A refused worker stays listed for this long after its end. */
const REFUSED_MS = 60_000;
/**
 * An accepted worker ends only after being refused for this long: another host may hold the team for a moment
 * before it ends itself.
 */
const GRACE_MS = 60_000;
const CLOSE_LIMIT_MS = 10_000;

interface OfferedEngine {
  id: string;
  pairs: (EnginePair & { version?: string })[];
}

/** A team worker's offer to its team, and its end. */
export interface TeamWorker {
  /** Resolves with the reason it may not work for the team; pending while it may. */
  readonly refused: Promise<string>;
  /** Resolves when Redis lists the worker; rejects after the limit with the cause. */
  listed(limitMs: number): Promise<void>;
  /** Accepts no more questions, finishes those in progress, and leaves. */
  close(): Promise<void>;
}

interface TeamWorkerParts {
  settings: TeamSettings;
  name: string;
  version: string;
  slots: number;
  engines: AskedEngines;
  offered: () => Promise<OfferedEngine[]>;
  countWords: (text: string) => number;
  log: Log;
}

/** Longer than 100 lines: all its parts act on one state, of being refused, accepted and cut off. */
export function startTeamWorker(parts: TeamWorkerParts): TeamWorker {
  const { settings, name, version, slots, engines, offered, countWords, log } = parts;
  const id = randomUUID();
  const names = namesOf(settings.name);
  const seal = createSeal(settings.key);
  const closing = new AbortController();
  let trouble: string | undefined;
  let isFatal = false;
  const tell = (reason: string): void => {
    if (closing.signal.aborted) return;
    if (reason !== trouble) log.error({ reason }, 'the queue of the team is down');
    trouble = reason;
  };
  const redis = connect(settings, tell);
  const listener = connect(settings, tell);
  let offset: number | undefined;
  const consumers = createConsumers({
    ...{ settings, redis, seal, engines, slots, countWords, tell, log },
    clock: () => offset,
  });
  let refuse: (reason: string) => void = () => undefined;
  const refused = new Promise<string>((resolve) => (refuse = resolve));
  let list: () => void = () => undefined;
  const isListed = new Promise<void>((resolve) => (list = resolve));
  let own: OfferedEngine[] = [];
  let ownAt = -Infinity;
  let isAccepted = false;
  let refusedSince: number | undefined;

  let beat = 0;

  const announce = async (refusal?: string): Promise<void> => {
    const announcement: Announcement = {
      name,
      version,
      protocol: PROTOCOL,
      beat: ++beat,
      slots,
      busy: consumers.busy(),
      words: consumers.words(),
      ...(refusal === undefined ? {} : { refused: refusal }),
      engines: own,
    };
    const sealed = seal.close(`worker ${id}`, announcement);
    const aliveMs = refusal === undefined ? WORKER_ALIVE_MS : REFUSED_MS;
    await redis.set(names.worker(id), sealed, 'PX', aliveMs);
    await redis.zadd(names.workers, Date.now(), id);
  };

  const tick = async (): Promise<void> => {
    if (performance.now() - ownAt > ENGINES_MS) {
      own = await offered();
      ownAt = performance.now();
      offset = await clockOffset(redis, names.clock);
    }
    const host = await redis.getBuffer(names.host);
    const refusal = host ? refusalOf(readHost(seal, host), settings, version) : undefined;
    if (refusal !== undefined) {
      await announce(refusal);
      refusedSince ??= performance.now();
      if (isAccepted && performance.now() - refusedSince < GRACE_MS) {
        consumers.follow(new Set());
        tell(refusal);
      } else refuse(refusal);
      return;
    }
    refusedSince = undefined;
    isAccepted ||= host !== null;
    await announce();
    list();
    if (trouble !== undefined) log.info({}, 'the queue of the team is up');
    trouble = undefined;
    if (!host) return;
    const wanted = new Set(await redis.zrange(names.wanted, 0, '-1'));
    const queues = own.flatMap((engine) => engine.pairs.map((pair) => queueOf(engine.id, pair)));
    consumers.follow(new Set(queues.filter((queue) => wanted.has(queue))));
    await consumers.watch();
  };

  let ticking: Promise<void> = Promise.resolve();
  const queueTick = (): Promise<void> => {
    ticking = ticking.then(async () => {
      if (redis.status !== 'ready' || isFatal || closing.signal.aborted) return;
      await tick().catch((error: unknown) => tell(troubleOf(error as Error, settings)));
    });
    return ticking;
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await queueTick();
      await sleep(ANNOUNCE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  redis.on('ready', () => {
    void (async () => {
      const { fatal, warning } = await examineServer(redis);
      isFatal = fatal !== undefined;
      if (fatal !== undefined) {
        tell(fatal);
        return;
      }
      if (warning !== undefined) log.warn({}, warning);
      await queueTick();
    })().catch((error: unknown) => tell(troubleOf(error as Error, settings)));
  });
  listener.on('message', (channel: string, message: string) => {
    if (channel === names.cancel) consumers.cancel(message);
    else void queueTick();
  });
  listener
    .subscribe(names.cancel, names.wake)
    .catch((error: unknown) => tell(troubleOf(error as Error, settings)));
  void run();

  return {
    refused,
    async listed(limitMs) {
      const late = sleep(limitMs, 'late' as const, { ref: false });
      if ((await Promise.race([isListed, refused, late])) === 'late') {
        throw new Error(trouble ?? `The team's Redis at ${new URL(settings.url).host} does not answer.`);
      }
    },
    async close() {
      closing.abort();
      await consumers.close(CLOSE_LIMIT_MS);
      await ticking;
      if (redis.status === 'ready') {
        await redis.multi().del(names.worker(id)).zrem(names.workers, id).exec();
      }
      redis.disconnect();
      listener.disconnect();
    },
  };
}

/** Why host and worker are incompatible. `host`: what it announces; undefined if this worker cannot read it. */
function refusalOf(
  host: ReturnType<typeof readHost>,
  { name }: TeamSettings,
  version: string,
): string | undefined {
  if (!host)
    return `The host of the team "${name}" has another team key. Give this worker the host's INTERLINEAR_TEAM_KEY.`;
  if (host.protocol === PROTOCOL) return undefined;
  return `This worker (version ${version}) speaks protocol ${PROTOCOL} of the team, the host (version ${host.version}) speaks ${host.protocol}. Bring both to the same version.`;
}
