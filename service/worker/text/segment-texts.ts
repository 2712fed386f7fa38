import type { SegmentOrigin } from '../../contract/index.ts';
import type { Correction } from '../../learning/correction.ts';
import { correctAnswer } from '../../learning/correct.ts';
import { checkedFlags, NO_CHECKS } from '../../quality/memory-checks.ts';
import type { MemoryChecks } from '../../quality/memory-checks.ts';
import type { LearnedChange } from '../../records/learned.ts';
import {
  codesLost,
  codesRepaired,
  termFlags,
  tooManyCodes,
  tooMuchWork,
  untranslated,
} from '../../records/stored-flags.ts';
import type { StoredFlag } from '../../records/stored-flags.ts';
import type { CodeRules } from '../../text/code-rules.ts';
import { compileGlossary, termFaults, NO_GLOSSARY } from '../../text/glossary.ts';
import type { Glossary, GlossaryEntry } from '../../text/glossary.ts';
import { prepareSegment } from '../../text/prepare.ts';
import { secondTry } from './second-try.ts';
import type { Prepared, Question } from '../../text/prepare.ts';
import type { Active } from '../../text/protected/scan.ts';

export interface ChunkSegment {
  /** Coded text. */
  readonly text: string;
  readonly rules?: CodeRules;
  /** Syntaxes whose marks are hidden, beside those of any prose. */
  readonly syntaxes?: Active;
}

/** A chunk of segments, as the text processing sees them. */
export interface ChunkTexts {
  readonly segments: readonly ChunkSegment[];
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  /** Capability of the engine. */
  readonly inlineCodes: boolean;
  /** JSON, an array of GlossaryEntry: one string to copy and to compare for all chunks of a job. */
  readonly glossary?: string;
  /** JSON, an array of Correction: those that the account's memory has learned. */
  readonly corrections?: string | undefined;
  /** JSON of MemoryChecks: what the account's confirmed segments have in common. */
  readonly checks?: string | undefined;
  /** Whether terms are locked; an engine with its own glossary gets them unchanged. */
  readonly lockTerms: boolean;
}

/**
 * An engine's answers to a segment's questions, undefined for a missing one; undefined: the segment is left
 * out.
 */
export type SegmentAnswers = readonly (string | undefined)[] | undefined;

/** The targets of a chunk; or texts to ask for once more before there are any, see secondTry. */
export type Finished = { readonly targets: FinishedText[] } | { readonly again: readonly string[] };

export interface FinishedText {
  text: string;
  origin: SegmentOrigin;
  flags: StoredFlag[];
  /** The engine's own answer, where learned corrections changed it. */
  engineText?: string;
  learned?: LearnedChange[];
  /** Where the text is a memory's. */
  match?: number;
  memory?: { readonly id: string; readonly name: string };
}

/** The target of a segment that takes too much time or memory to prepare or complete. */
function leftOut(source: string): FinishedText {
  return { text: source, origin: 'copied', flags: [tooMuchWork()] };
}

/** A longer target, as a multiple of its source, is an engine failure. UTF-16 units. */
const MAX_GROWTH = 20;
const GROWTH_BASE = 4_000;

const MAX_PREPARED = 8;

/** Text processing before and after the engine: pure, and linear except for unforeseen texts. */
export interface SegmentTexts {
  /** Each segment's questions for the engine, if any. */
  prepare(chunk: ChunkTexts): (readonly Question[])[];
  /** `second`: the answers to the texts asked again; absent the first time, empty if there are none. */
  finish(chunk: ChunkTexts, answers: readonly SegmentAnswers[], second?: readonly string[]): Finished;
}

