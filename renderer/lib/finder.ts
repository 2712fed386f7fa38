/// <reference types="vite/client" />
import type { FindAnswers, FindQuestion, SearchedText } from './find-messages.ts';
import workerUrl from './find-worker.ts?worker&url';

/** The search took too long. */
export class FindTooSlowError extends Error {}

/** Milliseconds for one question, over all texts of a job. */
const LIMIT_MS = 3_000;

/** The page's policy allows loading scripts only through this one (Trusted Types). */
const policy = (
  globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
  }
).trustedTypes?.createPolicy('find-worker', {
  createScriptURL(url: string) {
    if (url !== workerUrl) throw new TypeError('Not the script of the find worker.');
    return url;
  },
});

export interface Finder {
  /** Rejects with the browser's message for an invalid regular expression, and with a FindTooSlowError. */
  ask<Kind extends FindQuestion['kind']>(
    texts: Iterable<SearchedText>,
    question: Extract<FindQuestion, { kind: Kind }>,
  ): Promise<FindAnswers[Kind]>;
  close(): void;
}

/**
 * A thread that searches texts. It gets changed texts before each question, and is ended if one takes too
 * long.
 */
export function createFinder(): Finder {
  let worker: Worker | undefined;
  let lastId = 0;
  let known = new Map<number, SearchedText>();
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();

  function started(): Worker {
    if (worker) return worker;
    const own = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
    own.addEventListener(
      'message',
      ({ data }: MessageEvent<{ id: number; answer?: unknown; error?: string }>) => {
        const one = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.error === undefined) one?.resolve(data.answer);
        else one?.reject(new Error(data.error));
      },
    );
    return (worker = own);
  }

  function close(): void {
    worker?.terminate();
    worker = undefined;
    known = new Map();
    for (const one of waiting.values()) one.reject(new FindTooSlowError());
    waiting.clear();
  }

  return {
    ask(texts, question) {
      const own = started();
      const changed: SearchedText[] = [];
      for (const text of texts) {
        const before = known.get(text.index);
        if (before && isSame(before, text)) continue;
        known.set(text.index, text);
        changed.push(text);
      }
      if (changed.length > 0) own.postMessage({ id: ++lastId, kind: 'texts', items: changed });
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(close, LIMIT_MS);
        const settled = <Value>(settle: (value: Value) => void) => {
          return (value: Value): void => {
            clearTimeout(timer);
            settle(value);
          };
        };
        waiting.set(id, {
          resolve: settled(resolve as (answer: unknown) => void),
          reject: settled(reject),
        });
        own.postMessage({ id, ...question });
      });
    },
    close,
  };
}

function isSame(one: SearchedText, other: SearchedText): boolean {
  return (
    one.source === other.source &&
    one.target === other.target &&
    one.notes.every((note, at) => note === other.notes[at])
  );
}
