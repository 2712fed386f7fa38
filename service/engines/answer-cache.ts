import { createHash } from 'node:crypto';
import type { EnginePair } from '../contract/index.ts';
import { optionsFor } from './engine.ts';
import type { EngineSession, TranslateOptions } from './engine.ts';

/** Owners share nothing: the speed of an answer would reveal another client's translations. */
export interface AnswerScope {
  /** An account's client (lib/owner.ts). */
  readonly owner: string;
  readonly engine: string;
  readonly pair: EnginePair;
  /** See Engine.version. */
  readonly version: string | undefined;
}

/** Answers of engines, kept only in memory, so that equal texts need no second call. */
export interface AnswerCache {
  /** The session, answering from earlier answers of the same scope. Blank answers are not kept. */
  over(session: EngineSession, scope: AnswerScope): EngineSession;
  /** Drops all answers: whose they are is not known of each. */
  clear(): void;
  /** Evicts the least recently used answers; 0 keeps none. */
  resize(bytes: number): void;
  /** Approximate bytes in use. */
  size(): number;
}

/** Memory of an entry besides its text: the key, and a Map's overhead for both. */
const ENTRY_BYTES = 200;

export function createAnswerCache(limitBytes: number): AnswerCache {
  // A Map keeps insertion order: its first entry is the least recently used.
  const entries = new Map<string, string>();
  let limit = limitBytes;
  let bytes = 0;
  // Strings take two bytes a UTF-16 unit at most.
  const costOf = (answer: string): number => ENTRY_BYTES + 2 * answer.length;

  const get = (key: string): string | undefined => {
    const answer = entries.get(key);
    if (answer === undefined) return undefined;
    entries.delete(key);
    entries.set(key, answer);
    return answer;
  };
  const drop = (key: string): void => {
    const answer = entries.get(key);
    if (answer === undefined) return;
    entries.delete(key);
    bytes -= costOf(answer);
  };
  const trim = (): void => {
    for (const oldest of entries.keys()) {
      if (bytes <= limit) return;
      drop(oldest);
    }
  };
  const put = (key: string, answer: string): void => {
    drop(key);
    entries.set(key, answer);
    bytes += costOf(answer);
    trim();
  };

  return {
    over(session, { owner, engine, pair, version }) {
      if (version === undefined || limit === 0) return session;
      const scope = JSON.stringify([owner, engine, pair.from, pair.to, version]);
      return {
        async translate(texts, options, signal) {
          signal.throwIfAborted();
          const common = digest(scope + JSON.stringify(whatMatters(options)));
          const keys = texts.map((text, n) => digest(`${common}${ownKey(options, n)}\n${text}`));
          const answers = keys.map(get);
          const open = [...answers.keys()].filter((n) => answers[n] === undefined);
          if (open.length === 0) return answers as string[];
          const asked = open.map((n) => texts[n]!);
          const got = await session.translate(asked, optionsFor(open, options), signal);
          // The caller must refuse a wrong number of answers: none of them is known to belong to its text.
          if (got.length !== open.length) return got;
          for (const [k, n] of open.entries()) {
            const answer = got[k]!;
            answers[n] = answer;
            if (answer.trim() !== '') put(keys[n]!, answer);
          }
          return answers as string[];
        },
        close: () => session.close(),
      };
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
    resize(next) {
      limit = next;
      trim();
    },
    size: () => bytes,
  };
}

/** The options that all texts share, without those that do not affect an answer. */
function whatMatters(options: TranslateOptions): object {
  const none = undefined;
  return { ...options, shown: none, terms: none, wholes: none, urgent: none, alone: none, report: none };
}

function ownKey({ shown, terms, wholes }: TranslateOptions, n: number): string {
  const own = [[...(shown?.[n] ?? [])], [...(terms?.[n] ?? [])], wholes?.[n] ?? ''];
  return own.every(({ length }) => length === 0) ? '' : JSON.stringify(own);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
