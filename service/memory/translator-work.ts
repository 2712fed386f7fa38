import { plainText, readableText } from '../text/codes.ts';
import type { Corrections } from './corrections.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { TranslatorWork } from './memory-port.ts';
import type { MemoryUnits } from './memory-units.ts';

const MAX_EXAMPLES = 5;
/** Per cent. */
const MIN_MATCH = 50;
const MAX_CORRECTIONS = 20;
const LATEST = 3;
/** Of a text, in characters: longer ones would take the place of what is to be translated. */
const MAX_CHARS = 500;

/**
 * What a language model gets of a translator's confirmed work beside some texts. Plain texts. Undefined if an index is
 * unfinished at `until` (performance.now()): the next call continues with it.
 */
export function workFor(
  { db, memory, corrections }: { db: Db; memory: MemoryUnits; corrections: Corrections },
  key: MemoryKey,
  texts: readonly string[],
  until: number,
): TranslatorWork | undefined {
  const similar = new Map<string, { target: string; match: number }>();
  for (const text of texts) {
    const found = memory.search(key, text, { limit: MAX_EXAMPLES, min: MIN_MATCH, until });
    if (!found) return undefined;
    for (const { source, target, match } of found)
      if ((similar.get(source)?.match ?? -1) < match) similar.set(source, { target, match });
  }
  const examples = [...similar]
    .filter(([source, { target }]) => source.length <= MAX_CHARS && target.length <= MAX_CHARS)
    .sort(([, one], [, other]) => other.match - one.match)
    .slice(0, MAX_EXAMPLES)
    .map(([source, { target }]) => ({ source: readableText(source), target: readableText(target) }));
  const plain = texts.map((text) => plainText(text).toLowerCase());
  const terms = [...corrections.active(key).values()]
    .flat()
    .filter(({ source, human }) => human !== '' && plain.some((text) => text.includes(source.toLowerCase())))
    .sort((one, other) => other.gain - one.gain)
    .slice(0, MAX_CORRECTIONS)
    .map(({ source, human }) => ({ term: plainText(source), translation: plainText(human) }));
  const latest = db
    .all<{ target: string }>(
      `SELECT target FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL ORDER BY id DESC LIMIT ${LATEST}`,
      ofKey(key),
    )
    .map(({ target }) => readableText(target).slice(0, MAX_CHARS))
    .reverse();
  return { examples, corrections: terms, latest };
}
