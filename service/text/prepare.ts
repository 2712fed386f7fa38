import type { CodeRules } from './code-rules.ts';
import { escapeText, parseCoded, plainText, readableText } from './codes.ts';
import { peelEdges } from './edges.ts';
import { lockTerms } from './glossary.ts';
import type { Glossary } from './glossary.ts';
import { unlock } from './locks.ts';
import { mask } from './masks.ts';
import { repairCodes } from './repair.ts';
import type { Repaired } from './repair.ts';
import { splitCoded } from './sentences.ts';
import { isTranslatable } from './translatable.ts';

export interface PrepareOptions {
  /** Canonical tag, for the ends of sentences. */
  readonly from: string;
  /** The terms to lock; empty where the engine takes a glossary itself. */
  readonly lockedTerms: Glossary;
  /** Whether the engine carries inline codes. One that does not gets bare text, and codes are put back by position. */
  readonly inlineCodes: boolean;
  readonly rules?: CodeRules | undefined;
}

/** A segment on its way to an engine: what to ask it, and how to make the target of its answers. */
export interface Prepared {
  /** Coded texts to translate, none blank; empty where the segment is copied. */
  readonly questions: readonly string[];
  /** `answers`: one for each question, in order. */
  restore(answers: readonly string[]): Repaired;
}

/** Above this many UTF-16 units a segment is asked in pieces, so that no single one holds an engine for long. */
const LONG_SEGMENT = 4_000;
const PIECE = 2_000;

/**
 * Takes out of a segment what the engine is not to see: what stands at its edges, URLs and placeholders, glossary terms.
 * Segments with nothing to translate have no questions and are restored as they are.
 */
export function prepareSegment(text: string, options: PrepareOptions): Prepared {
  if (!isTranslatable(readableText(text))) return copied(text);
  const { lead, core, trail } = peelEdges(text);
  const masked = options.inlineCodes ? mask(core) : { text: core, held: new Map<number, string>() };
  const locked = options.inlineCodes
    ? lockTerms(masked.text, options.lockedTerms)
    : { text: core, held: new Map<number, string>() };
  const held = new Map([...masked.held, ...locked.held]);
  const sent = options.inlineCodes ? locked.text : escapeText(readableText(core));
  const pieces = (sent.length > LONG_SEGMENT ? splitCoded(sent, options.from, PIECE) : [sent]).map(trimmed);
  const asked = pieces.filter((piece) => piece.isQuestion);
  if (asked.length === 0) return copied(unlockedWhole(lead, locked.text, trail, held));
  const hasOwnCodes = core.includes('<') && parseCoded(core).some((token) => token.kind !== 'text');
  return {
    questions: asked.map((piece) => piece.core),
    restore(answers) {
      let next = 0;
      const answer = pieces
        .map(
          (piece) => piece.before + (piece.isQuestion ? answers[next++]!.trim() : piece.core) + piece.after,
        )
        .join('');
      const { text: repaired, outcome } = repairCodes(locked.text, answer, options.rules);
      return {
        text: lead + unlock(repaired, held) + trail,
        // That a mask's spaces were mended is nothing to tell anyone.
        outcome: outcome === 'repaired' && !hasOwnCodes ? 'intact' : outcome,
      };
    },
  };
}

function copied(text: string): Prepared {
  return { questions: [], restore: () => ({ text, outcome: 'intact' }) };
}

/** A segment that is all glossary terms and masks needs no engine. */
function unlockedWhole(lead: string, core: string, trail: string, held: ReadonlyMap<number, string>): string {
  return lead + unlock(core, held) + trail;
}

interface Piece {
  readonly before: string;
  readonly core: string;
  readonly after: string;
  readonly isQuestion: boolean;
}

function trimmed(piece: string): Piece {
  const withoutStart = piece.trimStart();
  const core = withoutStart.trimEnd();
  return {
    before: piece.slice(0, piece.length - withoutStart.length),
    core,
    after: withoutStart.slice(core.length),
    isQuestion: /\p{L}/u.test(plainText(core)),
  };
}
