import { z } from 'zod';
import { WORKER_LIMITS } from '../contract/index.ts';
import type { EnginePair } from '../contract/index.ts';
import type { TranslateOptions } from '../engines/engine.ts';
import { SealError } from './seal.ts';
import type { Seal } from './seal.ts';

/** Raised whenever an older worker or host could not read a newer one's values. */
export const PROTOCOL = 1;
/** Bytes of a sealed payload. */
export const MAX_PAYLOAD = 4 * 1024 * 1024;

export const WORKER_ALIVE_MS = 6_000;
export const ANNOUNCE_MS = 1_500;
export const HOST_ALIVE_MS = 15_000;

/** The names in Redis. All begin with `il:<team>`, the only keys that the ACL user may use. */
export function namesOf(team: string) {
  const prefix = `il:${team}`;
  return {
    prefix,
    host: `${prefix}:host`,
    /** Sorted set of worker ids. */
    workers: `${prefix}:workers`,
    worker: (id: string) => `${prefix}:worker:${id}`,
    /** Sorted set of directions that the host requests: `queueOf`'s names. */
    wanted: `${prefix}:wanted`,
    results: (life: string) => `${prefix}:results:${life}`,
    isResults: (key: unknown) => typeof key === 'string' && key.startsWith(`${prefix}:results:`),
    /** Stream of one entry, written to read the time of Redis. */
    clock: `${prefix}:clock`,
    cancel: `${prefix}:cancel`,
    /** Channel: read `wanted` now. */
    wake: `${prefix}:wake`,
  };
}

/** The queue of a direction. BullMQ allows no colon in it. */
export function queueOf(engine: string, { from, to }: EnginePair): string {
  return engine === 'pseudo' ? `c${PROTOCOL}.pseudo.any` : `c${PROTOCOL}.${engine}.${from}.${to}`;
}

/** The form of `queueOf`'s names, of any protocol. */
export const QUEUE_NAME = /^c\d+\.[a-z0-9-]+\.[\w*.-]+$/i;

/** The content of a BullMQ job. */
export interface QueuedQuestion {
  /** Stream for the answer. */
  r: string;
  /** Sealed Question, base64. */
  b: string;
  /** When it was asked, by the clock of Redis, in milliseconds; omitted while unknown. */
  t?: number;
}

type Shown = [number, string][] | null;

/** Maps as lists of entries, for JSON. No engine of a worker takes a glossary: the host locks its terms. */
export interface Question {
  engine: string;
  pair: EnginePair;
  texts: readonly string[];
  options: Omit<TranslateOptions, 'shown' | 'terms' | 'wholes' | 'glossary' | 'report'> & {
    shown?: Shown[];
    terms?: Shown[];
    wholes?: (string | null)[];
  };
}

const MAX_MESSAGE = 2_000;
/** A worker of another build, or a broken one, may seal any value. */
export const answerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    texts: z.array(z.string()),
    ms: z.number().nonnegative(),
    /** Milliseconds spent in the queue; absent until the clocks are compared. */
    waited: z.number().optional(),
  }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(['aborted', 'crashed', 'engine']),
    message: z.string().transform((text) => text.slice(0, MAX_MESSAGE)),
    retryable: z.boolean(),
  }),
]);
export type TeamAnswer = z.infer<typeof answerSchema>;

const language = z.string().max(64);
export const announcementSchema = z.object({
  name: z.string().min(1).max(WORKER_LIMITS.name),
  version: z.string().max(64),
  protocol: z.int(),
  /** Rises with each announcement of a worker: a lower one is a replay. */
  beat: z.int().nonnegative(),
  slots: z.int().nonnegative().max(WORKER_LIMITS.slots),
  busy: z.int().nonnegative().max(WORKER_LIMITS.slots),
  words: z.int().nonnegative(),
  /** Why it may not work for this team. */
  refused: z.string().max(MAX_MESSAGE).optional(),
  engines: z
    .array(
      z.object({
        id: z.string().max(64),
        pairs: z
          .array(z.object({ from: language, to: language, version: z.string().max(500).optional() }))
          .max(10_000),
      }),
    )
    .max(64),
});
export type Announcement = z.infer<typeof announcementSchema>;

const hostSchema = z.object({
  protocol: z.int(),
  version: z.string().max(64),
  /** Id of the host's data folder: the same after a restart. */
  id: z.string(),
  /** Id of one run of the host. */
  life: z.string(),
});
export type HostRecord = z.infer<typeof hostSchema>;

/** Undefined if it is not of this team. */
export function readHost(seal: Seal, sealed: Buffer): HostRecord | undefined {
  try {
    return hostSchema.safeParse(seal.open('host', sealed)).data;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

export function toQuestion(
  engine: string,
  pair: EnginePair,
  texts: readonly string[],
  { shown, terms, wholes, glossary: _glossary, report: _report, ...options }: TranslateOptions,
): Question {
  const entries = (maps: TranslateOptions['shown']): Shown[] | undefined =>
    maps?.map((map) => (map ? [...map] : null));
  const [shownEntries, termEntries] = [entries(shown), entries(terms)];
  return {
    engine,
    pair: { from: pair.from, to: pair.to },
    texts,
    options: {
      ...options,
      ...(shownEntries ? { shown: shownEntries } : {}),
      ...(termEntries ? { terms: termEntries } : {}),
      ...(wholes ? { wholes: wholes.map((whole) => whole ?? null) } : {}),
    },
  };
}

export function optionsOf({
  options: { shown, terms, wholes, ...options },
}: Question): Omit<TranslateOptions, 'report' | 'glossary'> {
  const maps = (entries: Shown[]) => entries.map((list) => (list ? new Map(list) : undefined));
  return {
    ...options,
    ...(shown ? { shown: maps(shown) } : {}),
    ...(terms ? { terms: maps(terms) } : {}),
    ...(wholes ? { wholes: wholes.map((whole) => whole ?? undefined) } : {}),
  };
}
