import { createHash } from 'node:crypto';
import type { SegmentOrigin } from '../contract/index.ts';
import { qualityFlags } from '../quality/quality-flags.ts';
import {
  codesLost,
  codesRepaired,
  glossaryMissed,
  tooManyCodes,
  tooMuchWork,
  untranslated,
} from '../records/stored-flags.ts';
import type { StoredFlag } from '../records/stored-flags.ts';
import type { CodeRules } from '../text/code-rules.ts';
import { compileGlossary, missingTerms, NO_GLOSSARY } from '../text/glossary.ts';
import type { Glossary, GlossaryEntry } from '../text/glossary.ts';
import { prepareSegment } from '../text/prepare.ts';
import type { Prepared, Question } from '../text/prepare.ts';

interface ChunkSegment {
  /** Coded text. */
  readonly text: string;
  readonly rules?: CodeRules;
}

/** A chunk of a job's segments, as the work on its texts sees them. */
export interface ChunkTexts {
  readonly segments: readonly ChunkSegment[];
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  /** Of the engine. */
  readonly inlineCodes: boolean;
  /** JSON, an array of GlossaryEntry: one string to copy and to compare for all chunks of a job. */
  readonly glossary?: string;
  /** Whether terms are locked; an engine with a glossary of its own gets them as they are. */
  readonly lockTerms: boolean;
}

export interface FinishedText {
  text: string;
  origin: SegmentOrigin;
  flags: StoredFlag[];
}

/** What is done to texts before and after the engine: pure, and in proportion to their length, but for texts nobody foresaw. */
export interface SegmentTexts {
  /**
   * The questions of each segment for the engine; none where there is nothing to translate. Undefined is a segment that takes too
   * much time or memory.
   */
  prepare(chunk: ChunkTexts): Promise<(readonly Question[] | undefined)[]>;
  /** The targets, of the answers to each segment's questions; undefined is an answer that the engine did not give. */
  finish(
    chunk: ChunkTexts,
    answers: readonly (readonly (string | undefined)[])[],
  ): Promise<(FinishedText | undefined)[]>;
}

/** The target of a segment that takes too much time or memory to be prepared or completed. */
export function leftOut(source: string): FinishedText {
  return { text: source, origin: 'copied', flags: [tooMuchWork()] };
}

/** A target longer than this multiple of its source is no translation but an engine gone wrong. UTF-16 units. */
const MOST_GROWTH = 20;
const GROWTH_BASE = 4_000;

const GLOSSARIES_KEPT = 8;

/** UTF-16 units of the texts whose preparation is kept until their answers come: some chunks of a few engines. */
const KEPT_UNITS = 250_000;

/**
 * What preparing found is kept until the answers come. Where it is not there any more (another thread prepared the chunk, or many
 * came between), the segment is prepared again: nothing is lost when a thread dies, and a job need not say that it is over.
 */
export function createSegmentTexts(): {
  prepare: (chunk: ChunkTexts) => (readonly Question[])[];
  finish: (chunk: ChunkTexts, answers: readonly (readonly (string | undefined)[])[]) => FinishedText[];
} {
  const glossaryOf = createGlossaries();
  const kept = createKept();
  const preparer = (chunk: ChunkTexts, glossary: Glossary) => {
    const options = {
      from: chunk.from,
      glossary,
      locksTerms: chunk.lockTerms,
      inlineCodes: chunk.inlineCodes,
    };
    const settings = JSON.stringify([chunk.from, chunk.inlineCodes, chunk.lockTerms, chunk.glossary]);
    const shared = createHash('sha256').update(settings).digest('base64');
    return {
      keyOf: ({ text, rules }: ChunkSegment) => `${rules ? JSON.stringify(rules) : ''} ${shared} ${text}`,
      prepare: ({ text, rules }: ChunkSegment) => prepareSegment(text, { rules, ...options }),
    };
  };
  return {
    prepare: (chunk) => {
      const { keyOf, prepare } = preparer(chunk, glossaryOf(chunk.glossary));
      return chunk.segments.map((segment) => {
        const prepared = prepare(segment);
        kept.put(keyOf(segment), prepared, segment.text.length);
        return prepared.questions;
      });
    },
    finish: (chunk, answers) => {
      const glossary = glossaryOf(chunk.glossary);
      const { keyOf, prepare } = preparer(chunk, glossary);
      return chunk.segments.map((segment, n) => {
        const prepared = kept.take(keyOf(segment)) ?? prepare(segment);
        return finishOne(chunk, n, prepared, answers[n] ?? [], glossary);
      });
    },
  };
}

interface KeptTexts {
  put(key: string, prepared: Prepared, units: number): void;
  /** Returns what is kept and forgets it. */
  take(key: string): Prepared | undefined;
}

/** The texts prepared last, up to so many units. */
function createKept(): KeptTexts {
  const kept = new Map<string, { prepared: Prepared; units: number }>();
  let sum = 0;
  const take = (key: string): Prepared | undefined => {
    const one = kept.get(key);
    if (!one) return undefined;
    kept.delete(key);
    sum -= one.units;
    return one.prepared;
  };
  return {
    take,
    put(key, prepared, units) {
      take(key);
      kept.set(key, { prepared, units });
      sum += units;
      for (const oldest of kept.keys()) {
        if (sum <= KEPT_UNITS) break;
        take(oldest);
      }
    },
  };
}

function finishOne(
  { segments, from, to }: ChunkTexts,
  n: number,
  prepared: Prepared,
  answers: readonly (string | undefined)[],
  glossary: Glossary,
): FinishedText {
  const source = segments[n]!.text;
  const given = answers.filter((answer) => answer !== undefined);
  if (prepared.hasTooManyCodes) return { text: source, origin: 'copied', flags: [tooManyCodes()] };
  if (given.length < answers.length) return { text: source, origin: 'copied', flags: [untranslated()] };
  const { text, outcome } = prepared.restore(given);
  if (text.length > source.length * MOST_GROWTH + GROWTH_BASE)
    return { text: source, origin: 'copied', flags: [untranslated()] };
  const flags: StoredFlag[] = [];
  if (outcome === 'repaired') flags.push(codesRepaired());
  if (outcome === 'fallback') flags.push(codesLost());
  const missing = missingTerms(source, text, glossary, to);
  if (missing.length > 0) flags.push(glossaryMissed(missing));
  if (prepared.questions.length === 0 && text === source) return { text, origin: 'copied', flags };
  return { text, origin: 'engine', flags: [...flags, ...qualityFlags({ source, target: text, from, to })] };
}

/** A job's chunks come with the same glossary: it is made ready once. */
function createGlossaries(): (json: string | undefined) => Glossary {
  const kept = new Map<string, Glossary>();
  return (json) => {
    if (json === undefined) return NO_GLOSSARY;
    const glossary = kept.get(json) ?? compileGlossary(JSON.parse(json) as GlossaryEntry[]);
    // The last one used stands last.
    kept.delete(json);
    kept.set(json, glossary);
    for (const oldest of kept.keys()) if (kept.size > GLOSSARIES_KEPT) kept.delete(oldest);
    return glossary;
  };
}