/** Finishing prepares a chunk again: nothing is kept, so nothing is lost when a thread dies. */
export function createSegmentTexts(): SegmentTexts {
  const glossaryOf = createPrepared(NO_GLOSSARY, (json) =>
    compileGlossary(JSON.parse(json) as GlossaryEntry[]),
  );
  const checksOf = createPrepared(NO_CHECKS, (json) => JSON.parse(json) as MemoryChecks);
  const correctionsOf = createPrepared(NO_CORRECTIONS, (json) => byEngine(JSON.parse(json) as Correction[]));
  const prepareOne = (chunk: ChunkTexts): ((segment: ChunkSegment) => Prepared) => {
    const options = {
      from: chunk.from,
      glossary: glossaryOf(chunk.glossary),
      locksTerms: chunk.lockTerms,
      inlineCodes: chunk.inlineCodes,
    };
    return ({ text, rules, syntaxes }) => prepareSegment(text, { ...options, syntaxes }, rules);
  };
  return {
    prepare(chunk) {
      const prepare = prepareOne(chunk);
      return chunk.segments.map((segment) => prepare(segment).questions);
    },
    finish(chunk, answers, second) {
      const glossary = glossaryOf(chunk.glossary);
      const corrections = correctionsOf(chunk.corrections);
      const checks = checksOf(chunk.checks);
      const prepare = prepareOne(chunk);
      const prepared = chunk.segments.map((segment, n) => (answers[n] ? prepare(segment) : undefined));
      const texts = prepared.flatMap((one) => one?.questions.map(({ text }) => text) ?? []);
      const first = answers.flatMap((own) => own ?? []);
      const once = second?.length === 0 ? undefined : secondTry(texts, first, chunk);
      if (once && !second) return { again: once.texts };
      const best = once && second ? once.better(second) : first;
      let next = 0;
      const targets = prepared.map((one, n) => {
        const segment = chunk.segments[n]!;
        return one
          ? finishOne(chunk, segment, one, best.slice(next, (next += one.questions.length)), {
              glossary,
              corrections,
              checks,
            })
          : leftOut(segment.text);
      });
      return { targets };
    },
  };
}

function finishOne(
  { from, to }: ChunkTexts,
  { text: source, syntaxes }: ChunkSegment,
  prepared: Prepared,
  answers: readonly (string | undefined)[],
  { glossary, corrections, checks }: { glossary: Glossary; corrections: ByEngine; checks: MemoryChecks },
): FinishedText {
  const given = answers.filter((answer) => answer !== undefined);
  if (prepared.hasTooManyCodes) return { text: source, origin: 'copied', flags: [tooManyCodes()] };
  if (given.length < answers.length) return { text: source, origin: 'copied', flags: [untranslated()] };
  const { text, outcome } = prepared.restore(given);
  if (text.length > source.length * MAX_GROWTH + GROWTH_BASE)
    return { text: source, origin: 'copied', flags: [untranslated()] };
  const flags: StoredFlag[] = [];
  if (outcome === 'repaired') flags.push(codesRepaired());
  if (outcome === 'fallback') flags.push(codesLost());
  const corrected = correctAnswer(
    { source, answer: text, to, glossary, syntaxes },
    (phrase) => corrections.get(phrase) ?? [],
  );
  flags.push(...termFlags(termFaults(source, corrected.text, glossary, to)));
  if (prepared.questions.length === 0 && text === source) return { text, origin: 'copied', flags };
  return {
    text: corrected.text,
    origin: 'engine',
    flags: [
      ...flags,
      ...checkedFlags({ source, target: corrected.text, from, to, syntaxes, engine: text }, checks),
    ],
    ...(corrected.changes.length > 0 ? { engineText: text, learned: [...corrected.changes] } : {}),
  };
}

type ByEngine = ReadonlyMap<string, readonly Correction[]>;
const NO_CORRECTIONS: ByEngine = new Map();

function byEngine(corrections: Correction[]): ByEngine {
  const found = new Map<string, Correction[]>();
  for (const correction of corrections) {
    const list = found.get(correction.engine);
    if (list) list.push(correction);
    else found.set(correction.engine, [correction]);
  }
  return found;
}

/** A job's chunks share one glossary and few sets of corrections: each is prepared once. */
function createPrepared<Value>(
  none: Value,
  prepare: (json: string) => Value,
): (json: string | undefined) => Value {
  const kept = new Map<string, Value>();
  return (json) => {
    if (json === undefined) return none;
    const value = kept.get(json) ?? prepare(json);
    // LRU order: most recent last.
    kept.delete(json);
    kept.set(json, value);
    for (const oldest of kept.keys()) if (kept.size > MAX_PREPARED) kept.delete(oldest);
    return value;
  };
}
