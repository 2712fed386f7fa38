import { readFileSync } from 'node:fs';
import { encodeJournalLine } from '../../records/journal.ts';
import { parseSegments } from '../../records/segments.ts';
import { fuzzyMatch } from '../../records/stored-flags.ts';
import { compileGlossary, missingTerms } from '../../text/glossary.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import type { MemoryKey } from '../memory-key.ts';
import type { AskedMemory, Direction, MemoryHit, SegmentsQuery } from '../memory-port.ts';
import { bestMatch } from '../named-memories.ts';
import { now, parts, stepEnd } from './opened.ts';
import type { Common, One } from './opened.ts';

export const NAMED_TASKS = {
  memories: ({ database, account, isWhole = false }: Common & { isWhole?: boolean }) => {
    const { memories } = parts(database);
    return isWhole ? memories.listWhole(account) : memories.list(account);
  },
  memory: ({ database, account, id }: One) => parts(database).memories.get(account, id),
  createMemory: ({ database, account, id, name, from }: One & { name: string; from?: string }) =>
    parts(database).memories.create(account, { id, name, ...(from === undefined ? {} : { from }) }, now()),
  removeMemory: ({ database, account, id }: One) => parts(database).memories.remove(account, id),
  placeOfMemory: ({ database, account, id }: One) => parts(database).memories.place(account, id),
  keyOfMemory: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).memories.keyFor(account, id, direction),
  /** Matches of the first sources; if fewer come back, call again for the rest. */
  matchStep: ({
    database,
    account,
    memory,
    direction,
    sources,
    glossary,
  }: Matching & { sources: string[] }) => {
    const find = matchWith(database, account, { memory, direction, glossary });
    const hits: (MemoryHit | null)[] = [];
    const until = stepEnd();
    for (const source of sources) {
      const hit = find(source, until);
      if (hit === 'later') break;
      hits.push(hit ?? null);
      if (performance.now() > until) break;
    }
    return hits;
  },
  /** As `matchStep`; `done`: number of processed indexes. */
  matchLinesStep: ({
    database,
    account,
    memory,
    direction,
    segmentsPath,
    indexes,
    glossary,
  }: Matching & { segmentsPath: string; indexes: number[] }) => {
    const find = matchWith(database, account, { memory, direction, glossary });
    const segments = parseSegments(readFileSync(segmentsPath));
    const until = stepEnd();
    const found: number[] = [];
    let lines = '';
    let done = 0;
    for (const index of indexes) {
      const segment = segments[index];
      const hit = segment && find(segment.text, until);
      if (hit === 'later') break;
      done++;
      if (hit) {
        found.push(index);
        lines += encodeJournalLine({
          i: index,
          t: hit.target,
          o: 'memory',
          ...(hit.isFuzzy ? { f: [fuzzyMatch()] } : {}),
          m: hit.match,
        });
      }
      if (performance.now() > until) break;
    }
    return { lines: new TextEncoder().encode(lines), indexes: found, done };
  },
  memorySegments: ({ database, account, id, query }: One & { query: SegmentsQuery }) =>
    parts(database).memories.page(account, id, query, stepEnd()),
};

type Matching = Common & { memory: AskedMemory; direction: Direction; glossary: GlossaryEntry[] };

/** As `exactWith`, in a named memory. A memory removed meanwhile is empty. */
function matchWith(
  database: string,
  account: string,
  { memory: { id, min }, direction, glossary: entries }: Omit<Matching, keyof Common>,
): (source: string, until: number) => MemoryHit | 'later' | undefined {
  const { memory, memories } = parts(database);
  let key: MemoryKey;
  try {
    key = memories.keyFor(account, id, direction);
  } catch {
    return () => undefined;
  }
  const glossary = compileGlossary(entries);
  return (source, until) => {
    const hit = bestMatch(memory, key, source, { min, until });
    if (hit === undefined || hit === 'later' || entries.length === 0) return hit;
    return missingTerms(source, hit.target, glossary, key.to).length > 0 ? undefined : hit;
  };
}
