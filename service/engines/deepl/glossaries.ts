import { createHash } from 'node:crypto';
import { baseLanguage } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import type { RemoteRequest } from '../remote/http-client.ts';
import { RemoteError } from '../remote/remote-error.ts';

type Ask = (request: RemoteRequest, signal: AbortSignal) => Promise<unknown>;

/** Glossaries kept on the server at once; an account may have 1,000 in all. */
const MOST_KEPT = 20;
const REMOVE_LIMIT_MS = 5_000;

export interface DeeplGlossaries {
  /** The id of a glossary with these entries, made at its first use; undefined without entries. */
  use(
    entries: readonly GlossaryEntry[] | undefined,
    pair: EnginePair,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** Removes them from the server, as far as it answers. */
  close(): Promise<void>;
}

/**
 * DeepL wants a glossary before the texts: https://developers.deepl.com/api-reference/multilingual-glossaries. Each is named by
 * what it holds: one that an ended run left there is found by its name and used again.
 */
export function createGlossaries(ask: Ask): DeeplGlossaries {
  const kept = new Map<string, Promise<string>>();

  const make = async (name: string, dictionary: object, signal: AbortSignal): Promise<string> => {
    const list = (await ask({ method: 'GET', path: '/v3/glossaries' }, signal)) as {
      glossaries?: { name?: string; glossary_id?: string }[];
    };
    const found = list.glossaries?.find((one) => one.name === name)?.glossary_id;
    if (found !== undefined) return found;
    const made = (await ask(
      { method: 'POST', path: '/v3/glossaries', body: { name, dictionaries: [dictionary] } },
      signal,
    )) as { glossary_id?: string };
    if (typeof made.glossary_id === 'string') return made.glossary_id;
    throw new RemoteError('shape', 'DeepL did not say the id of a glossary it was given.');
  };
  const remove = async (id: Promise<string>): Promise<void> => {
    const path = `/v3/glossaries/${encodeURIComponent(await id)}`;
    await ask({ method: 'DELETE', path }, AbortSignal.timeout(REMOVE_LIMIT_MS));
  };

  return {
    async use(entries, { from, to }, signal) {
      const dictionary = dictionaryOf(entries ?? [], from, to);
      if (!dictionary) return undefined;
      const name = `interlinear-${createHash('sha256').update(JSON.stringify(dictionary)).digest('hex').slice(0, 32)}`;
      const id = kept.get(name) ?? make(name, dictionary, signal);
      // The last one used stands last.
      kept.delete(name);
      kept.set(name, id);
      id.catch(() => kept.delete(name));
      for (const [oldest, old] of kept) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
        remove(old).catch(() => undefined);
      }
      return id;
    },
    async close() {
      const all = [...kept.values()];
      kept.clear();
      await Promise.allSettled(all.map(remove));
    },
  };
}

/** Regions are not written: a glossary into EN serves all of them. No tab or line end can stand in an entry. */
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
