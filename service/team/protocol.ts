import type { EnginePair } from '../contract/index.ts';
import type { TranslateOptions } from '../engines/engine.ts';

/** Raised whenever an older worker or host could not read what a newer one writes. */
export const PROTOCOL = 1;
/** Bytes of a sealed payload. */
export const MAX_PAYLOAD = 4 * 1024 * 1024;

export const WORKER_ALIVE_MS = 6_000;
export const ANNOUNCE_MS = 1_500;
export const HOST_ALIVE_MS = 15_000;

/** The names in Redis. All begin with `il:<team>`, which is what the ACL user may touch. */
export function namesOf(team: string) {
  const prefix = `il:${team}`;
  return {
    prefix,
    host: `${prefix}:host`,
    /** Sorted set of worker ids. */
    workers: `${prefix}:workers`,
    worker: (id: string) => `${prefix}:worker:${id}`,
    /** Sorted set of directions that the host asks for: `queueOf`'s names. */
    wanted: `${prefix}:wanted`,
    results: (life: string) => `${prefix}:results:${life}`,
    /** Stream of one entry, written to learn the time of Redis. */
    clock: `${prefix}:clock`,
    cancel: `${prefix}:cancel`,
    /** Channel: look at `wanted` now. */
    wake: `${prefix}:wake`,
  };
}

/** The queue of a direction. BullMQ allows no colon in it. */
export function queueOf(engine: string, { from, to }: EnginePair): string {
  return engine === 'pseudo' ? `c${PROTOCOL}.pseudo.any` : `c${PROTOCOL}.${engine}.${from}.${to}`;
}

/** The content of a BullMQ job. */
export interface QueuedQuestion {
  /** Stream for the answer. */
  r: string;
  /** Sealed Question, base64. */
  b: string;
  /** When it was asked, by the clock of Redis, in milliseconds; left out while that is not known. */
  t?: number;
}

type Shown = [number, string][] | null;

/** Maps as lists of entries, for JSON. */
export interface Question {
  engine: string;
  pair: EnginePair;
  texts: readonly string[];
  options: Omit<TranslateOptions, 'shown' | 'terms' | 'wholes' | 'report'> & {
    shown?: Shown[];
    terms?: Shown[];
    wholes?: (string | null)[];
  };
}

export type TeamAnswer =
  /** `waited`: milliseconds until the worker's turn; absent while the clocks are not compared. */
  | { ok: true; texts: string[]; ms: number; waited?: number }
  | { ok: false; kind: 'aborted' | 'crashed' | 'engine'; message: string; retryable: boolean };

export interface Announcement {
  name: string;
  version: string;
  protocol: number;
  slots: number;
  busy: number;
  words: number;
  /** Why it may not work for this team. */
  refused?: string;
  engines: { id: string; pairs: (EnginePair & { version?: string })[] }[];
}

export interface HostRecord {
  protocol: number;
  version: string;
  /** Id of the host's data folder: the same after a restart. */
  id: string;
  /** Id of one run of its translation process. */
  life: string;
}

export function toQuestion(
  engine: string,
  pair: EnginePair,
  texts: readonly string[],
  { shown, terms, wholes, report: _report, ...options }: TranslateOptions,
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
}: Question): Omit<TranslateOptions, 'report'> {
  const maps = (entries: Shown[]) => entries.map((list) => (list ? new Map(list) : undefined));
  return {
    ...options,
    ...(shown ? { shown: maps(shown) } : {}),
    ...(terms ? { terms: maps(terms) } : {}),
    ...(wholes ? { wholes: wholes.map((whole) => whole ?? undefined) } : {}),
  };
}
