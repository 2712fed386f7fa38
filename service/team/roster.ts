import type { Redis } from 'ioredis';
import { z } from 'zod';
import { WORKER_LIMITS } from '../contract/index.ts';
import type { EnginePair, WorkerResource } from '../contract/index.ts';
import { announcementSchema, PROTOCOL, WORKER_ALIVE_MS } from './protocol.ts';
import type { Announcement, namesOf } from './protocol.ts';
import { SealError } from './seal.ts';
import type { Seal } from './seal.ts';

/** A lost worker is forgotten after this time. */
const FORGET_MS = 10 * 60_000;
/** Further entries are ignored: anyone who can write to Redis could list any number. */
const MAX_WORKERS = 2_000;
const MAX_BEATS = 2 * MAX_WORKERS;
/** Words per second are measured over at least this time. */
const RATE_MS = 5_000;

interface Entry {
  latest: Announcement;
  state: WorkerResource['state'];
  reason?: string;
  /** performance.now() */
  heard: number;
  rate: number;
  measured: { words: number; at: number };
}

/** The workers that announce themselves, as the host sees them. */
export interface Roster {
  /** Reads the announcements. Resolves with whether any offer has changed. */
  read(): Promise<boolean>;
  offered(engine: string): readonly EnginePair[];
  /** The offers of all engines, by their ids. */
  offers(): Record<string, readonly EnginePair[]>;
  version(engine: string, pair: EnginePair): string | undefined;
  list(): WorkerResource[];
}

/** `version`: this host's. */
export function createRoster(
  redis: Redis,
  seal: Seal,
  names: ReturnType<typeof namesOf>,
  version: string,
): Roster {
  const entries = new Map<string, Entry>();
  /** The highest beat of each worker, also of forgotten ones; least recently seen first. */
  const beats = new Map<string, number>();
  let signature = '';

  const hear = (id: string, sealed: Buffer, now: number): void => {
    const announced = announcementIn(seal, id, sealed);
    if (!announced || announced.beat <= (beats.get(id) ?? -1)) {
      lose(id, now);
      return;
    }
    beats.delete(id);
    beats.set(id, announced.beat);
    if (beats.size > MAX_BEATS) beats.delete(beats.keys().next().value!);
    const reason =
      announced.refused ?? (announced.version === version ? undefined : otherVersion(announced, version));
    entries.set(id, {
      ...heardNow(announced, now, entries.get(id)),
      ...(reason === undefined ? {} : { reason }),
    });
  };

  const lose = (id: string, now: number): void => {
    const entry = entries.get(id);
    if (!entry || now - entry.heard < WORKER_ALIVE_MS) return;
    if (now - entry.heard > FORGET_MS) {
      entries.delete(id);
      void redis.zrem(names.workers, id).catch(() => undefined);
      return;
    }
    const seconds = Math.round((now - entry.heard) / 1_000);
    entries.set(id, {
      ...entry,
      state: 'lost',
      reason: `Nothing has been heard of it for ${seconds} seconds. Look whether its machine and its service run, and whether it reaches Redis.`,
      rate: 0,
    });
  };

  const offered = (engine: string): EnginePair[] => {
    const pairs = new Map<string, EnginePair>();
    for (const { from, to } of readyPairs(entries, engine)) pairs.set(`${from} ${to}`, { from, to });
    return [...pairs.values()];
  };

  return {
    async read() {
      const ids = await redis.zrevrange(names.workers, 0, MAX_WORKERS - 1);
      const sealed = ids.length === 0 ? [] : await redis.mgetBuffer(ids.map((id) => names.worker(id)));
      const now = performance.now();
      for (const [n, id] of ids.entries()) {
        const bytes = sealed[n];
        if (bytes) hear(id, bytes, now);
        else if (entries.has(id)) lose(id, now);
        // Listed and gone before this host was there.
        else await redis.zrem(names.workers, id);
      }
      const here = new Set(ids);
      // A worker that leaves properly removes itself from the list.
      for (const [id, { heard }] of entries) {
        if (!here.has(id) && now - heard > 1_000) entries.delete(id);
      }
      const next = JSON.stringify(
        [...entries.values()].map(({ latest, state }) => [state, latest.slots, latest.engines]),
      );
      const isChanged = next !== signature;
      signature = next;
      return isChanged;
    },
    offered,
    offers: () => {
      const ids = new Set([...entries.values()].flatMap(({ latest }) => latest.engines.map(({ id }) => id)));
      return Object.fromEntries([...ids].map((id) => [id, offered(id)]));
    },
    version: (engine, pair) => {
      const versions = readyPairs(entries, engine)
        .filter(({ from, to }) => from === pair.from && to === pair.to)
        .map(({ version }) => version);
      return new Set(versions).size === 1 ? versions[0] : undefined;
    },
    list: () => [...entries.values()].map(resourceOf),
  };
}

