import type { Corrected } from '../learning/apply.ts';
import { correctAnswer } from '../learning/correct.ts';
import { differencesIn, matchSources, placesToChange, repair } from '../learning/repair.ts';
import type { EarlierSegment, SourceMatch, Stretch } from '../learning/repair.ts';
import { MAX_WORDS, wordsOf } from '../learning/words.ts';
import type { SegmentLine } from '../records/segments.ts';
import { escapeText, formatCoded, parseCoded, plainText } from '../text/codes.ts';
import type { Glossary } from '../text/glossary.ts';
import type { Corrections } from './corrections.ts';
import type { Db } from './database.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryIdentity, Offer } from './memory-port.ts';
import type { MemoryUnits } from './memory-units.ts';
import type { Study, StudiedJob } from './study.ts';

/** A segment that other translations are offered for. Coded texts. */
export interface OpenSegment {
  readonly segment: Pick<SegmentLine, 'text' | 'syntaxes'>;
  /** The engine's own answer, if an engine translated it. */
  readonly engine?: string | undefined;
  /** Whether nobody has edited it. */
  readonly isUntouched: boolean;
}

export interface OffersAsked {
  /** Where corrections are learned. */
  readonly key: MemoryKey;
  /** The memories that are searched, in their order. */
  readonly keys: readonly MemoryKey[];
  readonly job: StudiedJob;
  readonly glossary: Glossary;
  /** The lowest match of a similar source to offer, in per cent. */
  readonly minMatch: number;
  /** By performance.now(). */
  readonly until: number;
}

/** Other translations of a segment: from similar sources, and with corrections that are only offered. */
export interface Offers {
  /** Best first. Undefined if what it needs is unfinished at `until`: the next call continues with it. */
  of(segment: OpenSegment, asked: OffersAsked): Offer[] | undefined;
}

/** Matches that repairs are tried on: by letters, as they are found. */
const NEAREST = 8;
const MIN_NEAREST = 55;
/** By words. */
const MIN_REPAIRED = 75;
const MAX_FUZZY = 3;

interface Near {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly engine_text: string | null;
  /** By letters. */
  readonly match: number;
  readonly memory: MemoryIdentity;
  /** By words; absent for texts too long to compare. */
  readonly words?: SourceMatch | undefined;
}

export function createOffers(
  db: Db,
  {
    memory,
    memories,
    corrections,
    study,
  }: {
    memory: MemoryUnits;
    memories: { identity(key: MemoryKey): MemoryIdentity };
    corrections: Corrections;
    study: Study;
  },
): Offers {
  const nearIn = (key: MemoryKey, text: string, until: number): Near[] | undefined => {
    const source = wordsOf(text);
    const identity = memories.identity(key);
    return memory
      .search(key, text, { limit: NEAREST, min: MIN_NEAREST, until })
      ?.flatMap(({ id, source: its, target, match }) => {
        const row = db.get<Pick<Near, 'engine_text'>>('SELECT engine_text FROM unit WHERE id = ?', [id]);
        const words = matchSources(wordsOf(its), source);
        return row ? [{ ...row, id, source: its, target, match, memory: identity, words }] : [];
      });
  };
  const near = (keys: readonly MemoryKey[], text: string, until: number): Near[] | undefined => {
    const found: Near[] = [];
    for (const key of keys) {
      const own = nearIn(key, text, until);
      if (!own) return undefined;
      found.push(...own);
    }
    // Stable: of equal matches those of the first memory come first.
    return found.sort((one, other) => other.match - one.match).slice(0, NEAREST);
  };
  return {
    of({ segment: { text, syntaxes }, engine, isUntouched }, asked) {
      const { key, keys, job, glossary, minMatch, until } = asked;
      const found = near(keys, text, until);
      if (!found) return undefined;
      const offered = corrections.active(key, true);
      const correct = (answer: string): Corrected =>
        correctAnswer(
          { source: text, answer, to: key.to, glossary, syntaxes },
          (phrase) => offered.get(phrase) ?? [],
        );
      const offers: Offer[] = [];
      const fuzzy = found.filter(({ match }) => match >= minMatch).slice(0, MAX_FUZZY);
      const closest = found
        .filter(({ words, engine_text }) => engine_text !== null && words && words.match >= MIN_REPAIRED)
        .sort((one, other) => other.words!.match - one.words!.match)[0];
      // Linking words takes longest, and is of use only beside an earlier translation.
      const isLinked = fuzzy.some(({ engine_text, match }) => engine_text !== null && match < 100);
      const model = closest || isLinked ? study.model(key, until, job) : undefined;
      if ((closest || isLinked) && !model) return undefined;
      if (closest && model && engine !== undefined && closest.words!.match < 100) {
        const open = { source: wordsOf(text), engine: wordsOf(engine) };
        const isLong = open.engine.words.length > MAX_WORDS;
        const repaired = isLong ? undefined : repair(earlierOf(closest), open, closest.words!.steps, model);
        if (repaired && hasCodesOf(text, repaired.text)) {
          const { text: corrected, changes } = correct(repaired.text);
          offers.push({
            kind: 'repair',
            text: corrected,
            // Corrected words are at other places: the repaired ones are not marked then.
            ...(changes.length === 0 ? { changes: repaired.changes } : {}),
            ...nearShown(closest, closest.words!.match),
          });
        }
      }
      for (const one of fuzzy) {
        const fits = hasCodesOf(text, one.target);
        const places =
          fits && model && one.words ? placesToChange(earlierOf(one), one.words.steps, model) : [];
        offers.push({
          kind: 'fuzzy',
          text: fits ? one.target : withCodesOf(text, one.target),
          ...(places.length > 0 ? { changes: places } : {}),
          ...nearShown(one, one.match),
        });
      }
      if (engine !== undefined && isUntouched) {
        const { text: corrected, changes } = correct(engine);
        if (changes.length > 0) offers.push({ kind: 'correction', text: corrected, learned: changes });
      }
      return offers;
    },
  };
}

function earlierOf({ source, target, engine_text }: Near): EarlierSegment {
  return {
    source: wordsOf(source),
    human: wordsOf(target),
    ...(engine_text === null ? {} : { engine: wordsOf(engine_text) }),
  };
}

function nearShown(
  { id, source, memory, words }: Near,
  match: number,
): Pick<Offer, 'match' | 'memory' | 'earlier'> {
  const differences: Stretch[] = words ? differencesIn(wordsOf(source), words.steps) : [];
  return { match, memory, earlier: { unit: id, source, differences } };
}

function hasCodesOf(source: string, target: string): boolean {
  const codes = (coded: string): string =>
    parseCoded(coded)
      .flatMap((token) => (token.kind === 'text' ? [] : [formatCoded([token])]))
      .sort()
      .join('');
  return codes(source) === codes(target);
}

/** The text of a translation with other codes; breaks and pictures of the source behind it, since none may get lost. */
function withCodesOf(source: string, target: string): string {
  const standalone = parseCoded(source).filter(({ kind }) => kind === 'standalone');
  return escapeText(plainText(target)) + formatCoded(standalone);
}

/** Without those that read as the segment does, or as an earlier one. */
export function distinct(offers: readonly Offer[], present: string | undefined): Offer[] {
  const texts = new Set(present === undefined ? [] : [present]);
  return offers.filter(({ text }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}
