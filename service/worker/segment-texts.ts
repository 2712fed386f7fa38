import type { SegmentFlag } from '../contract/index.ts';
import type { CodeRules } from '../text/code-rules.ts';
import { compileGlossary, missingTerms } from '../text/glossary.ts';
import type { Glossary, GlossaryEntry } from '../text/glossary.ts';
import { prepareSegment } from '../text/prepare.ts';
import type { Prepared } from '../text/prepare.ts';

/** A chunk of a job's segments, as the work on its texts sees them. */
export interface ChunkTexts {
  /** Coded texts. */
  readonly segments: readonly { readonly text: string; readonly rules?: CodeRules }[];
  /** Canonical tag of the source language. */
  readonly from: string;
  /** Of the engine. */
  readonly inlineCodes: boolean;
  /** JSON, an array of GlossaryEntry: one string to copy and to compare for all chunks of a job. */
  readonly glossary?: string;
  /** Whether terms are locked; an engine with a glossary of its own gets them as they are. */
  readonly lockTerms: boolean;
}

export interface FinishedText {
  text: string;
  flags: SegmentFlag[];
}

/** What is done to texts before and after the engine: pure, and in proportion to their length, but for texts nobody foresaw. */
export interface SegmentTexts {
  /** The questions of each segment for the engine; none where there is nothing to translate. */
  prepare(chunk: ChunkTexts): Promise<string[][]>;
  /** The targets, of the answers to each segment's questions; undefined is one that the engine did not give. */
  finish(chunk: ChunkTexts, answers: readonly (string | undefined)[][]): Promise<FinishedText[]>;
}

/** A target longer than this multiple of its source is no translation but an engine gone wrong. UTF-16 units. */
const MOST_GROWTH = 20;
const GROWTH_BASE = 4_000;

const NO_GLOSSARY: Glossary = new Map();
const GLOSSARIES_KEPT = 8;

/**
 * Prepares a chunk again to finish it, instead of keeping what it knew between the two: there is nothing
 * to lose when its thread dies, and nothing to forget when the job does.
 */
export function createSegmentTexts(): {
  prepare: (chunk: ChunkTexts) => string[][];
  finish: (chunk: ChunkTexts, answers: readonly (string | undefined)[][]) => FinishedText[];
} {
  const glossaryOf = createGlossaries();
  const prepared = (chunk: ChunkTexts, glossary: Glossary): Prepared[] =>
    chunk.segments.map(({ text, rules }) =>
      prepareSegment(text, {
        rules,
        from: chunk.from,
        lockedTerms: chunk.lockTerms ? glossary : NO_GLOSSARY,
        inlineCodes: chunk.inlineCodes,
      }),
    );
  return {
    prepare: (chunk) => prepared(chunk, glossaryOf(chunk.glossary)).map(({ questions }) => [...questions]),
    finish: (chunk, answers) => {
      const glossary = glossaryOf(chunk.glossary);
      return prepared(chunk, glossary).map((one, n) =>
        finishOne(chunk.segments[n]!.text, one, answers[n] ?? [], glossary),
      );
    },
  };
}

function finishOne(
  source: string,
  prepared: Prepared,
  answers: readonly (string | undefined)[],
  glossary: Glossary,
): FinishedText {
  const given = answers.filter((answer) => answer !== undefined);
  if (prepared.hasTooManyCodes) return { text: source, flags: ['too_many_codes'] };
  if (given.length < answers.length) return { text: source, flags: ['untranslated'] };
  const { text, outcome } = prepared.restore(given);
  if (text.length > source.length * MOST_GROWTH + GROWTH_BASE)
    return { text: source, flags: ['untranslated'] };
  const flags: SegmentFlag[] = [];
  if (outcome === 'repaired') flags.push('codes_repaired');
  if (outcome === 'fallback') flags.push('codes_fallback');
  if (missingTerms(source, text, glossary).length > 0) flags.push('glossary_term_missing');
  return { text, flags };
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
