import { LIMITS } from '../../contract/index.ts';
import type { Direction, Glossaries } from '../../memory/memory-port.ts';

/** Terms that an alignment uses, of all glossaries of their owner. */
const MAX_TERMS = 20_000;

/** The terms of exactly this direction in the owner's glossaries. */
export async function termsOf(
  glossaries: Pick<Glossaries, 'list' | 'entriesOf'>,
  owner: string,
  direction: Direction,
): Promise<[string, string][]> {
  const { glossaries: all } = await glossaries.list(owner, { limit: LIMITS.glossaries });
  const terms: [string, string][] = [];
  for (const { id, dictionaries } of all) {
    const has = dictionaries.some(({ from, to }) => from === direction.from && to === direction.to);
    if (!has || terms.length >= MAX_TERMS) continue;
    const entries = await glossaries.entriesOf(owner, id, direction);
    terms.push(...entries.map(({ term, translation }): [string, string] => [term, translation]));
  }
  return terms.slice(0, MAX_TERMS);
}
