import { createHistory } from '../learning/doubt.ts';
import type { Doubt, History } from '../learning/doubt.ts';
import { teach } from '../learning/teach.ts';
import { MAX_WORDS, wordsOf } from '../learning/words.ts';
import type { Db } from './database.ts';
import { createKeptWork } from './kept-work.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Study } from './study.ts';

/** Expected edits of translations, from what became of earlier ones. */
export interface Doubts {
  /**
   * Undefined if the history is unfinished at `until` (performance.now()): the next call continues with it. It says
   * nothing before some 200 confirmed segments.
   */
  of(key: MemoryKey, until: number): ((source: string, engine: string) => Doubt | undefined) | undefined;
}

/** Confirmed segments before there is any doubt, and those that count: the latest. */
const MIN_UNITS = 200;
const MAX_UNITS = 2_000;
/** The history is made anew after this many more. */
const STALE_UNITS = 50;
const HISTORIES = 2;
/** Characters of texts whose doubts a history keeps. */
const MAX_CACHED_CHARS = 10_000_000;

interface Kept {
  /** Id of the newest unit in it. */
  readonly newest: number;
  readonly history: History;
  /** Left to read; done without any. */
  readonly rows: { source: string; target: string; engine_text: string }[];
  readonly cache: Map<string, Doubt | undefined>;
  cachedChars: number;
}

export function createDoubts(db: Db, study: Study): Doubts {
  const kept = createKeptWork<Kept>(HISTORIES, ({ rows }) => rows.length === 0);
  const begin = (key: MemoryKey, newest: number): Kept => ({
    newest,
    history: createHistory(),
    rows: db.all(
      `SELECT source, target, engine_text FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL
       ORDER BY id DESC LIMIT ${MAX_UNITS}`,
      ofKey(key),
    ),
    cache: new Map(),
    cachedChars: 0,
  });
  return {
    of(key, until) {
      const ids = `SELECT id FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL ORDER BY id DESC LIMIT 1`;
      if (!db.get(`${ids} OFFSET ${MIN_UNITS - 1}`, ofKey(key))) return () => undefined;
      const newest = db.get<{ id: number }>(ids, ofKey(key))!.id;
      const own = kept.get(JSON.stringify(key), (known) =>
        known && newest - known.newest < STALE_UNITS ? known : begin(key, newest),
      );
      if (!own) return undefined;
      const model = study.model(key, until);
      if (!model) return undefined;
      for (let row = own.rows.pop(); row; row = own.rows.pop()) {
        const taught = teach(row.source, row.engine_text, row.target);
        if (taught) own.history.add(taught.lesson, model);
        if (performance.now() > until) return own.rows.length === 0 ? doubtIn(own) : undefined;
      }
      return doubtIn(own);
    },
  };
}

function doubtIn(own: Kept): (source: string, engine: string) => Doubt | undefined {
  const { history, cache } = own;
  return (source, engine) => {
    const name = JSON.stringify([source, engine]);
    if (cache.has(name)) return cache.get(name);
    const words = [wordsOf(source), wordsOf(engine)] as const;
    const doubt = words.some((one) => one.words.length > MAX_WORDS) ? undefined : history.doubtOf(...words);
    own.cachedChars += name.length;
    if (own.cachedChars > MAX_CACHED_CHARS) {
      cache.clear();
      own.cachedChars = name.length;
    }
    cache.set(name, doubt);
    return doubt;
  };
}
