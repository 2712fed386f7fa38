import { createHash, randomBytes } from 'node:crypto';
import { baseLanguage } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import type { RemoteRequest } from '../remote/http-client.ts';
import { RemoteError } from '../remote/remote-error.ts';

type Ask = (request: RemoteRequest, signal: AbortSignal) => Promise<unknown>;

/** Lifetime of an unused glossary: chunks of a job alternate with those of other jobs. */
const LINGER_MS = 60_000;
const MAKE_LIMIT_MS = 120_000;
const REMOVE_LIMIT_MS = 5_000;
/** Not a name that people would give. */
const OURS = /^interlinear-[0-9a-f]{32}$/;
/** Older ones belong to a killed program: no glossary is in use for even half as long. */
const LEFT_AFTER_MS = 24 * 3_600_000;

export interface DeeplGlossaries {
  /** The result of `work` with the id of a glossary of these entries; undefined without entries. */
  using<T>(
    entries: readonly GlossaryEntry[] | undefined,
    pair: EnginePair,
    signal: AbortSignal,
    work: (id: string | undefined) => Promise<T>,
  ): Promise<T>;
  /** Removes them from the server, as far as it answers. */
  close(): Promise<void>;
}

interface Kept {
  readonly id: Promise<string>;
  readonly madeAt: number;
  users: number;
  timer?: NodeJS.Timeout;
}

/**
 * DeepL wants a glossary before the texts:
 * https://developers.deepl.com/api-reference/multilingual-glossaries. Jobs with the same entries share one.
 * Its creation survives the cancelling of a job that waits for it, and it is removed once unused for
 * `lingerMs`, so the way a job ends does not matter. Other programs with the same key have their own.
 */
export function createGlossaries(ask: Ask, lingerMs = LINGER_MS): DeeplGlossaries {
  const kept = new Map<string, Kept>();
  let hasLooked = false;

  const make = async (dictionary: object): Promise<string> => {
    const name = `interlinear-${randomBytes(16).toString('hex')}`;
    const made = (await ask(
      { method: 'POST', path: '/v3/glossaries', body: { name, dictionaries: [dictionary] } },
      AbortSignal.timeout(MAKE_LIMIT_MS),
    )) as { glossary_id?: unknown } | undefined;
    if (typeof made?.glossary_id === 'string') return made.glossary_id;
    throw new RemoteError('shape', 'DeepL did not say the id of a glossary it was given.');
  };
  const remove = async (id: string | Promise<string>): Promise<void> => {
    const path = `/v3/glossaries/${encodeURIComponent(await id)}`;
    await ask({ method: 'DELETE', path }, AbortSignal.timeout(REMOVE_LIMIT_MS));
  };
  const removeLeft = async (): Promise<void> => {
    const limit = AbortSignal.timeout(MAKE_LIMIT_MS);
    const { glossaries } = (await ask({ method: 'GET', path: '/v3/glossaries' }, limit)) as {
      glossaries: { name: string; glossary_id: string; creation_time: string }[];
    };
    for (const { name, glossary_id: id, creation_time: made } of glossaries) {
      if (OURS.test(name) && Date.now() - Date.parse(made) > LEFT_AFTER_MS) await remove(id);
    }
  };

  const keep = (key: string, dictionary: object): Kept => {
    const glossary: Kept = { id: make(dictionary), madeAt: Date.now(), users: 0 };
    kept.set(key, glossary);
    glossary.id.catch(() => forget(key, glossary));
    if (!hasLooked) removeLeft().catch(() => undefined);
    hasLooked = true;
    return glossary;
  };
  const forget = (key: string, glossary: Kept): void => {
    if (kept.get(key) === glossary) kept.delete(key);
  };
  const free = (key: string, glossary: Kept): void => {
    glossary.users--;
    if (glossary.users > 0) return;
    glossary.timer = setTimeout(() => {
      forget(key, glossary);
      remove(glossary.id).catch(() => undefined);
    }, lingerMs).unref();
  };

  const once = async <T>(
    key: string,
    dictionary: object,
    signal: AbortSignal,
    work: (id: string) => Promise<T>,
  ): Promise<T> => {
    const known = kept.get(key);
    const isFresh = known !== undefined && Date.now() - known.madeAt < LEFT_AFTER_MS / 2;
    const glossary = isFresh ? known : keep(key, dictionary);
    glossary.users++;
    clearTimeout(glossary.timer);
    try {
      return await work(await untilAborted(glossary.id, signal));
    } catch (error) {
      if (isGone(error)) forget(key, glossary);
      throw error;
    } finally {
      free(key, glossary);
    }
  };

  return {
    async using(entries, { from, to }, signal, work) {
      const dictionary = dictionaryOf(entries ?? [], from, to);
      if (!dictionary) return work(undefined);
      const key = createHash('sha256').update(JSON.stringify(dictionary)).digest('hex');
      try {
        return await once(key, dictionary, signal, work);
      } catch (error) {
        if (!isGone(error)) throw error;
        return once(key, dictionary, signal, work);
      }
    },
    async close() {
      const all = [...kept.values()];
      kept.clear();
      for (const { timer } of all) clearTimeout(timer);
      await Promise.allSettled(all.map(({ id }) => remove(id)));
    },
  };
}

/** Whether a glossary was removed by someone else while in use. */
function isGone(error: unknown): boolean {
  return error instanceof RemoteError && (error.status === 404 || /glossary.*not found/i.test(error.said));
}

/** Regions are left out: a glossary into EN serves all of them. An entry cannot contain a tab or line end. */
function dictionaryOf(entries: readonly GlossaryEntry[], from: string, to: string): object | undefined {
  const byTerm = new Map(entries.map(({ term, translation }) => [oneLine(term), oneLine(translation)]));
  const lines = [...byTerm].filter(([term, translation]) => term !== '' && translation !== '');
  if (lines.length === 0) return undefined;
  return {
    source_lang: baseLanguage(from),
    target_lang: baseLanguage(to),
    entries: lines.map((line) => line.join('\t')).join('\n'),
    entries_format: 'tsv',
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