/** A worker's announcement; undefined if it is not of this team. */
function announcementIn(seal: Seal, id: string, sealed: Buffer): Announcement | undefined {
  let announced: unknown;
  try {
    announced = seal.open(`worker ${id}`, sealed);
  } catch (error) {
    // A worker with another key ends by itself, and logs the reason on its own machine.
    if (error instanceof SealError) return undefined;
    throw error;
  }
  const { success, data } = announcementSchema.safeParse(announced);
  return success ? data : unreadable(announced);
}

/** The entry of a worker that was just heard; its pace is measured from time to time. */
function heardNow(latest: Announcement, now: number, before: Entry | undefined): Entry {
  const measured = before?.measured ?? { words: latest.words, at: now };
  const isDue = now - measured.at >= RATE_MS;
  return {
    latest,
    state: latest.refused === undefined ? 'ready' : 'refused',
    heard: now,
    rate: isDue
      ? Math.max(0, ((latest.words - measured.words) * 1_000) / (now - measured.at))
      : (before?.rate ?? 0),
    measured: isDue ? { words: latest.words, at: now } : measured,
  };
}

function resourceOf({ latest, state, reason, rate }: Entry): WorkerResource {
  return {
    name: latest.name,
    version: latest.version,
    protocol: latest.protocol,
    state,
    ...(reason === undefined ? {} : { reason }),
    slots: latest.slots,
    busy: state === 'ready' ? latest.busy : 0,
    engines: latest.engines.map(({ id, pairs }) => ({
      id,
      pairs: pairs.map(({ from, to }) => ({ from, to })),
    })),
    words: latest.words,
    words_per_second: state === 'ready' ? Math.round(rate * 10) / 10 : 0,
  };
}

/** Both speak the same protocol: no reason to refuse it. */
function otherVersion({ version }: Announcement, host: string): string {
  return `It has version ${version}, the host ${host}. They work together; update the older one when it suits.`;
}

/** Listed with the readable fields. */
function unreadable(announced: unknown): Announcement {
  const { name, version, beat } = z
    .object({
      name: z.string().catch(''),
      version: z.string().catch(''),
      beat: z.int().nonnegative().catch(0),
    })
    .catch({ name: '', version: '', beat: 0 })
    .parse(announced);
  return {
    name: name.slice(0, WORKER_LIMITS.name) || '?',
    version: version.slice(0, 64),
    protocol: PROTOCOL,
    beat,
    slots: 0,
    busy: 0,
    words: 0,
    refused: 'Its announcement cannot be read. Bring it to the version of the host.',
    engines: [],
  };
}

function readyPairs(entries: ReadonlyMap<string, Entry>, engine: string) {
  return [...entries.values()]
    .filter(({ state }) => state === 'ready')
    .flatMap(({ latest }) => latest.engines)
    .filter(({ id }) => id === engine)
    .flatMap(({ pairs }) => pairs);
}
